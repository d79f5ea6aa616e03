import { describe, expect, it } from "vitest";
import { volumeSchema } from "../../../../electron/contract/volume";
import type { SystemAccess } from "../../../../electron/main/volumes/system-access";
import { NotAnswering, TimeLimit } from "../../../../electron/main/volumes/time-limit";
import { WindowsVolumes } from "../../../../electron/main/volumes/windows";
import {
  driveOf,
  visibleVolumes,
  volumeOfPath,
} from "../../../../electron/main/volumes/windows-facts";
import {
  parseNetworkDrives,
  parseStorage,
  storageScript,
} from "../../../../electron/main/volumes/windows-output";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

const systemRoot = "C:\\Windows";
const oneNetworkDrive = '{"DeviceID":"Z:","VolumeName":"photos","FileSystem":"NTFS"}';

async function windows(
  options: MachineOptions & {
    machine?: string;
    storage?: () => Promise<string>;
    network?: () => Promise<string>;
  } = {},
) {
  const json = await fixture(options.machine ?? "windows-storage.json");
  const ran: string[] = [];
  const run: SystemAccess["run"] = async (file, args) => {
    ran.push(file);
    if (file !== "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe") {
      throw new Error(`unexpected program ${file}`);
    }
    return args.at(-1) === storageScript
      ? (options.storage ?? (async () => `\uFEFF${json}\r\n`))()
      : (options.network ?? (async () => oneNetworkDrive))();
  };
  const machine = machineOf("", { home: "C:\\Users\\ann", ...options, run });
  const volumes = new WindowsVolumes(
    { ...machine, platform: "win32", systemRoot },
    new TimeLimit(50),
  );
  return { ran, volumes };
}

