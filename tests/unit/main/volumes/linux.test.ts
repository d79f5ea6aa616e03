import { describe, expect, it } from "vitest";
import { volumeSchema } from "../../../../electron/contract/volume";
import { VolumeService } from "../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../fixtures/volumes/machine";

async function serviceOn(name: string, options: MachineOptions = {}) {
  const machine = machineOf(await fixture(name), options);
  return { machine, service: new VolumeService(machine, 50) };
}

describe("a guest with loop devices (captured)", () => {
  it("lists each volume once, by its first writable mount, and no part of the system", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual([
      "/",
      "/mnt/test/bt",
      "/mnt/test/inner",
      "/mnt/test/m nt ü",
    ]);
    for (const volume of volumes) {
      expect(volumeSchema.parse(volume)).toEqual(volume);
      expect(volume).toMatchObject({ chosen: false, untestable: null });
    }
    expect(new Set(volumes.map(({ id }) => id)).size).toBe(volumes.length);
  });

  it("describes the system's disk", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const [system] = await service.list();
    expect(system).toMatchObject({
      name: "System drive",
      directory: "/",
      system: true,
      fileSystem: "ext4",
      device: "/dev/vda",
      totalBytes: 500e9,
      freeBytes: 200e9,
      encryption: "none",
      drive: { model: null, kind: "virtual", bus: "virtio", removable: false },
      writeCache: "write-back",
      scheduler: "mq-deadline",
      evidenceDevices: ["vda"],
    });
  });

  it("follows images inside images down to the disk", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const inner = await service.describeFolder("/mnt/test/inner");
    expect(inner).toMatchObject({
      mountOptions: "rw,relatime,nobarrier",
      drive: { kind: "virtual", bus: "loop" },
      writeCache: "write-back",
      evidenceDevices: ["loop1", "loop0", "vda"],
    });
  });

  it("finds every device of a btrfs, also from a subvolume", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const evidenceDevices = ["loop2", "vda", "loop3"];
    expect(await service.describeFolder("/mnt/test/bt")).toMatchObject({ evidenceDevices });
    expect(await service.describeFolder("/mnt/test/btsub")).toMatchObject({
      evidenceDevices,
      mountPoint: "/mnt/test/btsub",
    });
  });

  it("goes through an overlay to what its upper folder lies on", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    expect(await service.describeFolder("/mnt/test/ov")).toMatchObject({
      fileSystem: "overlay",
      device: null,
      evidenceDevices: ["vda"],
    });
  });

  it("calls a chosen tmpfs memory, with no evidence and no encryption claimed", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    expect(await service.describeFolder("/mnt/test/memory")).toMatchObject({
      chosen: true,
      name: "memory",
      untestable: null,
      device: null,
      encryption: null,
      drive: { kind: "memory" },
      writeCache: "unknown",
      evidenceDevices: [],
    });
  });

  it("refuses the read-only view of a volume that is writable elsewhere", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    expect(await service.describeFolder("/mnt/test/ro")).toMatchObject({
      mountOptions: "ro,relatime",
      untestable: { code: "read-only" },
    });
  });

  it("has no evidence when the image of a loop device is deleted or closed to the user", async () => {
    for (const backing of ["/mnt/test/disk.img (deleted)", "/mnt/test/elsewhere.img"]) {
      const { service } = await serviceOn("kvm-guest-loops.txt", {
        change: `/sys/devices/virtual/block/loop0/loop/backing_file: ${backing}`,
      });
      expect(await service.describeFolder("/mnt/test/inner")).toMatchObject({
        evidenceDevices: [],
        followedDevices: ["loop1", "loop0"],
        encryption: null,
        writeCache: "unknown",
        drive: { kind: "virtual", bus: "loop" },
      });
    }
  });

  it("has no evidence when the image's path means another file here", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      devices: { "/mnt/test/disk.img": "8:1" },
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
  });

  it("finds an image whose name ends in a space", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/virtual/block/loop1/loop/backing_file: /root/image \n/root/image : image",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([
      "loop1",
      "vda",
    ]);
  });

  it("does not call an image unencrypted whose file system's devices are not known", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/virtual/block/loop1/loop/backing_file: /mnt/test/bt/x.img\n/mnt/test/bt/x.img: x",
      without: [
        "/sys/fs/btrfs/fa68a28a-e7a8-4d60-afe6-86f2fcb9b724/devices/loop2",
        "/sys/fs/btrfs/fa68a28a-e7a8-4d60-afe6-86f2fcb9b724/devices/loop3",
      ],
    });
    expect((await service.describeFolder("/mnt/test/inner")).encryption).toBeNull();
  });

  it("has no evidence on kernels that keep no flush counters", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/pci0000:00/0000:00:02.0/virtio1/block/vda/stat: 1 0 8 1 1 0 8 1 0 2 2 0 0 0 0",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
    expect((await service.describeFolder("/")).writeCache).toBe("write-back");
  });

  it("does not list what a later mount hides", async () => {
    const table = (await fixture("kvm-guest-loops.txt")).replace(
      "/sys/dev/block/254:0",
      "    110 43 7:9 / /mnt rw,relatime - ext4 /dev/loop9 rw\n/sys/dev/block/254:0",
    );
    const volumes = await new VolumeService(machineOf(table), 50).list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual(["/", "/mnt"]);
  });

  it("shows a volume by a writable mount, though a read-only one came first", async () => {
    const table = (await fixture("kvm-guest-loops.txt")).replace(
      "/mnt/test/m\\040nt\\040ü rw,relatime",
      "/mnt/test/m\\040nt\\040ü ro,relatime",
    );
    const volumes = await new VolumeService(machineOf(table), 50).list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toContain("/mnt/test/bind");
    expect(volumes).toHaveLength(4);
  });

  it("follows a loop device that lies on a disk instead of a file", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change: "/sys/devices/virtual/block/loop1/loop/backing_file: /dev/vda",
      blockNodes: { "/dev/vda": "254:0" },
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([
      "loop1",
      "vda",
    ]);
  });

  it("ends on a loop that lies on itself", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/virtual/block/loop1/loop/backing_file: /mnt/test/inner/x.img\n/mnt/test/inner/x.img: x",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
  });

  it("finds the disk of a chroot, where the table has no root", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change: "/proc/self/mountinfo:\n    90 43 0:21 / /proc rw,relatime - proc proc rw",
      devices: { "/": "254:0" },
    });
    const [root, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      mountPoint: "/",
      fileSystem: null,
      mountOptions: null,
      device: "/dev/vda",
      evidenceDevices: ["vda"],
    });
  });
});

