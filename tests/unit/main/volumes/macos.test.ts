import { describe, expect, it } from "vitest";
import { guaranteeOn } from "#analysis/guarantee";
import { unknownDrive, type Volume } from "#contract/volume";
import { volumeSchema } from "#contract/volume-schema";
import { tellAll } from "#text/statements";
import { driveOf, encryptionOf, wholeDisksOf } from "../../../../electron/main/volumes/macos-facts";
import { parseMounts } from "../../../../electron/main/volumes/macos-mounts";
import { parseDiskInfo } from "../../../../electron/main/volumes/macos-output";
import { fixture } from "../../../fixtures/volumes/machine";
import { dataVolume as data, type MacOptions, mac, usbVolume as usb } from "./mac";

describe("the volume list of macOS", () => {
  it("shows the system once, by its data volume, and the volumes that Finder shows", async () => {
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

  it("describes the drive of the system by the physical disk behind the APFS container", async () => {
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
      encryption: null,
      drive: { model: "Extreme SSD", kind: "usb", removable: true },
      untestable: { code: "read-only" },
    });
  });

  it("names the file system of a USB drive that a user-space driver mounts, or null if diskutil does not know the disk", async () => {
    const mountTable = (await fixture("macos-mount.txt")).replace("(exfat, ", "(lifs, ");
    const nameOf = async (options: MacOptions) => {
      const { service } = await mac({ mountTable, ...options });
      return (await service.list()).find(({ mountPoint }) => mountPoint === usb)?.fileSystem;
    };
    expect(await nameOf({})).toBe("exfat");
    // In captures of macOS 13 `mount` prints the driver's name before that of the disk.
    const asCaptured = mountTable.replace("/dev/disk5s1 on", "exfat://disk5s1/Urlaub (Fotos) on");
    expect(await nameOf({ mountTable: asCaptured })).toBe("exfat");
    expect(await nameOf({ unknownDisks: ["/dev/disk5s1"] })).toBeNull();
  });

  it("leaves unknown whether saves survive a power cut on a volume that a user-space driver provides", async () => {
    const mountTable =
      "/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)\n" +
      "Vault@macfuse0 on /Volumes/photos (macfuse, local, nodev, nosuid, synchronous, mounted by ann)\n";
    const { service } = await mac({ mountTable });
    const promises = (await service.list()).map((volume) =>
      guaranteeOn("f_fullfsync", "macos", volume),
    );
    expect(promises).toEqual(["power-loss", "unknown"]);
  });

  it("describes the volume of a disk image as a volume on a virtual drive", async () => {
    const mountTable = "/dev/disk8s1 on /Volumes/photos (hfs, local, nodev, nosuid, journaled)\n";
    const [image] = await (await mac({ mountTable })).service.list();
    expect(image).toMatchObject({ drive: { kind: "virtual" }, physicalDisks: ["disk8"] });
  });

  it("shows a volume with unknown facts if diskutil does not list the disk", async () => {
    const { service } = await mac();
    const [, , installer] = await service.list();
    expect(installer).toMatchObject({
      name: "Installer",
      encryption: null,
      drive: { kind: "unknown", model: null, removable: null },
      mountOptions: "local,nodev,nosuid,read-only,noowners,quarantine",
    });
  });

  it("does not access servers, and omits the user's name from their addresses", async () => {
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

  it("describes a chosen folder by the volume that df names for it", async () => {
    const { service, ran } = await mac();
    expect(await service.describeFolder("/Users/ann")).toMatchObject({
      mountPoint: data,
      directory: "/Users/ann",
      chosen: true,
      untestable: null,
    });
    expect(ran).toContain("/bin/df -kP -- /Users/ann");
  });

  it('rejects a folder with the error "not-testable" if df names no mounted volume for it', async () => {
    const { service } = await mac({ df: "/elsewhere" });
    await expect(service.describeFolder("/Users/ann")).rejects.toMatchObject({
      driveError: { code: "not-testable" },
    });
  });

  it("offers the mount point of the system's volume for a test if the home folder is on another volume", async () => {
    const { service } = await mac({ devices: { "/Users/ann": "1:18", [data]: "1:17" } });
    expect((await service.list())[0]).toMatchObject({
      directory: data,
      untestable: { code: "no-permission" },
    });
  });
});

describe("the privacy protection of macOS", () => {
  const stick = "/Volumes/STICK";
  const mountTable =
    "/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)\n" +
    `/dev/disk5s1 on ${stick} (exfat, local, nodev, nosuid, noowners)\n`;
  const withStick = (options: MacOptions = {}) =>
    mac({ mountTable, df: stick, change: `${stick}/\n${stick}/photos/`, ...options });
  const wordsOf = ({ untestable }: Volume) => tellAll(untestable?.statements ?? []);

  it("does not prompt for a listed stick, of which the list queries only the size", async () => {
    const { service, calls, ran } = await withStick({ refused: { [stick]: "EPERM" } });
    const volumes = await service.list();
    expect(calls.filter((call) => call.includes(stick))).toEqual([`statfs ${stick}`]);
    expect(ran.filter((command) => command.includes(stick))).toEqual([]);
    expect(volumes[1]).toMatchObject({ mountPoint: stick, untestable: null, freeBytes: 200e9 });
  });

  it("may prompt once a person has chosen the stick, and is named in the error after a refusal", async () => {
    const { service, calls } = await withStick({ refused: { [stick]: "EPERM" } });
    const chosen = await service.describeFolder(stick);
    expect(calls).toContain(`access ${stick}`);
    expect(chosen.untestable?.code).toBe("no-permission");
    expect(wordsOf(chosen)).toContain("Privacy & Security → Files and Folders");
  });

  it("does not appear in the error for a missing Unix permission", async () => {
    const { service } = await withStick({ refused: { [stick]: "EACCES" } });
    expect(wordsOf(await service.describeFolder(stick))).toBe(
      "You may not write here. Choose a folder of your own on this volume.",
    );
  });

  it("appears in the error if it refuses even stat on the chosen folder", async () => {
    const refusal = Object.assign(new Error("EPERM"), { code: "EPERM", errno: -1 });
    const { service } = await withStick({ stat: () => Promise.reject(refusal) });
    await expect(service.describeFolder(stick)).rejects.toMatchObject({
      driveError: {
        code: "no-permission",
        message: expect.stringContaining("Privacy & Security → Files and Folders"),
      },
    });
  });

  it("appears as a possible cause if the chosen volume does not answer", async () => {
    const never = () => new Promise<never>(() => undefined);
    const { service } = await withStick({ access: never });
    const chosen = await service.describeFolder(stick);
    expect(chosen.untestable?.code).toBe("not-testable");
    expect(wordsOf(chosen)).toContain("macOS may be asking");
    // The question that macOS may be asking about the stick does not make the other drive
    // untestable.
    expect((await service.list())[1]?.untestable).toBeNull();
    const folder = await withStick({ stat: never });
    await expect(folder.service.describeFolder(stick)).rejects.toMatchObject({
      driveError: { message: expect.stringContaining("macOS may be asking") },
    });
  });

  it("does not appear for a volume that does not answer while the volumes are listed", async () => {
    const { service } = await withStick({ dead: [stick] });
    const [, silent] = await service.list();
    expect(silent && wordsOf(silent)).toContain("may be broken");
    expect(silent && wordsOf(silent)).not.toContain("macOS");
  });

  it("does not block a home folder on an external drive", async () => {
    const home = `${stick}/ann`;
    const { service } = await withStick({
      home,
      change: `${home}/`,
      refused: { [stick]: "EACCES", [data]: "EACCES" },
      devices: { [home]: "1:18", [stick]: "1:18", [data]: "1:17" },
    });
    expect((await service.list())[1]).toMatchObject({ directory: home, untestable: null });
  });
});

describe("the volume list of a Mac with drives and servers of many kinds", () => {
  const fusion = (options: MacOptions = {}) =>
    mac({ machine: "macos-fusion", change: "/Volumes/STICK/\n/Volumes/Archiv/", ...options });

  it("shows the system, plugged-in drives and network mounts", async () => {
    const { service } = await fusion();
    const volumes = await service.list();
    expect(volumes.map(({ name, fileSystem }) => [name, fileSystem])).toEqual([
      ["Macintosh HD", "apfs"],
      ["STICK", "exfat"],
      ["Archiv", "hfs"],
      ["fotos", "nfs"],
      ["server", "macfuse"],
      ["wolke", "webdav"],
    ]);
  });

  it("shows an unknown kind of drive if diskutil does not answer for one of two disks", async () => {
    const { service } = await fusion({ unknownDisks: ["disk1"] });
    const [system] = await service.list();
    expect(system?.drive).toEqual({
      ...unknownDrive,
      disks: 2,
      model: "APPLE HDD ST1000DM003",
      kind: "unknown",
      bus: null,
      removable: null,
    });
  });

  it("shows unknown encryption for a USB drive with exFAT and for one with HFS+", async () => {
    const { service } = await fusion();
    const [, stick, archive] = await service.list();
    expect(stick).toMatchObject({
      encryption: null,
      drive: { model: "DataTraveler 3.0", kind: "usb", bus: "USB", removable: true },
    });
    expect(archive).toMatchObject({ encryption: null, drive: { kind: "usb", removable: true } });
  });

  it("contains no user name in the address of a server, whatever the kind of server", async () => {
    const { service } = await fusion();
    const servers = (await service.list()).filter(({ drive }) => drive.kind === "network");
    expect(servers.map(({ device }) => device)).toEqual([
      ...["nas:/export/fotos", "server:/srv", "https://wolke.example/remote.php/dav/"],
    ]);
    expect(JSON.stringify(servers)).not.toContain("ann@");
  });
});

describe("the parser of macOS commands", () => {
  it("skips lines in the output of mount that it does not know", () => {
    expect(parseMounts("\nmount: warning\n/dev/disk1 on relative (apfs)\n")).toEqual([]);
  });

  it("returns the disk behind the device name of a user-space driver, and the name of a server unchanged", () => {
    const line = (source: string, name: string) =>
      parseMounts(
        `${source} on /Volumes/${name} (lifs, local, nodev, nosuid, noowners, noatime)`,
      )[0];
    expect(line("fat://disk4s1/NO NAME", "NO NAME")).toMatchObject({
      source: "/dev/disk4s1",
      mountPoint: "/Volumes/NO NAME",
      local: true,
    });
    expect(line("ntfs://disk4s1/", "Untitled")?.source).toBe("/dev/disk4s1");
    expect(line("exfat://disk12s2/me@home", "me@home")?.source).toBe("/dev/disk12s2");
    expect(line("nfs://disk4s1.local/share", "share")?.source).toBe("nfs://disk4s1.local/share");
  });

  it("returns null for a disk's size beyond the safe integer range, and keeps the disk's other facts", () => {
    const info = parseDiskInfo(JSON.stringify({ MediaName: "Store", TotalSize: 2 ** 60 }));
    expect(driveOf(info)).toMatchObject({ model: "Store", capacityBytes: null });
  });

  it("returns the disks below an APFS container, Fusion drive or disk image, but no container or RAID set as a disk", () => {
    const store = (name: string) => ({ APFSPhysicalStore: name });
    expect(wholeDisksOf({ APFSPhysicalStores: [store("disk0s2")] })).toEqual(["disk0"]);
    expect(wholeDisksOf({ APFSPhysicalStores: [{ DeviceIdentifier: "disk12s2" }] })).toEqual([
      "disk12",
    ]);
    expect(wholeDisksOf({ APFSPhysicalStores: [store("disk0s2"), store("disk1s2")] })).toEqual([
      "disk0",
      "disk1",
    ]);
    // An APFS container on a disk without partitions.
    expect(wholeDisksOf({ APFSPhysicalStores: [store("disk2")] })).toEqual(["disk2"]);
    expect(wholeDisksOf({ ParentWholeDisk: "disk5" })).toEqual(["disk5"]);
    // An APFS container is a virtual disk and not a drive.
    expect(wholeDisksOf({ ParentWholeDisk: "disk3", FilesystemType: "apfs" })).toEqual([]);
    expect(wholeDisksOf({ ParentWholeDisk: "disk3", APFSContainerReference: "disk3" })).toEqual([]);
    // A RAID set is a virtual disk and not a drive.
    const raid = { ParentWholeDisk: "disk3", VirtualOrPhysical: "Virtual" };
    expect(wholeDisksOf({ ...raid, FilesystemType: "hfs" })).toEqual([]);
    expect(wholeDisksOf({ ...raid, APFSPhysicalStores: [store("disk0s2")] })).toEqual(["disk0"]);
    // A disk image counts as a disk of its own, whatever file or memory contains it.
    const image = { ...raid, BusProtocol: "Disk Image" };
    expect(wholeDisksOf({ ...image, FilesystemType: "exfat" })).toEqual(["disk3"]);
    expect(wholeDisksOf({ ...image, APFSPhysicalStores: [store("disk4s1")] })).toEqual(["disk4"]);
    expect(wholeDisksOf({})).toEqual([]);
  });

  it.each([
    [{ BusProtocol: "PCI-Express", SolidState: true }, "nvme"],
    [{ BusProtocol: "PCI-Express" }, "unknown"],
    [{ BusProtocol: "Apple Fabric", SolidState: true }, "nvme"],
    [{ BusProtocol: "SATA", SolidState: true }, "sata-ssd"],
    [{ BusProtocol: "SATA", SolidState: false }, "hard-disk"],
    [{ BusProtocol: "Secure Digital" }, "memory-card"],
    [{ BusProtocol: "Disk Image" }, "virtual"],
    [
      { BusProtocol: "PCI-Express", SolidState: true, MediaName: "VMware Virtual NVMe Disk" },
      "virtual",
    ],
    [{ BusProtocol: "Thunderbolt", SolidState: true }, "unknown"],
  ])('classifies a drive with the properties %j as "%s"', (info, kind) => {
    expect(driveOf(info).kind).toBe(kind);
  });

  it('returns the encryption "none" only if diskutil reports that there is none, and throws for an answer without JSON', () => {
    expect(encryptionOf(parseDiskInfo("{}"))).toBeNull();
    expect(encryptionOf(parseDiskInfo('{"FileVault":false}'))).toBe("none");
    expect(encryptionOf(parseDiskInfo('{"FileVault":false,"Encryption":true}'))).toBe("APFS");
    expect(() => parseDiskInfo("Could not find disk")).toThrow();
  });
});
