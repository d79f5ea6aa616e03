import { describe, expect, it } from "vitest";
import type { AskedVolume } from "#contract/volume-facts";
import {
  networkRoots,
  silentPlaces,
  visibleVolumes,
} from "../../../../electron/main/volumes/windows-asked";
import { driveOf } from "../../../../electron/main/volumes/windows-facts";
import { disk, hotplug, networkVolume, Structure, seekPenalty, volume } from "./windows-machine";

const gptPartition = (type: readonly number[], attributes = 0n) => {
  const structure = new Structure().number(0, 1).number(64, attributes, 8).number(143, 0, 1);
  for (const [place, byte] of type.entries()) {
    structure.number(32 + place, byte, 1);
  }
  return structure.all;
};

const nvme = disk(
  0,
  {
    vendor: "NVMe",
    product: "Samsung SSD 990 PRO 1TB ",
    firmware: "4B2QJXD7",
    serial: "0025_38B2_3140_1234.",
    bus: 17,
  },
  {
    adapterSerial: new Structure().number(0, 264).number(4, 264).text(8, "S6Z1NJ0W123456  ", 2).all,
    seekPenalty: seekPenalty(false),
    alignment: new Structure().number(16, 512).number(20, 4096).number(24, 0).all,
    geometry: new Structure().number(24, 1_000_204_886_016n, 8).all,
    link: { speed: 4, width: 4, mostSpeed: 4, mostWidth: 4 },
  },
);

const found = (...asked: AskedVolume[]) => visibleVolumes(asked, "C:\\Windows");
const driveFound = (...asked: AskedVolume[]) => found(...asked).map(driveOf)[0];