describe("a laptop with LUKS and LVM", () => {
  const ann: MachineOptions = {
    home: "/home/ann",
    refused: { "/": "EACCES", "/home": "EACCES" },
  };

  it("shows what a person would recognise and hides snaps, start partitions and services", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const volumes = await service.list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual([
      "/",
      "/home",
      "/home/ann/server",
      "/mnt/nas",
      "/run/media/ann/DCIM",
      "/run/media/ann/FERIEN 2024",
      "/run/media/ann/T7",
    ]);
  });

  it("goes through LVM and LUKS to the NVMe drive, where alone flushes are counted", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const [system, home] = await service.list();
    expect(system).toMatchObject({
      name: "Samsung SSD 990 PRO 2TB",
      device: "/dev/mapper/vg-root",
      encryption: "LUKS",
      drive: { model: "Samsung SSD 990 PRO 2TB", kind: "nvme", bus: "nvme", removable: false },
      writeCache: "write-back",
      scheduler: "none",
      evidenceDevices: ["nvme0n1"],
      system: true,
    });
    expect(home).toMatchObject({ name: "Häuser Home", system: false, encryption: "LUKS" });
  });

  it("offers the home folder where only that may be written to, and only on its own volume", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const [system, home] = await service.list();
    expect(home).toMatchObject({ directory: "/home/ann", untestable: null });
    expect(system).toMatchObject({ directory: "/", untestable: { code: "no-permission" } });
  });

  it("offers the home folder of the system's volume if it has no volume of its own", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      home: "/root",
      refused: { "/": "EACCES" },
    });
    const [system] = await service.list();
    expect(system).toMatchObject({ directory: "/root", untestable: null });
  });

  it("says no permission if not even the home folder can be written to", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", {
      ...ann,
      refused: { ...ann.refused, "/home/ann": "EACCES" },
    });
    const [, home] = await service.list();
    expect(home).toMatchObject({ directory: "/home", untestable: { code: "no-permission" } });
  });

  it("does not take the kernel's word for a missing cache on USB and memory cards", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const volumes = await service.list();
    const byName = new Map(volumes.map((volume) => [volume.name, volume]));
    expect(byName.get("Kingston DataTraveler 3.0")).toMatchObject({
      writeCache: "unknown",
      drive: { kind: "usb", bus: "usb", removable: true },
      evidenceDevices: ["sda"],
    });
    expect(byName.get("Samsung PSSD T7")).toMatchObject({
      writeCache: "write-back",
      drive: { kind: "usb", removable: true },
    });
    expect(byName.get("SC128")).toMatchObject({
      writeCache: "unknown",
      drive: { kind: "memory-card", bus: "mmc" },
      evidenceDevices: [],
      untestable: { code: "read-only" },
    });
  });

  it("never touches a server while listing", async () => {
    const { machine, service } = await serviceOn("laptop-luks-lvm-nvme.txt", ann);
    const volumes = await service.list();
    const servers = volumes.filter(({ drive }) => drive.kind === "network");
    expect(servers.map(({ mountPoint }) => mountPoint)).toEqual(["/home/ann/server", "/mnt/nas"]);
    for (const { untestable, totalBytes, evidenceDevices } of servers) {
      expect(untestable?.code).toBe("network-mount");
      expect(totalBytes).toBeNull();
      expect(evidenceDevices).toEqual([]);
    }
    expect(machine.touched.filter((path) => /^\/(mnt\/nas|home\/ann\/server)/.test(path))).toEqual(
      [],
    );
    expect(machine.touched).toContain("/run/media/ann/T7");
  });

  it("names other obstacles before the network, which the person may agree to", async () => {
    const chosen = async (options: MachineOptions) =>
      (await serviceOn("laptop-luks-lvm-nvme.txt", { ...ann, ...options })).service.describeFolder(
        "/mnt/nas",
      );
    expect((await chosen({})).untestable?.code).toBe("network-mount");
    expect((await chosen({ refused: { "/mnt/nas": "EACCES" } })).untestable?.code).toBe(
      "no-permission",
    );
    expect((await chosen({ space: { totalBytes: 1e9, freeBytes: 1e6 } })).untestable?.code).toBe(
      "no-space",
    );
    expect((await chosen({})).mountOptions).toBe("rw,relatime,vers=4.2,hard,proto=tcp");
  });

  it("will not write into the inside of the system", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt");
    expect((await service.describeFolder("/sys/firmware/efi/efivars")).untestable?.code).toBe(
      "not-testable",
    );
  });
});

