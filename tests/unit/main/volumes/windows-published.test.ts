import { describe, expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import { driveOf, visibleVolumes } from "../../../../electron/main/volumes/windows-facts";
import { parseStorage } from "../../../../electron/main/volumes/windows-output";
import { systemRoot, windows } from "./windows-machine";

/** All volumes of a computer without network drives. */
async function listOf(options: Parameters<typeof windows>[0]) {
  const { volumes } = await windows({ ...options, network: async () => "" });
  return volumes.list();
}

/** What others captured on their computers and published; the fixture says where. */
describe("the volume list from published captures of Windows", () => {
  it("shows the two volumes of a hosted runner on virtual drives", async () => {
    const list = await listOf({ machine: "published/windows-runner.json" });
    expect(list.map(({ mountPoint, name }) => [mountPoint, name])).toEqual([
      ["C:\\", "Windows"],
      ["D:\\", "Temporary Storage"],
    ]);
    for (const volume of list) {
      expect(volume.drive).toEqual({
        ...{ ...unknownDrive, disks: 1 },
        ...{ model: "Msft Virtual Disk", kind: "virtual", bus: "SAS", removable: false },
      });
      expect(volume.freeBytes).toBeNull();
    }
  });

  it("leaves BitLocker unknown without its property and omits unlettered volumes", async () => {
    const list = await listOf({ machine: "published/windows-bitlocker.json" });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      ...{
        name: "OS",
        device: "C:",
        directory: "C:\\Users\\ann",
        fileSystem: "NTFS",
        system: true,
      },
      totalBytes: 1010363793408,
      encryption: null,
      drive: { model: "NVMe BC901 NVMe SK hynix 1024GB", kind: "unknown", bus: null },
      untestable: null,
    });
  });

  it.each([
    // homotechsual/NinjaOne pull request 8: FULLY_ENCRYPTED, XTS_AES_256, PROTECTED.
    ["", 126533939200, 73634189312],
    // Ylianst/MeshCentral issue 5670: FullyEncrypted, protection On; free space is not captured.
    ["", 214103486464, null],
  ])(
    "calls C: under BitLocker by its letter without label and disk (%j, %d)",
    async (...values) => {
      const [FileSystemLabel, Size, SizeRemaining] = values;
      const volume = { DriveLetter: "C", FileSystem: "NTFS", FileSystemLabel, Size, SizeRemaining };
      const list = await listOf({ storage: async () => JSON.stringify({ volumes: [volume] }) });
      expect(list).toMatchObject([
        {
          name: "C:\\",
          totalBytes: Size,
          freeBytes: SizeRemaining,
          encryption: null,
          untestable: null,
        },
      ]);
    },
  );

  it.each([
    // Values that people have found and published; 2 and 6 are in the registry of Windows, too.
    [1, "BitLocker"],
    [3, "BitLocker"],
    [4, "BitLocker"],
    ["5", "BitLocker"],
    [6, "BitLocker"],
    [2, "none"],
    [0, null],
    [7, null],
    [null, null],
  ])("reads Explorer's BitLocker property %j as %j", async (property, encryption) => {
    const volume = { DriveLetter: "C", Size: 5, BitLockerProtection: property };
    const list = await listOf({ storage: async () => JSON.stringify({ volumes: [volume] }) });
    expect(list).toMatchObject([{ encryption }]);
  });

  it("shows a storage space by its disk's name and omits its reserved partition", async () => {
    const list = await listOf({ machine: "published/windows-spaces.json" });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      ...{ mountPoint: "T:\\", name: "VM", fileSystem: "ReFS", system: false },
      drive: { model: "VM", kind: "unknown", bus: "Spaces", removable: false },
      ...{ writeCache: "unknown", untestable: null },
    });
  });

  it("omits an empty card reader and joins by disk number in any order", async () => {
    const list = await listOf({ machine: "published/windows-card-reader.json" });
    expect(list.map(({ mountPoint, drive }) => [mountPoint, drive.model])).toEqual([
      ["D:\\", "ST2000DM00"],
      ["F:\\", "Verbatim P"],
      ["C:\\", "SAMSUNG MZ"],
    ]);
  });

  it.each([
    // Reparse points, but no links: their root has tag 0x9000701a (`fsutil reparsepoint query` in
    // syncthing/syncthing issue 4542 and, with the folders in it, in Atsuki0620/StorageAnalyzer,
    // docs/investigations/explorer_discrepancy_investigation.md).
    ["C:\\Users\\ann\\OneDrive", "C:\\"],
    ["C:\\Users\\ann\\OneDrive\\ドキュメント", "C:\\"],
    ["C:\\Users\\ann\\OneDrive\\デスクトップ", "C:\\"],
    // PowerShell/PowerShell issue 20796: moved to another drive, and written in small letters.
    ["d:\\onedrive", "D:\\"],
  ])("finds the drive of the OneDrive folder %s", async (directory, mountPoint) => {
    const { volumes } = await windows({ machine: "published/windows-runner.json" });
    expect(await volumes.describe(directory)).toMatchObject({
      ...{ mountPoint, directory, chosen: true, untestable: null },
      drive: { model: "Msft Virtual Disk" },
    });
  });

  it.each([
    // ansible/ansible pull request 51595, ansible-collections/community.windows issue 622.
    ["SAS", "VMware  ", "VMware Virtual disk", null, "virtual"],
    ["ATA", null, "Virtual HD", null, "virtual"],
    // The sample of Ansible's module win_disk_facts.
    ["SCSI", "Red Hat ", "Red Hat VirtIO SCSI Disk Device", null, "virtual"],
    // PowerShell/PowerShell issue 15772: Windows is not told what is behind a USB bridge. The buses
    // are not in that capture.
    ["USB", null, "Seagate BUP Slim BK", "Unspecified", "usb"],
    ["SATA", null, "CT240BX500SSD1", "SSD", "sata-ssd"],
    ["SATA", null, "TOSHIBA MQ01ABD050", "HDD", "hard-disk"],
    // Names of spaces in somebody's notes and in a published script; their maker is that of another
    // space, "Msft Storage Space" (LibreHardwareMonitor pull request 871). The bus is after
    // STORAGE_BUS_TYPE.
    ["Spaces", "Msft    ", "virtual1", null, "unknown"],
    ["16", "Msft    ", "VirtualDisk1", null, "unknown"],
    // A laptop's only drive (somebody's notes of Get-Disk, the repository's name is not known), behind
    // a controller set to RAID; its medium is not in the capture.
    ["RAID", null, "NVMe KIOXIA 1024GB", null, "nvme"],
    ["RAID", null, "Intel Raid 0 Volume", null, "unknown"],
  ])("classifies %s %s %s (%s) as %s", (BusType, Manufacturer, FriendlyName, MediaType, kind) => {
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
