import { describe, expect, it } from "vitest";
import { barriersAreOff, guaranteeOn, isMemory } from "#analysis/guarantee";
import { unknownDrive } from "#contract/volume";
import { serviceOn } from "./service-on";

const fixtureName = "memory-below.txt";
const tree = (lines: string) => ({ change: lines });

async function described(directory: string, options: Parameters<typeof serviceOn>[1] = {}) {
  const { service } = await serviceOn(fixtureName, options);
  return service.describeFolder(directory);
}

/** A machine with one more file system, on a device that consists of these parts. */
const onMapper = (mapper: string, parts: readonly string[], more = "") =>
  tree(`/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    42 27 0:39 / /mnt/mem rw,relatime - tmpfs tmpfs rw
    60 27 252:9 / /mnt/mapped rw,relatime - ext4 /dev/mapper/x rw
/mnt/mapped/
/sys/dev/block/252:9 -> /sys/devices/virtual/block/${mapper}
/sys/devices/virtual/block/${mapper}/dev: 252:9
${parts
  .map((part) => {
    const numbers: Record<string, string> = { vda: "254:0", zram1: "253:1", loop0: "7:0" };
    return `/sys/devices/virtual/block/${mapper}/slaves/${part}/dev: ${numbers[part]}\n${more.replace(/PART/g, part)}`;
  })
  .join("\n")}`);