describe("several disks under one volume", () => {
  it("reads both members of a RAID 1 and leaves out the spare", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt");
    const [system, ssd] = await service.list();
    expect(system).toMatchObject({
      drive: { model: "WDC WD40EFRX-68N32N0 + ST4000VN008-2DR1", kind: "hard-disk", bus: "sata" },
      // One member says write back, the other write through.
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

  it("claims nothing when it cannot tell a member from a spare", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      without: ["/sys/devices/virtual/block/md0/md/dev-sdc1/state"],
    });
    const [system] = await service.list();
    expect(system).toMatchObject({ evidenceDevices: [], encryption: null });
  });

  it("names a disk once that holds two members", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      change: `/sys/dev/block/8:17 -> /sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda/sda2
/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0/block/sda/sda2/partition: 2`,
    });
    expect((await service.list())[0]?.evidenceDevices).toEqual(["sda"]);
  });

  it("claims nothing for multipath, where a flush takes one of several paths", async () => {
    const { service } = await serviceOn("laptop-luks-lvm-nvme.txt", {
      change: "/sys/devices/virtual/block/dm-0/dm/uuid: mpath-3600508b1001c1b7d",
    });
    const [system] = await service.list();
    expect(system).toMatchObject({ evidenceDevices: [], encryption: null });
  });

  it("keeps the drive's own name if udev knows it by another", async () => {
    const { service } = await serviceOn("server-raid1-sata.txt", {
      change: "/run/udev/data/b8:48:\n    E:ID_MODEL_ENC=USB3.0\\x20Dock",
    });
    expect((await service.list())[1]?.drive.model).toBe("INTEL SSDSC2KB48");
  });

  it("shows btrfs subvolumes as one volume and reads all its disks", async () => {
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

  it("claims nothing for a btrfs whose devices the system does not list", async () => {
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

  it("counts flushes on the hidden path of an NVMe drive, not on its shared head", async () => {
    const { service } = await serviceOn("nvme-multipath.txt");
    const [system] = await service.list();
    expect(system).toMatchObject({
      drive: { kind: "nvme", model: "KIOXIA KCD8XPUG1T92" },
      evidenceDevices: ["nvme0c0n1"],
    });
  });

  it("claims nothing where a flush may take one of two paths", async () => {
    const { service } = await serviceOn("nvme-multipath.txt", {
      change:
        "/sys/block/nvme0c1n1 -> /sys/devices/pci0000:00/0000:00:06.0/0000:01:00.0/nvme/nvme0/nvme0c0n1",
    });
    expect((await service.list())[0]?.evidenceDevices).toEqual([]);
  });
});

describe("systems inside others", () => {
  it("calls WSL's disk virtual and does not trust what it says of its cache", async () => {
    const { service } = await serviceOn("wsl2.txt");
    const [system, windows, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(system).toMatchObject({
      mountPoint: "/",
      drive: { kind: "virtual", bus: "vmbus", model: "Msft Virtual Disk" },
      writeCache: "unknown",
    });
    expect(windows).toMatchObject({ mountPoint: "/mnt/c", untestable: { code: "network-mount" } });
  });

  it("shows a ZFS pool once, without evidence it does not have", async () => {
    const { service } = await serviceOn("zfs-and-containers.txt");
    const volumes = await service.list();
    expect(volumes.map(({ device }) => device)).toEqual(["rpool/ROOT/ubuntu", "tank"]);
    expect(volumes[0]).toMatchObject({
      system: true,
      encryption: null,
      writeCache: "unknown",
      evidenceDevices: [],
      drive: { kind: "unknown" },
    });
  });

  it("shows a container its root and its data, and no single files", async () => {
    const { service } = await serviceOn("docker-container.txt");
    const [root, data, ...others] = await service.list();
    expect(others).toEqual([]);
    expect(root).toMatchObject({ mountPoint: "/", fileSystem: "overlay", evidenceDevices: [] });
    expect(data).toMatchObject({ directory: "/data", evidenceDevices: ["nvme0n1"] });
  });
});
