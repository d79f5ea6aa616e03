import { describe, expect, it } from "vitest";
import { volumeSchema } from "#contract/volume-schema";
import { VolumeService } from "../../../../../electron/main/volumes/volume-service";
import { fixture, type MachineOptions, machineOf } from "../../../../fixtures/volumes/machine";
import { serviceOn } from "./service-on";

const name = "kvm-guest-loops.txt";
const described = async (folder: string, options?: MachineOptions) =>
  (await serviceOn(name, options)).service.describeFolder(folder);
/** The list of volumes after a change of one text in the guest's files. */
async function listedAfter(place: string, change: string) {
  const table = (await fixture(name)).replace(place, change);
  return new VolumeService(machineOf(table), 50).list();
}
const loops = "/sys/devices/virtual/block";
const pool = "/sys/fs/btrfs/fa68a28a-e7a8-4d60-afe6-86f2fcb9b724/devices";

describe("the volumes of a captured KVM guest with loop devices", () => {
  it("appear once each, by the first writable mount, without system mounts", async () => {
    const volumes = await (await serviceOn(name)).service.list();
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
    expect(volumes[0]).toMatchObject({
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

  it.each([
    [
      "nested images with evidence down to the disk",
      "/mnt/test/inner",
      {
        mountOptions: "rw,relatime,nobarrier",
        drive: { kind: "virtual", bus: "loop" },
        writeCache: "write-back",
        evidenceDevices: ["loop1", "loop0", "vda"],
      },
    ],
    [
      "a btrfs with all its devices",
      "/mnt/test/bt",
      { evidenceDevices: ["loop2", "vda", "loop3"] },
    ],
    [
      "a subvolume with the devices of its btrfs",
      "/mnt/test/btsub",
      { evidenceDevices: ["loop2", "vda", "loop3"], mountPoint: "/mnt/test/btsub" },
    ],
    [
      "an overlay with the disk below its upper folder",
      "/mnt/test/ov",
      { fileSystem: "overlay", device: null, evidenceDevices: ["vda"] },
    ],
    [
      "a chosen tmpfs as memory, without evidence or encryption",
      "/mnt/test/memory",
      {
        chosen: true,
        name: "memory",
        untestable: null,
        device: null,
        encryption: null,
        drive: { kind: "memory" },
        writeCache: "unknown",
        evidenceDevices: [],
      },
    ],
    [
      "a read-only view, which cannot be tested even if it is writable elsewhere",
      "/mnt/test/ro",
      { mountOptions: "ro,relatime", untestable: { code: "read-only" } },
    ],
  ])("include %s", async (_what, folder, facts) => {
    expect(await described(folder)).toMatchObject(facts);
  });

  it.each(["/mnt/test/disk.img (deleted)", "/mnt/test/elsewhere.img"])(
    "have no usable flush counter if the image of a loop device is deleted or not accessible: %s",
    async (image) => {
      const change = `${loops}/loop0/loop/backing_file: ${image}`;
      expect(await described("/mnt/test/inner", { change })).toMatchObject({
        evidenceDevices: [],
        followedDevices: ["loop1", "loop0"],
        encryption: null,
        writeCache: "unknown",
        drive: { kind: "virtual", bus: "loop" },
      });
    },
  );

  it.each<[string[], string, MachineOptions]>([
    [[], "the image's path leads to another file", { devices: { "/mnt/test/disk.img": "8:1" } }],
    [
      ["loop1", "vda"],
      "the image's name ends in a space",
      { change: `${loops}/loop1/loop/backing_file: /root/image \n/root/image : image` },
    ],
    [
      [],
      "the kernel has no flush counters",
      {
        change:
          "/sys/devices/pci0000:00/0000:00:02.0/virtio1/block/vda/stat: 1 0 8 1 1 0 8 1 0 2 2 0 0 0 0",
      },
    ],
    [
      ["loop1", "vda"],
      "a loop device is backed by a disk instead of a file",
      {
        change: `${loops}/loop1/loop/backing_file: /dev/vda`,
        blockNodes: { "/dev/vda": "254:0" },
      },
    ],
    [
      [],
      "a loop device is backed by itself",
      {
        change: `${loops}/loop1/loop/backing_file: /mnt/test/inner/x.img\n/mnt/test/inner/x.img: x`,
      },
    ],
  ])("have the usable flush counters %j if %s", async (devices, _case, options) => {
    expect((await described("/mnt/test/inner", options)).evidenceDevices).toEqual(devices);
  });

  it("have unknown encryption if an image lies on a file system whose devices are unknown", async () => {
    const inner = await described("/mnt/test/inner", {
      change: `${loops}/loop1/loop/backing_file: /mnt/test/bt/x.img\n/mnt/test/bt/x.img: x`,
      without: [`${pool}/loop2`, `${pool}/loop3`],
    });
    expect(inner.encryption).toBeNull();
  });

  it("do not include a volume that a later mount hides", async () => {
    const volumes = await listedAfter(
      "/sys/dev/block/254:0",
      "    110 43 7:9 / /mnt rw,relatime - ext4 /dev/loop9 rw\n/sys/dev/block/254:0",
    );
    expect(volumes.map(({ mountPoint }) => mountPoint)).toEqual(["/", "/mnt"]);
  });

  it("appear at a writable mount point even if a read-only mount comes first", async () => {
    const path = "/mnt/test/m\\040nt\\040ü";
    const volumes = await listedAfter(`${path} rw,relatime`, `${path} ro,relatime`);
    expect(volumes.map(({ mountPoint }) => mountPoint)).toContain("/mnt/test/bind");
    expect(volumes).toHaveLength(4);
  });

  it("include the disk of a chroot, whose mount table has no root", async () => {
    const { service } = await serviceOn(name, {
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