describe("the description of a folder", () => {
  it.each([
    ["an overlay whose upper folder is on a tmpfs", "/mnt/overlay"],
    ["a loop device whose image is on a tmpfs", "/mnt/loop"],
    ["compressed memory (zram)", "/mnt/zram"],
  ])(
    "classifies %s as memory, on which fsync guarantees nothing, and names no disk",
    async (_, folder) => {
      const volume = await described(folder);
      expect(volume.drive).toEqual({ ...unknownDrive, kind: "memory" });
      expect(isMemory(volume)).toBe(true);
      expect(guaranteeOn("fsync", "linux", volume)).toBe("none");
      expect(volume.evidenceDevices).toEqual([]);
      expect(volume.diskDevices).toEqual([]);
    },
  );

  it("classifies a device-mapper volume as memory if a part of it lies in memory, and otherwise by its disk", async () => {
    for (const parts of [["zram1"], ["vda", "zram1"], ["zram1", "vda"], ["loop0"]]) {
      const { drive } = await described("/mnt/mapped", onMapper("dm-0", parts));
      expect([parts, drive.kind]).toEqual([parts, "memory"]);
    }
    const onDisk = await described("/mnt/mapped", onMapper("dm-0", ["vda"]));
    expect(onDisk.drive.kind).toBe("virtual");
  });

  it("classifies a volume as memory even if only one of the devices below it is in memory", async () => {
    const mirror = `/sys/devices/virtual/block/md0/md/dev-PART/state: in_sync
/sys/devices/virtual/block/md0/md/level: raid1`;
    const { change } = onMapper("md0", ["vda"], mirror);
    const two = tree(`${change}
/sys/dev/block/252:8 -> /sys/devices/virtual/block/dm-8
/sys/devices/virtual/block/dm-8/dev: 252:8
/sys/devices/virtual/block/dm-8/slaves/zram1/dev: 253:1
/sys/devices/virtual/block/dm-8/slaves/md0/dev: 252:9
/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    60 27 252:8 / /mnt/mapped rw,relatime - ext4 /dev/mapper/x rw`);
    expect((await described("/mnt/mapped", two)).drive.kind).toBe("memory");
    const pool = "/sys/fs/btrfs/1/devices";
    const btrfs = tree(`${change}
${pool}/zram1/dev: 253:1
${pool}/md0/dev: 252:9
/sys/class/block/zram1 -> /sys/devices/virtual/block/zram1
/dev/zram1: node
/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    60 27 0:77 / /mnt/mapped rw,relatime - btrfs /dev/zram1 rw`);
    expect((await described("/mnt/mapped", btrfs)).drive.kind).toBe("memory");
  });

  it("classifies a mirror as memory only if no copy is on a disk, but a striped set even if a part is on one", async () => {
    const mirror = `/sys/devices/virtual/block/md0/md/dev-PART/state: in_sync
/sys/devices/virtual/block/md0/md/level: raid1`;
    const kindOf = async (parts: string[]) =>
      (await described("/mnt/mapped", onMapper("md0", parts, mirror))).drive.kind;
    expect(await kindOf(["zram1", "vda"])).not.toBe("memory");
    expect(await kindOf(["zram1", "loop0"])).toBe("memory");
    const striped = mirror.replace("raid1", "raid0");
    const { drive } = await described("/mnt/mapped", onMapper("md0", ["zram1", "vda"], striped));
    expect(drive.kind).toBe("memory");
  });

  it.each(["ram0", "nullb0"])("classifies the kernel's %s as memory", async (name) => {
    const volume = await described(
      "/mnt/zram",
      tree(`/sys/dev/block/253:1 -> /sys/devices/virtual/block/${name}
/sys/devices/virtual/block/${name}/dev: 253:1`),
    );
    expect(volume.drive.kind).toBe("memory");
  });

  it("says that a folder on the kernel's simulated SCSI disk lies in memory", async () => {
    const place = "/sys/devices/pseudo_0/adapter0/host9/target9:0:0/9:0:0:0/block/sdz";
    const volume = await described(
      "/mnt/zram",
      tree(`/sys/dev/block/253:1 -> ${place}\n${place}/dev: 253:1`),
    );
    expect(volume.drive.kind).toBe("memory");
  });

  it("follows stacked overlays and a bind mount down to memory", async () => {
    const kindOf = async (lines: string) =>
      (
        await described(
          "/mnt/top",
          tree(`/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    42 27 0:39 / /mnt/mem rw,relatime - tmpfs tmpfs rw
    45 27 0:40 / /mnt/overlay rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/mnt/mem/upper,workdir=/mnt/mem/work
${lines}
/mnt/overlay/u/
/mnt/top/`),
        )
      ).drive.kind;
    expect(
      await kindOf(
        "    90 27 0:90 / /mnt/top rw - overlay overlay rw,lowerdir=/l,upperdir=/mnt/overlay/u,workdir=/mnt/overlay/w",
      ),
    ).toBe("memory");
    expect(await kindOf("    90 27 0:39 /upper /mnt/top rw - tmpfs tmpfs rw")).toBe("memory");
  });

  it.each([
    ["in a container, whose upper folder only the host can see", "/var/lib/docker/1/diff"],
    ["whose upper folder would lie in itself", "/mnt/overlay/upper"],
    ["whose upper folder is not named", ""],
  ])("leaves the mounts below unknown for an overlay %s", async (_, upper) => {
    const volume = await described(
      "/mnt/overlay",
      tree(`/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    45 27 0:40 / /mnt/overlay rw,relatime - overlay overlay rw,lowerdir=/l${upper && `,upperdir=${upper}`}
/mnt/overlay/upper/`),
    );
    expect(volume.lowerMounts).toBeNull();
    expect(volume.drive.kind).toBe("unknown");
    expect(guaranteeOn("fsync", "linux", volume)).toBe("unknown");
    expect(guaranteeOn("none", "linux", volume)).toBe("none");
  });

  it("leaves the mounts below unknown for a loop device with a deleted image", async () => {
    const volume = await described(
      "/mnt/loop",
      tree("/sys/devices/virtual/block/loop0/loop/backing_file: /mnt/mem/img (deleted)"),
    );
    expect(volume.lowerMounts).toBeNull();
    expect(guaranteeOn("fsync", "linux", volume)).toBe("unknown");
  });

  it("classifies an overlay as network if its upper folder is on a server", async () => {
    const volume = await described(
      "/mnt/overlay",
      tree(`/proc/self/mountinfo:
    27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
    44 27 0:41 / /mnt/nas rw,relatime - nfs4 nas:/srv rw
    45 27 0:40 / /mnt/overlay rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/mnt/nas/u
/mnt/overlay/`),
    );
    expect(volume.drive.kind).toBe("network");
    expect(guaranteeOn("fsync", "linux", volume)).toBe("unknown");
  });

  it.each(["/mnt/nobarrier", "/mnt/overlay-nobarrier", "/mnt/loop-nobarrier"])(
    "reports disabled write barriers for %s, even if only a mount below sets the option",
    async (folder) => {
      const volume = await described(folder);
      expect(barriersAreOff(volume)).toBe(true);
      expect(guaranteeOn("fsync", "linux", volume)).toBe("os-crash");
      expect(volume.drive.kind).toBe("virtual");
      expect(volume.evidenceDevices.at(-1)).toBe("vda");
      // Only the disk counts reads: a loop device above it would count them twice.
      expect(volume.diskDevices).toEqual(["vda"]);
    },
  );

  it("contains the file system and options of each mount below the folder, but not its device and path", async () => {
    const { lowerMounts } = await described("/mnt/overlay-nobarrier");
    expect(lowerMounts).toEqual([
      { fileSystem: "ext4", mountOptions: "rw,relatime,nobarrier" },
      { fileSystem: "ext4", mountOptions: "rw,relatime,discard" },
    ]);
  });
});
