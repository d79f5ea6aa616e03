import { describe, expect, it } from "vitest";
import { unknownDrive } from "#contract/volume";
import {
  activeScheduler,
  type BlockLevel,
  deviceNumberOf,
} from "../../../../electron/main/volumes/block-device";
import {
  busOf,
  diskDevicesOf,
  driveOf,
  encryptionOf,
  evidenceDevicesOf,
  followedDevicesOf,
  isVirtualModel,
  writeCacheOf,
} from "../../../../electron/main/volumes/drive-facts";
import { unescapeHex } from "../../../../electron/main/volumes/udev";

const disk: BlockLevel = {
  name: "nvme0n1",
  deviceNumber: "259:0",
  sysPath: "/sys/devices/pci0000:00/0000:00:06.0/0000:01:00.0/nvme/nvme0/nvme0n1",
  layer: "disk",
  countsFlushes: true,
  writeCache: "write-through",
  scheduler: "none",
  rotational: false,
  removable: false,
  vendor: null,
  model: "Some Drive",
  mapperUuid: null,
};
const level = (changes: Partial<BlockLevel>): BlockLevel => ({ ...disk, ...changes });
const stack = (...levels: BlockLevel[]) => ({ levels, complete: true });
const mapper = (mapperUuid: string, changes: Partial<BlockLevel> = {}) =>
  level({ name: "dm-0", layer: "mapper", countsFlushes: false, mapperUuid, ...changes });

const pci = "/sys/devices/pci0000:00/0000:00:17.0";
const places = {
  sata: level({ name: "sda", sysPath: `${pci}/ata1/host0/target0:0:0/0:0:0:0/block/sda` }),
  usb: level({
    name: "sdb",
    sysPath: `${pci}/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block/sdb`,
  }),
  scsi: level({ name: "sdc", sysPath: `${pci}/host2/target2:0:0/2:0:0:0/block/sdc` }),
  iscsi: level({
    name: "sdd",
    sysPath: "/sys/devices/platform/host5/session1/target5:0:0/5:0:0:1/block/sdd",
  }),
  virtio: level({ name: "vda", sysPath: `${pci}/virtio1/block/vda` }),
  virtioScsi: level({
    name: "sde",
    sysPath: `${pci}/virtio2/host3/target3:0:0/3:0:0:0/block/sde`,
  }),
  mmc: level({
    name: "mmcblk0",
    sysPath: "/sys/devices/platform/mmc_host/mmc0/mmc0:1/block/mmcblk0",
  }),
  xen: level({ name: "xvda", sysPath: "/sys/devices/vbd-51712/block/xvda" }),
  fabrics: level({ sysPath: "/sys/devices/virtual/nvme-fabrics/ctl/nvme0/nvme0n1" }),
  nbd: level({ name: "nbd0", sysPath: "/sys/devices/virtual/block/nbd0" }),
};

describe("driveOf()", () => {
  it.each([
    ["nvme", "nvme", disk],
    ["sata", "sata-ssd", places.sata],
    ["sata", "hard-disk", { ...places.sata, rotational: true }],
    ["sata", "unknown", { ...places.sata, rotational: null }],
    ["usb", "usb", { ...places.usb, rotational: true }],
    ["scsi", "unknown", places.scsi],
    ["scsi", "hard-disk", { ...places.scsi, rotational: true }],
    ["iscsi", "network", places.iscsi],
    ["virtio", "virtual", { ...places.virtio, rotational: true }],
    ["virtio", "virtual", places.virtioScsi],
    ["mmc", "memory-card", places.mmc],
    ["xen", "virtual", places.xen],
    ["nvme-fabrics", "network", places.fabrics],
    ["nbd", "network", places.nbd],
  ] as const)(
    "finds the bus %s and the kind %s by a drive's path in sysfs and its rotational flag",
    (bus, kind, leaf) => {
      expect(busOf(leaf)).toBe(bus);
      expect(driveOf(stack(leaf))).toMatchObject({ bus, kind });
    },
  );

  it.each([
    ["QEMU NVMe Ctrl", true],
    ["QEMU HARDDISK", true],
    ["VMware Virtual NVMe Disk", true],
    ["VMware, Virtual disk", true],
    ["VBOX HARDDISK", true],
    ["ORCL-VBOX-NVME-VER12", true],
    ["Msft Virtual Disk", true],
    ["Microsoft Virtual Disk", true],
    ["Amazon Elastic Block Store", true],
    ["Google PersistentDisk", true],
    ["nvme_card-pd", true],
    ["Samsung SSD 990 PRO 2TB", false],
    ["Apacer AS350", false],
    ["XPG GAMMIX S70", false],
    ["WD_BLACK SN850X 1000GB", false],
    ["APPLE SSD AP0512Q", false],
  ])("decides by the model name %s whether the drive is virtual: %s", (model, virtual) => {
    expect(isVirtualModel(model)).toBe(virtual);
    expect(driveOf(stack(level({ model }))).kind).toBe(virtual ? "virtual" : "nvme");
  });

  it('omits the vendor "ATA", which libata fills in, and keeps a real vendor', () => {
    expect(driveOf(stack({ ...places.sata, vendor: "ATA", model: "CT500MX500SSD1" })).model).toBe(
      "CT500MX500SSD1",
    );
    expect(driveOf(stack({ ...places.usb, vendor: "SanDisk", model: "Ultra Fit" })).model).toBe(
      "SanDisk Ultra Fit",
    );
  });

  it("returns only unknown facts for a file system without block devices", () => {
    expect(driveOf({ levels: [], complete: false })).toEqual(unknownDrive);
  });
});