describe("volumes of Windows", () => {
  it("shows volumes with a letter or a folder, and hides start, recovery and empty readers", async () => {
    const { volumes } = await windows();
    const list = await volumes.list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual([
      "C:\\",
      "E:\\",
      "C:\\Mounted\\Archive\\",
      "V:\\",
      "Z:",
    ]);
    for (const volume of list) {
      expect(volumeSchema.parse(volume)).toEqual(volume);
    }
    expect(new Set(list.map(({ id }) => id)).size).toBe(5);
  });

  it("joins volume, partition and disk, and tests the system's volume at home", async () => {
    const { volumes } = await windows();
    const [system] = await volumes.list();
    expect(system).toMatchObject({
      name: "Windows",
      device: "C:",
      directory: "C:\\Users\\ann",
      system: true,
      fileSystem: "NTFS",
      totalBytes: 999292928000,
      freeBytes: 412316860416,
      drive: { model: "WD PC SN740 SDDPNQD-1T00", kind: "nvme", bus: "NVMe", removable: false },
      writeCache: "unknown",
      encryption: null,
      untestable: null,
    });
  });

  it("reads bus types given as numbers, and says why others cannot be tested", async () => {
    const { volumes } = await windows();
    const [, stick, archive, virtual, share] = await volumes.list();
    expect(stick).toMatchObject({
      name: "Kingston DataTraveler 3.0",
      drive: { kind: "usb", bus: "USB", removable: true },
      untestable: null,
      system: false,
    });
    expect(archive).toMatchObject({
      drive: { kind: "hard-disk" },
      untestable: { code: "no-space" },
      device: "\\\\?\\Volume{hd}\\",
    });
    expect(virtual).toMatchObject({
      drive: { kind: "virtual" },
      untestable: { code: "read-only" },
    });
    expect(share).toMatchObject({
      name: "photos",
      directory: "Z:\\",
      drive: { kind: "network" },
      untestable: { code: "network-mount" },
    });
  });

  it("finds the volume mounted nearest above a folder", async () => {
    const { volumes } = await windows();
    const at = async (path: string) => (await volumes.describe(path)).mountPoint;
    expect(await at("C:\\Users\\ann\\Documents")).toBe("C:\\");
    expect(await at("c:\\mounted\\archive")).toBe("C:\\Mounted\\Archive\\");
    expect(await at("C:\\Mounted\\Archive 2")).toBe("C:\\");
    expect(await at("Z:\\2024")).toBe("Z:");
    expect(await at("\\\\nas\\photos\\2024")).toBe("\\\\nas\\photos\\");
    await expect(volumes.describe("Q:\\x")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });

  it("tests a chosen folder where PowerShell is forbidden, with facts not known", async () => {
    const refused = async () => {
      throw new Error("This program is blocked by group policy.");
    };
    const { volumes } = await windows({ storage: refused, network: refused });
    expect(await volumes.describe("D:\\data")).toMatchObject({
      mountPoint: "D:\\",
      device: "D:",
      directory: "D:\\data",
      fileSystem: null,
      totalBytes: null,
      drive: { kind: "unknown", model: null, removable: null },
      untestable: null,
    });
    await expect(volumes.list()).rejects.toThrow("group policy");
  });

  it("lists the local drives while Windows waits for a server", async () => {
    const { volumes } = await windows({ network: () => new Promise(() => undefined) });
    expect(await volumes.list()).toHaveLength(4);
    const killed = await windows({
      network: async () => {
        throw new NotAnswering(1);
      },
    });
    expect(await killed.volumes.list()).toHaveLength(4);
  });

  it("reports a volume that does not answer and a folder that may not be written to", async () => {
    const { volumes } = await windows({
      dead: ["E:\\"],
      refused: { "C:\\Users\\ann": "EACCES" },
    });
    const [system, stick] = await volumes.list();
    expect(system?.untestable?.code).toBe("no-permission");
    expect(stick?.untestable?.code).toBe("not-testable");
  });
});

describe("a desktop with BitLocker, Storage Spaces and OneDrive", () => {
  const desktop = () =>
    windows({ machine: "windows-spaces-storage.json", network: async () => "" });

  it("shows what is unlocked, and says nothing of BitLocker, which only administrators learn", async () => {
    const { volumes } = await desktop();
    const list = await volumes.list();
    expect(list.map(({ mountPoint }) => mountPoint)).toEqual(["C:\\", "S:\\"]);
    expect(list[0]).toMatchObject({
      name: "Samsung SSD 970 EVO Plus 500GB",
      encryption: null,
      drive: { kind: "nvme" },
      untestable: null,
    });
  });

  it("does not take the disk of a mirrored space for one of those behind it", async () => {
    const { volumes } = await desktop();
    const [, space] = await volumes.list();
    expect(space).toMatchObject({
      name: "Bilder",
      fileSystem: "ReFS",
      drive: { model: "Gespiegelt", kind: "unknown", bus: "Spaces", removable: false },
      writeCache: "unknown",
      untestable: null,
    });
  });

  it("finds the drive of a OneDrive folder, which is an ordinary folder of it", async () => {
    const { volumes } = await desktop();
    const directory = "C:\\Users\\ann\\OneDrive - Firma\\Bilder";
    expect(await volumes.describe(directory)).toMatchObject({
      ...{ mountPoint: "C:\\", directory, chosen: true, drive: { kind: "nvme" } },
    });
  });

  it("does not call a folder of the locked stick one of another drive", async () => {
    const { volumes } = await desktop();
    await expect(volumes.describe("D:\\")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });
});

/** What others captured on their computers and published; the fixture says where. */
describe("published Windows", () => {
  it("shows the two volumes of a hosted runner, on drives a virtual machine makes up", async () => {
    const { volumes } = await windows({
      machine: "published/windows-runner.json",
      network: async () => "",
    });
    const list = await volumes.list();
    expect(list.map(({ mountPoint, name }) => [mountPoint, name])).toEqual([
      ["C:\\", "Windows"],
      ["D:\\", "Temporary Storage"],
    ]);
    for (const volume of list) {
      expect(volume.drive).toEqual({
        ...{ model: "Msft Virtual Disk", kind: "virtual", bus: "SAS", removable: false },
      });
      expect(volume.freeBytes).toBeNull();
    }
  });

  it.each([
    // ansible/ansible pull request 51595, ansible-collections/community.windows issue 622.
    ["SAS", "VMware  ", "VMware Virtual disk", null, "virtual"],
    ["ATA", null, "Virtual HD", null, "virtual"],
    // PowerShell/PowerShell issue 15772: Windows is not told what is behind a USB bridge. The buses
    // are not in that capture.
    ["USB", null, "Seagate BUP Slim BK", "Unspecified", "usb"],
    ["SATA", null, "CT240BX500SSD1", "SSD", "sata-ssd"],
    ["SATA", null, "TOSHIBA MQ01ABD050", "HDD", "hard-disk"],
  ])("%s %s %s (%s) is %s", (BusType, Manufacturer, FriendlyName, MediaType, kind) => {
    const storage = parseStorage(
      JSON.stringify({
        // An SSD on USB is "Fixed" (dsccommunity/xBitlocker issue 11).
        volumes: [{ DriveLetter: "F", DriveType: "Fixed", Size: 5 }],
        partitions: [{ AccessPaths: ["F:\\"], DiskNumber: 1 }],
        disks: [{ Number: 1, BusType, Manufacturer, FriendlyName, IsReadOnly: false }],
        physical: [{ DeviceId: "1", MediaType }],
      }),
    );
    const [found] = visibleVolumes(storage, systemRoot);
    expect(found && driveOf(found)).toMatchObject({ kind, removable: kind === "usb" });
  });
});

describe("reading PowerShell's answers", () => {
  it("takes one entry, none and an empty answer for lists", () => {
    expect(parseNetworkDrives("")).toEqual([]);
    expect(parseNetworkDrives("[]")).toEqual([]);
    expect(parseNetworkDrives(oneNetworkDrive)).toHaveLength(1);
    const storage = parseStorage('{"volumes":{"DriveLetter":"d","Size":5},"partitions":null}');
    expect(storage.volumes).toHaveLength(1);
    expect(storage).toMatchObject({ partitions: [], disks: [], physical: [] });
    expect(visibleVolumes(storage, systemRoot)[0]).toMatchObject({
      mountPoint: "D:\\",
      disk: null,
      system: false,
    });
  });

  it("throws on what is no answer", () => {
    expect(() => parseStorage("Get-Volume : Access denied")).toThrow();
    expect(() => parseStorage('{"volumes":[{"Size":"big"}]}')).toThrow();
  });

  it.each([
    ["SATA", "SSD", "sata-ssd"],
    ["11", "4", "sata-ssd"],
    ["SATA", "3", "hard-disk"],
    ["SATA", "Unspecified", "unknown"],
    ["RAID", "SSD", "unknown"],
    ["SD", null, "memory-card"],
    ["14", null, "virtual"],
    ["9", null, "network"],
    [null, "SSD", "unknown"],
  ])("bus %s with medium %s is %s", (BusType, mediaType, kind) => {
    const [found] = visibleVolumes(
      parseStorage('{"volumes":[{"DriveLetter":"D","Size":5}]}'),
      systemRoot,
    );
    const disk = {
      Number: 0,
      FriendlyName: "A drive",
      Manufacturer: null,
      BusType,
      IsReadOnly: false,
    };
    expect(found && driveOf({ ...found, disk, mediaType }).kind).toBe(kind);
  });

  it("finds no volume for a path on none", () => {
    expect(volumeOfPath([], "C:\\")).toBeNull();
  });
});
