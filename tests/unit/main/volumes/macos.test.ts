import { describe, expect, it } from "vitest";
import { volumeSchema } from "../../../../electron/contract/volume";
import { driveOf, encryptionOf, wholeDiskOf } from "../../../../electron/main/volumes/macos";
import { parseDiskInfo, parseMounts } from "../../../../electron/main/volumes/macos-output";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { VolumeService } from "../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

const data = "/System/Volumes/Data";
const usb = "/Volumes/Urlaub (Fotos) on tour";

async function mac(options: MachineOptions & { mountTable?: string; df?: string } = {}) {
  const mountTable = options.mountTable ?? (await fixture("macos-mount.txt"));
  const infos = JSON.parse(await fixture("macos-diskutil.json")) as Record<string, unknown>;
  const ran: string[] = [];
  const run: SystemAccess["run"] = async (file, args, { input }) => {
    ran.push([file, ...args].join(" "));
    switch (file) {
      case "test":
        return "";
      case "/sbin/mount":
        return mountTable;
      case "/bin/df":
        return `Filesystem 1024-blocks Used Available Capacity  Mounted on\n/dev/disk3s5 994662584 1 2 1%    ${options.df ?? data}\n`;
      case "/usr/sbin/diskutil": {
        const info = infos[args[2] ?? ""];
        if (info === undefined) {
          throw new Error(`Could not find disk: ${args[2]}`);
        }
        return `plist:${JSON.stringify(info)}`;
      }
      case "/usr/bin/plutil":
        return (input ?? "").replace(/^plist:/, "");
      default:
        throw new Error(`unexpected program ${file}`);
    }
  };
  const machine = machineOf(
    `/Users/ann/\n${data}/\n/Volumes/photos/\n${usb}/\n/Volumes/Installer/`,
    {
      home: "/Users/ann",
      refused: { [data]: "EACCES" },
      devices: { "/Users/ann": "1:17", [data]: "1:17" },
      ...options,
      run,
    },
  );
  return { ran, service: new VolumeService({ ...machine, platform: "darwin" }, 50) };
}

describe("volumes of macOS", () => {
  it("shows the system once, by its data volume, and what Finder shows beside it", async () => {
    const { service } = await mac();
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual([
      data,
      usb,
      "/Volumes/Installer",
      "/Volumes/photos",
    ]);
    for (const volume of volumes) {
      expect(volumeSchema.parse(volume)).toEqual(volume);
    }
  });

  it("describes the system's drive through the container to its physical disk", async () => {
    const { service } = await mac();
    const [system] = await service.list();
    expect(system).toMatchObject({
      name: "Macintosh HD",
      device: "/dev/disk3s5",
      directory: "/Users/ann",
      system: true,
      untestable: null,
      encryption: "FileVault",
      drive: { model: "APPLE SSD AP1024Z", kind: "nvme", bus: "Apple Fabric", removable: false },
      writeCache: "unknown",
      scheduler: null,
      evidenceDevices: [],
    });
  });

  it("describes a USB drive with brackets and ' on ' in its name", async () => {
    const { service } = await mac();
    const [, stick] = await service.list();
    expect(stick).toMatchObject({
      name: "Urlaub (Fotos) on tour",
      encryption: "none",
      drive: { model: "Extreme SSD", kind: "usb", removable: true },
      untestable: { code: "read-only" },
    });
  });

  it("knows nothing of a disk that diskutil does not know", async () => {
    const { service } = await mac();
    const [, , installer] = await service.list();
    expect(installer).toMatchObject({
      name: "Installer",
      encryption: null,
      drive: { kind: "unknown", model: null, removable: null },
      mountOptions: "local,nodev,nosuid,read-only,noowners,quarantine",
    });
  });

  it("does not touch servers, and leaves the user's name out of theirs", async () => {
    const { service } = await mac({ dead: ["/Volumes/photos"] });
    const share = (await service.list())[3];
    expect(share).toMatchObject({
      device: "//nas._smb._tcp.local/photos",
      drive: { kind: "network" },
      totalBytes: null,
      untestable: { code: "network-mount" },
    });
    expect(JSON.stringify(share)).not.toContain("ann");
  });

  it("asks df which volume a folder is on, because paths do not tell", async () => {
    const { service, ran } = await mac();
    expect(await service.describeFolder("/Users/ann")).toMatchObject({
      mountPoint: data,
      directory: "/Users/ann",
      chosen: true,
      untestable: null,
    });
    expect(ran).toContain("/bin/df -kP -- /Users/ann");
  });

  it("says so if df names no mounted volume", async () => {
    const { service } = await mac({ df: "/elsewhere" });
    await expect(service.describeFolder("/Users/ann")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });

  it("keeps the mount point if the home folder lies on another volume", async () => {
    const { service } = await mac({ devices: { "/Users/ann": "1:18", [data]: "1:17" } });
    expect((await service.list())[0]).toMatchObject({
      directory: data,
      untestable: { code: "no-permission" },
    });
  });

  it("shows / itself on systems without a data volume", async () => {
    const { service } = await mac({
      mountTable:
        "/dev/disk1s1 on / (apfs, local, journaled)\ndevfs on /dev (devfs, local, nobrowse)\n",
    });
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual(["/"]);
    expect(volumes[0]?.name).toBe("System drive");
  });
});

describe("reading macOS's answers", () => {
  it("skips lines of mount it does not understand", () => {
    expect(parseMounts("\nmount: warning\n/dev/disk1 on relative (apfs)\n")).toEqual([]);
  });

  it("finds the disk behind a container under either name of the key, or none on Fusion drives", () => {
    const store = (name: string) => ({ APFSPhysicalStore: name });
    expect(wholeDiskOf({ APFSPhysicalStores: [store("disk0s2")] })).toBe("disk0");
    expect(wholeDiskOf({ APFSPhysicalStores: [{ DeviceIdentifier: "disk12s2" }] })).toBe("disk12");
    expect(wholeDiskOf({ APFSPhysicalStores: [store("disk0s2"), store("disk1s2")] })).toBeNull();
    expect(wholeDiskOf({ ParentWholeDisk: "disk5" })).toBe("disk5");
    expect(wholeDiskOf({})).toBeNull();
  });

  it.each([
    [{ BusProtocol: "PCI-Express", SolidState: true }, "nvme"],
    [{ BusProtocol: "PCI-Express" }, "unknown"],
    [{ BusProtocol: "SATA", SolidState: true }, "sata-ssd"],
    [{ BusProtocol: "SATA", SolidState: false }, "hard-disk"],
    [{ BusProtocol: "Secure Digital" }, "memory-card"],
    [{ BusProtocol: "Disk Image" }, "virtual"],
    [
      { BusProtocol: "PCI-Express", SolidState: true, MediaName: "VMware Virtual NVMe Disk" },
      "virtual",
    ],
    [{ BusProtocol: "Thunderbolt", SolidState: true }, "unknown"],
  ])("%j is %s", (info, kind) => {
    expect(driveOf(info).kind).toBe(kind);
  });

  it("calls a volume unencrypted only if diskutil says so", () => {
    expect(encryptionOf(parseDiskInfo("{}"))).toBeNull();
    expect(encryptionOf(parseDiskInfo('{"FileVault":false}'))).toBe("none");
    expect(encryptionOf(parseDiskInfo('{"FileVault":false,"Encryption":true}'))).toBe("APFS");
    expect(() => parseDiskInfo("Could not find disk")).toThrow();
  });
});