describe("writeCacheOf()", () => {
  it("returns write-back if any disk reports it, even in an incomplete stack", () => {
    const cached = level({ name: "nvme1n1", writeCache: "write-back" });
    expect(writeCacheOf(stack(disk, cached))).toBe("write-back");
    expect(writeCacheOf({ levels: [cached], complete: false })).toBe("write-back");
  });

  it("returns write-through only if every device of a complete stack reports it and the bus is trustworthy", () => {
    expect(writeCacheOf(stack(disk))).toBe("write-through");
    expect(writeCacheOf(stack(mapper("LVM-x"), disk))).toBe("write-through");
    expect(writeCacheOf(stack(mapper("LVM-x", { writeCache: "write-back" }), disk))).toBe(
      "unknown",
    );
    expect(writeCacheOf({ levels: [disk], complete: false })).toBe("unknown");
    expect(writeCacheOf(stack(places.sata))).toBe("write-through");
    for (const bus of ["usb", "scsi", "iscsi", "mmc", "nbd"] as const) {
      expect(writeCacheOf(stack(places[bus])), bus).toBe("unknown");
    }
  });

  it("returns unknown if the kernel does not report the write cache or no device is known", () => {
    expect(writeCacheOf(stack(level({ writeCache: "unknown" })))).toBe("unknown");
    expect(writeCacheOf({ levels: [], complete: true })).toBe("unknown");
  });
});

describe("encryptionOf()", () => {
  it.each([
    ["CRYPT-LUKS2-5c1e0c3b-luks", "LUKS"],
    ["CRYPT-LUKS1-5c1e0c3b-luks", "LUKS"],
    ["CRYPT-PLAIN-swap", "dm-crypt"],
    ["CRYPT-BITLK-5c1e-usb", "BitLocker"],
    ["CRYPT-TCRYPT-5c1e-vault", "VeraCrypt"],
    ["CRYPT-VERITY-5c1e-root", "none"],
    ["CRYPT-INTEGRITY-5c1e-root", "none"],
    ["LVM-CRYPT-LUKS2", "none"],
  ])('returns for the device-mapper UUID "%s" the encryption "%s"', (uuid, encryption) => {
    expect(encryptionOf(stack(mapper(uuid), disk))).toBe(encryption);
  });

  it('returns "none" only if every block device below the volume is known, and null otherwise', () => {
    expect(encryptionOf(stack(disk))).toBe("none");
    expect(encryptionOf({ levels: [disk], complete: false })).toBeNull();
    expect(encryptionOf({ levels: [], complete: true })).toBeNull();
  });
});

describe("evidenceDevicesOf()", () => {
  it("lists every block device that counts flushes, from the file system to the disks", () => {
    const loop = level({ name: "loop0", layer: "loop" });
    expect(evidenceDevicesOf(stack(loop, mapper("LVM-x"), disk))).toEqual(["loop0", "nvme0n1"]);
  });

  it("returns no device if a disk counts no flushes, a device is unknown, the disks differ in kind or there is no disk", () => {
    const other = level({ name: "nvme1n1" });
    expect(evidenceDevicesOf(stack(disk, other))).toEqual(["nvme0n1", "nvme1n1"]);
    expect(evidenceDevicesOf(stack(disk, { ...other, countsFlushes: false }))).toEqual([]);
    expect(evidenceDevicesOf({ levels: [disk], complete: false })).toEqual([]);
    // An SSD cache in front of a hard disk may not pass flushes on.
    expect(evidenceDevicesOf(stack(disk, { ...other, rotational: true }))).toEqual([]);
    expect(evidenceDevicesOf(stack(level({ name: "loop0", layer: "loop" })))).toEqual([]);
  });
});

describe("followedDevicesOf()", () => {
  it("returns the known devices that count flushes if another device below the volume is unknown, else none", () => {
    const loop = level({ name: "loop0", layer: "loop" });
    expect(followedDevicesOf({ levels: [loop, mapper("LVM-x")], complete: false })).toEqual([
      "loop0",
    ]);
    expect(followedDevicesOf(stack(loop, disk))).toEqual([]);
    expect(followedDevicesOf({ levels: [], complete: false })).toEqual([]);
  });
});

describe("the parsers of sysfs and udev texts", () => {
  it.each([
    ["none [mq-deadline] kyber bfq", "mq-deadline"],
    ["[none]", "none"],
    ["none", "none"],
    ["", null],
  ])("find the active scheduler of %j: %j", (text, scheduler) => {
    expect(activeScheduler(text)).toBe(scheduler);
  });

  it("split device numbers into major and minor as glibc does", () => {
    expect(deviceNumberOf(65_024)).toBe("254:0");
    expect(deviceNumberOf(0x1b)).toBe("0:27");
    // The numbers of makedev(259, 300) and makedev(4100, 70000).
    expect(deviceNumberOf(0x11032c)).toBe("259:300");
    expect(deviceNumberOf(0x100011100470)).toBe("4100:70000");
  });

  it("decode udev's escapes as UTF-8", () => {
    expect(unescapeHex("H\\xc3\\xa4user\\x20\\x5cHome")).toBe("Häuser \\Home");
  });
});

describe("diskDevicesOf()", () => {
  it("lists only the disks of a device stack, and no disk if the stack is incomplete", () => {
    const loop = level({ name: "loop0", layer: "loop" });
    expect(diskDevicesOf(stack(loop, mapper("LVM-x"), disk))).toEqual(["nvme0n1"]);
    expect(diskDevicesOf({ levels: [loop, disk], complete: false })).toEqual([]);
  });
});
