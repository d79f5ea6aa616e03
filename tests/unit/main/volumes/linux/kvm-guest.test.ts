import { describe, expect, it } from "vitest";
import { volumeSchema } from "#contract/volume-schema";
import { VolumeService } from "../../../../../electron/main/volumes/volume-service";
import { fixture, machineOf } from "../../../../fixtures/volumes/machine";
import { serviceOn } from "./service-on";

describe("the volumes of a captured KVM guest with loop devices", () => {
  it("appear once each, by the first writable mount, without system mounts", async () => {
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

  it("include the system's disk with its facts", async () => {
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

  it("include nested images with evidence down to the disk", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const inner = await service.describeFolder("/mnt/test/inner");
    expect(inner).toMatchObject({
      mountOptions: "rw,relatime,nobarrier",
      drive: { kind: "virtual", bus: "loop" },
      writeCache: "write-back",
      evidenceDevices: ["loop1", "loop0", "vda"],
    });
  });

  it("include a btrfs with all its devices, also through a subvolume", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    const evidenceDevices = ["loop2", "vda", "loop3"];
    expect(await service.describeFolder("/mnt/test/bt")).toMatchObject({ evidenceDevices });
    expect(await service.describeFolder("/mnt/test/btsub")).toMatchObject({
      evidenceDevices,
      mountPoint: "/mnt/test/btsub",
    });
  });

  it("include an overlay with the disk below its upper folder", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    expect(await service.describeFolder("/mnt/test/ov")).toMatchObject({
      fileSystem: "overlay",
      device: null,
      evidenceDevices: ["vda"],
    });
  });

  it("include a chosen tmpfs as memory, without evidence or encryption", async () => {
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

  it("are not testable through a read-only view, even if writable elsewhere", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt");
    expect(await service.describeFolder("/mnt/test/ro")).toMatchObject({
      mountOptions: "ro,relatime",
      untestable: { code: "read-only" },
    });
  });

  it("have no evidence if a loop device's image is deleted or not accessible", async () => {
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

  it("have no evidence if the image's path leads to another file", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      devices: { "/mnt/test/disk.img": "8:1" },
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
  });

  it("include one whose image name ends in a space", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/virtual/block/loop1/loop/backing_file: /root/image \n/root/image : image",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([
      "loop1",
      "vda",
    ]);
  });

  it("have unknown encryption if an image's file system has unknown devices", async () => {
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

  it("have no evidence on kernels without flush counters", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/pci0000:00/0000:00:02.0/virtio1/block/vda/stat: 1 0 8 1 1 0 8 1 0 2 2 0 0 0 0",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
    expect((await service.describeFolder("/")).writeCache).toBe("write-back");
  });

  it("do not include one that a later mount hides", async () => {
    const table = (await fixture("kvm-guest-loops.txt")).replace(
      "/sys/dev/block/254:0",
      "    110 43 7:9 / /mnt rw,relatime - ext4 /dev/loop9 rw\n/sys/dev/block/254:0",
    );
    const volumes = await new VolumeService(machineOf(table), 50).list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual(["/", "/mnt"]);
  });

  it("appear by a writable mount even after a read-only one", async () => {
    const table = (await fixture("kvm-guest-loops.txt")).replace(
      "/mnt/test/m\\040nt\\040ü rw,relatime",
      "/mnt/test/m\\040nt\\040ü ro,relatime",
    );
    const volumes = await new VolumeService(machineOf(table), 50).list();
    expect(volumes.map(({ mountPoint }) => mountPoint)).toContain("/mnt/test/bind");
    expect(volumes).toHaveLength(4);
  });

  it("include a loop device that is backed by a disk instead of a file", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change: "/sys/devices/virtual/block/loop1/loop/backing_file: /dev/vda",
      blockNodes: { "/dev/vda": "254:0" },
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([
      "loop1",
      "vda",
    ]);
  });

  it("have no evidence if a loop device is backed by itself", async () => {
    const { service } = await serviceOn("kvm-guest-loops.txt", {
      change:
        "/sys/devices/virtual/block/loop1/loop/backing_file: /mnt/test/inner/x.img\n/mnt/test/inner/x.img: x",
    });
    expect((await service.describeFolder("/mnt/test/inner")).evidenceDevices).toEqual([]);
  });

  it("include the disk of a chroot, whose mount table has no root", async () => {
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