describe("the facts about Windows volumes from the addon", () => {
  it("name an NVMe drive by model, controller serial number and link", () => {
    expect(driveFound(volume("C", { disks: [nvme] }))).toMatchObject({
      model: "Samsung SSD 990 PRO 1TB",
      kind: "nvme",
      bus: "NVMe",
      removable: false,
      serial: "S6Z1NJ0W123456",
      firmware: "4B2QJXD7",
      capacityBytes: 1_000_204_886_016,
      sectorBytes: { logical: 512, physical: 4096 },
      link: { type: "pcie", gigatransfersPerSecond: 16, lanes: 4 },
      disks: 1,
    });
  });

  it("omit a serial number that is a namespace identifier, and a link of unknown generation", () => {
    const link = { speed: 99, width: 4, mostSpeed: 99, mostWidth: 4 };
    const identityOf = (serial: string) =>
      driveFound(volume("C", { disks: [disk(0, { serial, bus: 17 }, { link })] }));
    expect(identityOf("0025_3854_21B0_0B5D.")).toMatchObject({ serial: null, link: null });
    expect(identityOf("  S21NNSAG123456X")).toMatchObject({ serial: "S21NNSAG123456X" });
  });

  it('identify an NVMe drive behind a RAID driver by the vendor string "NVMe"', () => {
    const behind = (vendor: string) =>
      driveFound(
        volume("C", { disks: [disk(0, { vendor, product: "SAMSUNG MZVLB512", bus: 8 })] }),
      );
    expect(behind("NVMe    ")).toMatchObject({
      kind: "nvme",
      bus: "RAID",
      model: "SAMSUNG MZVLB512",
    });
    expect(behind("Intel   ")).toMatchObject({ kind: "unknown", model: "Intel SAMSUNG MZVLB512" });
  });

  it.each([
    // From ansible/ansible pull request 51595 and ansible-collections/community.windows issue 622.
    [10, "VMware  ", "Virtual disk", null, "virtual"],
    [3, undefined, "Virtual HD", null, "virtual"],
    [10, "Msft    ", "Virtual Disk", null, "virtual"],
    // From the sample of Ansible's module win_disk_facts.
    [1, "Red Hat ", "VirtIO SCSI Disk Device", null, "virtual"],
    // From PowerShell/PowerShell issue 15772: Windows does not learn which drive is behind a USB
    // bridge. The bus numbers are not in that capture.
    [7, undefined, "Seagate BUP Slim BK", null, "usb"],
    [11, undefined, "CT240BX500SSD1", false, "sata-ssd"],
    [11, undefined, "TOSHIBA MQ01ABD050", true, "hard-disk"],
    [11, undefined, "ST2000DM008", null, "unknown"],
    // Names of storage spaces from published notes and a published script, with the maker of
    // another space, "Msft Storage Space" (LibreHardwareMonitor pull request 871). The bus number
    // follows STORAGE_BUS_TYPE.
    [16, "Msft    ", "virtual1", null, "unknown"],
    [16, "Msft    ", "VirtualDisk1", null, "unknown"],
    // A laptop's only drive behind a controller set to RAID, from published notes of Get-Disk (the
    // repository's name is not known); the capture does not have the medium.
    [8, undefined, "NVMe KIOXIA 1024GB", null, "nvme"],
    [8, undefined, "Intel Raid 0 Volume", null, "unknown"],
    [12, undefined, "A card", null, "memory-card"],
    [14, undefined, "An image", null, "virtual"],
    [9, undefined, "A server", null, "network"],
    // https://learn.microsoft.com/windows/win32/api/winioctl/ne-winioctl-storage_bus_type
    [19, undefined, "A phone's memory", null, "unknown"],
    [20, undefined, "A drive over a fabric", null, "network"],
    [99, undefined, "A later bus", false, "unknown"],
  ] as const)(
    'classify a drive with bus %s, maker %s, model %s and seek penalty %s as "%s"',
    (bus, vendor, product, rotates, kind) => {
      const told = { ...(vendor && { vendor }), product, bus };
      const medium = rotates === null ? {} : { seekPenalty: seekPenalty(rotates) };
      const drive = driveFound(volume("F", { disks: [disk(1, told, medium)] }));
      expect(drive).toMatchObject({ kind, disks: bus === 16 ? null : 1 });
      expect(drive?.removable).toBe(bus === 7 || bus === 12);
    },
  );

  it.each([
    // A hot-pluggable drive on an internal bus may be behind Thunderbolt or eSATA, or in a port of
    // the board.
    [17, hotplug(true), null],
    [11, hotplug(true), null],
    [17, hotplug(false), false],
    [17, hotplug(true).slice(0, 6), false],
    [7, hotplug(true), true],
    [7, hotplug(false), true],
  ])(
    "say whether a drive is removable by its bus %s and the hot-plug answer %j",
    (bus, answer, removable) => {
      const drive = disk(1, { product: "Disk", bus }, { hotplug: answer });
      expect(driveFound(volume("T", { disks: [drive] }))?.removable).toBe(removable);
    },
  );

  it("contain the link of an NVMe disk, but none for a SATA or RAID disk", () => {
    const link = { speed: 3, width: 4, mostSpeed: 3, mostWidth: 4 };
    const linkOf = (bus: number, vendor = "ATA") =>
      driveFound(volume("D", { disks: [disk(1, { vendor, product: "Disk", bus }, { link })] }))
        ?.link;
    expect([linkOf(11), linkOf(8, "NVMe"), linkOf(17, "NVMe")]).toMatchObject([
      null,
      null,
      { type: "pcie", lanes: 4 },
    ]);
  });

  it("contain only strings that lie within the descriptor of the disk", () => {
    const short = { ...nvme, descriptor: nvme.descriptor.slice(0, 30), adapterSerial: [1, 2] };
    expect(driveFound(volume("C", { disks: [short] }))).toMatchObject({
      model: null,
      serial: null,
    });
    const beyond = { ...nvme, descriptor: new Structure().number(16, 4000).number(28, 17).all };
    expect(driveFound(volume("C", { disks: [beyond] }))?.model).toBeNull();
  });

  it("contain no bus name if the number of the bus is not known", () => {
    const busOf = (bus: number) => driveFound(volume("D", { disks: [disk(1, { bus })] }))?.bus;
    expect([0, 18, 19, 20, 99].map(busOf)).toEqual([null, "SCM", "UFS", "NVMe-oF", null]);
  });

  it("mark a volume as diskless if no driver names a disk for it, as for one that a program provides", () => {
    // VeraCrypt (Driver/Ntdriver.c) answers with no extents; memory disks do not answer.
    const dynamic = [nvme, disk(1, { product: "Other", bus: 11 })];
    const marked = found(
      volume("C", { disks: [nvme] }),
      volume("D", { disks: dynamic }),
      volume("V", { disks: [] }),
      volume("R", { disks: [] }, { path: "R:\\" }),
    ).map(({ diskless }) => diskless);
    expect(marked).toEqual([false, false, true, true]);
  });

  it("omit a recovery and a hidden partition, a card reader without a card and a volume without a mount point", () => {
    const recovery = [
      0xa4, 0xbb, 0x94, 0xde, 0xd1, 0x06, 0x40, 0x4d, 0xa1, 0x6a, 0xbf, 0xd5, 1, 0x79, 0xd6, 0xac,
    ];
    const basic = [
      0xa2, 0xa0, 0xd0, 0xeb, 0xe5, 0xb9, 0x33, 0x44, 0x87, 0xc0, 0x68, 0xb6, 0xb7, 0x26, 0x99,
      0xc7,
    ];
    const mountPoints = found(
      volume("C", { partition: gptPartition(basic) }),
      volume("R", { partition: gptPartition(recovery) }),
      volume("H", { partition: gptPartition(basic, 1n << 62n) }),
      volume("F", { totalBytes: null, freeBytes: null }),
      volume("N", {}, { mountPoints: [] }),
    ).map(({ mountPoint }) => mountPoint);
    expect(mountPoints).toEqual(["C:\\"]);
  });

  it("include a locked volume and one whose file system Windows cannot read, but no empty card reader or disc drive", () => {
    const nothing = { fileSystem: null, label: null, totalBytes: null, freeBytes: null };
    const sized = { geometry: new Structure().number(24, 64_000_000_000n, 8).all };
    const stick = disk(4, { product: "Stick", bus: 7 }, sized);
    const reader = disk(5, { product: "Reader", bus: 7 });
    const reasons = found(
      volume("L", { ...nothing, driveType: 2, encryption: 6, disks: [stick] }),
      volume("R", { ...nothing, driveType: 2, disks: [stick] }),
      volume("F", { ...nothing, driveType: 2, disks: [reader] }),
      volume("D", { ...nothing, driveType: 5, disks: [stick] }),
    ).map(({ mountPoint, unreadable }) => [mountPoint, unreadable]);
    expect(reasons).toEqual([
      ["L:\\", "locked"],
      ["R:\\", "no-file-system"],
    ]);
  });

  it("mark a volume as read-only if its partition, its disk or the volume itself is", () => {
    const basic = [0xa2, 0xa0, 0xd0, 0xeb];
    const readOnly = found(volume("D", { partition: gptPartition(basic, 1n << 60n) }))[0];
    expect(readOnly?.readOnly).toBe(true);
    // A read-only volume: a stick with its switch on, an image mounted for reading, or a volume set
    // so.
    const set = (isSet: boolean | null) => found(volume("D", { readOnly: isSet }))[0]?.readOnly;
    expect([set(true), set(false), set(null)]).toEqual([true, false, false]);
    const card = disk(3, { product: "SD", bus: 12 }, { writable: false });
    expect(found(volume("E", { disks: [card] }))[0]?.readOnly).toBe(true);
  });

  it("distinguish volumes that do not answer from network volumes", () => {
    const asked = [volume("C", {}), volume("S", null), networkVolume("Z")];
    expect(found(...asked)).toHaveLength(1);
    expect(silentPlaces(asked)).toEqual([["S:\\"]]);
    expect(networkRoots(asked)).toEqual(["Z:\\"]);
  });
});
