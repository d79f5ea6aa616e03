import { describe, expect, it } from "vitest";
import { serviceOn } from "./service-on";

describe("the description of a volume on a machine with several disks", () => {
  it("names both members of a RAID 1 and omits the spare", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt");
    const [system, ssd] = await service.list();
    expect(system).toMatchObject({
      drive: { model: "WDC WD40EFRX-68N32N0 + ST4000VN008-2DR1", kind: "hard-disk", bus: "sata" },
      // One disk reports "write back" and the other one "write through", of which the weaker
      // promise counts.
      writeCache: "write-back",
      scheduler: "mq-deadline",
      evidenceDevices: ["sda", "sdb"],
      encryption: "none",
    });
    expect(ssd).toMatchObject({
      name: "INTEL SSDSC2KB48",
      drive: { kind: "sata-ssd" },
      writeCache: "write-through",
    });
  });

  it("names no usable flush counter if a RAID member cannot be distinguished from a spare", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      without: ["/sys/devices/virtual/block/md0/md/dev-sdc1/state"],
    });
    const [system] = await service.list();
    expect(system).toMatchObject({ evidenceDevices: [], encryption: null });
  });

  it("names a disk once even if two RAID members are on it", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      change: `/sys/dev/block/8:17 -> /sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda/sda2
/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda/sda2/partition: 2`,
    });
    expect((await service.list())[0]?.evidenceDevices).toEqual(["sda"]);
  });

  it("names no usable flush counter for multipath, which flushes one of several paths", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", {
      change: "/sys/devices/virtual/block/dm-0/dm/uuid: mpath-3600508b1001c1b7d",
    });
    const [system] = await service.list();
    expect(system).toMatchObject({ evidenceDevices: [], encryption: null });
  });

  it("contains the model from sysfs if udev reports another name", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      change: "/run/udev/data/b8:48:\n    E:ID_MODEL_ENC=USB3.0\\x20Dock",
    });
    expect((await service.list())[1]?.drive.model).toBe("INTEL SSDSC2KB48");
  });

  it("appears once for all subvolumes of a btrfs, and names all disks of the btrfs", async () => {
    const { service } = await serviceOn("desktop-btrfs-two-disks.txt", {
      home: "/home/ann",
      refused: { "/": "EACCES" },
    });
    const volumes = await service.list();
    expect(volumes).toHaveLength(1);
    expect(volumes[0]).toMatchObject({
      mountPoint: "/",
      directory: "/home/ann",
      drive: { model: "Micron_7400_MTFDKBA480TDZ + Samsung SSD 860", kind: "unknown", bus: null },
      writeCache: "write-back",
      scheduler: null,
      evidenceDevices: ["nvme0n1", "sda"],
    });
  });

  it("names no usable flush counter for a btrfs whose devices the system does not list", async () => {
    const { service } = await serviceOn("desktop-btrfs-two-disks.txt", {
      without: ["/sys/fs/btrfs/22222222-bbbb-4bbb-8bbb-222222222222/devices/nvme0n1p2"],
    });
    const [system] = await service.list();
    expect(system).toMatchObject({
      evidenceDevices: [],
      writeCache: "unknown",
      encryption: null,
      drive: { kind: "unknown", model: null },
    });
  });

  it("names no usable flush counter if a flush may take one of two paths", async () => {
    const { service } = await serviceOn("nvme-multipath.txt", {
      change:
        "/sys/block/nvme0c1n1 -> /sys/devices/pci0000:00/0000:00:06.0/0000:01:00.0/nvme/nvme0/nvme0c0n1",
    });
    expect((await service.list())[0]?.evidenceDevices).toEqual([]);
  });
});
