import { describe, expect, it } from "vitest";
import {
  deviceFlushesOf,
  evidenceBetween,
} from "../../../../electron/engine-host/readings/round-evidence";
import type { SystemFiles } from "../../../../electron/engine-host/readings/system-files";
import { readSystem } from "../../../../electron/engine-host/readings/system-readings";

const stat = (sectors: number, flushes: number) =>
  `  1 0 8 0 5 0 ${sectors} 3 0 4 5 0 0 0 0 ${flushes} 2\n`;

const process = (parent: number, name = "program") => `1 (${name}) S ${parent} 1 1 0 -1 4194560\n`;
const diskOf = (source: string, type: string) =>
  `36 35 8:1 / /mnt rw,noatime - ${type} ${source} rw\n`;

/**
 * A Linux machine with one disk, the devices on top of it, two processors, and three other
 * processes beside a kernel thread.
 */
function machine(
  changes: Record<string, string> = {},
  others: readonly string[] = [],
): SystemFiles {
  const cpu = "/sys/devices/system/cpu";
  const files: Record<string, string> = {
    "/sys/block/dm-0/stat": stat(100, 20),
    "/sys/block/sda/stat": stat(120, 21),
    "/proc/7/io": "rchar: 1\nwrite_bytes: 5000\ncancelled_write_bytes: 0\n",
    "/proc/8/io": "rchar: 1\nwrite_bytes: 9000\ncancelled_write_bytes: 1000\n",
    "/proc/7/stat": process(1),
    "/proc/8/stat": process(1, "a) S 2 ("),
    "/proc/9/stat": process(7),
    "/proc/60/io": "write_bytes: 4000000\ncancelled_write_bytes: 0\n",
    "/proc/60/stat": process(2, "kworker/u8:1+loop0"),
    "/proc/self/mountinfo": diskOf("/dev/sda1", "ext4"),
    "/sys/block/dm-1/stat": stat(900, 0),
    "/sys/block/loop0/stat": stat(0, 0),
    "/sys/block/zram0/stat": stat(800, 0),
    "/proc/42/io": "write_bytes: 77777777\ncancelled_write_bytes: 0\n",
    "/proc/stat": "cpu  100 0 50 800 10 0 5 35 9 9\ncpu0 50 0 25 400 5 0 2 17 4 4\n",
    [`${cpu}/cpu0/thermal_throttle/core_throttle_count`]: "3\n",
    [`${cpu}/cpu1/thermal_throttle/core_throttle_count`]: "4\n",
    ...changes,
  };
  const lists: Record<string, string[]> = {
    "/proc": ["2", "7", "8", "9", "42", "60", "self", "stat"],
    "/sys/block": ["dm-0", "dm-1", "loop0", "sda", "zram0", ...others],
    "/sys/block/dm-1/slaves": ["dm-2"],
    "/sys/block/dm-2/slaves": ["sda3"],
    "/sys/block/loop0/slaves": [],
    [cpu]: ["cpu0", "cpu1", "cpufreq", "online"],
  };
  return {
    read: async (path) => {
      const text = files[path];
      if (text === undefined || text === "gone") throw new Error(`ENOENT ${path}`);
      return text;
    },
    list: async (path) => {
      const names = lists[path];
      if (names === undefined || files[path] === "gone") throw new Error(`ENOENT ${path}`);
      return names;
    },
  };
}

const following = (...evidenceDevices: string[]) => ({ evidenceDevices, followedDevices: [] });

const read = (changes?: Record<string, string>) =>
  readSystem(following("dm-0", "sda"), 42, machine(changes));

describe("readSystem()", () => {
  it("returns the counters of the devices and processors, and the bytes written by other programs, but not by this process or kernel threads", async () => {
    expect(await read()).toEqual({
      levels: [
        { device: "dm-0", flushes: 20, bytesWritten: 51_200 },
        { device: "sda", flushes: 21, bytesWritten: 61_440 },
      ],
      followed: null,
      writtenByOthers: new Map([
        ["7", 5000],
        ["8", 8000],
      ]),
      cpu: { steal: 35, total: 1000 },
      throttleEvents: 7,
    });
  });

  it("returns null for every value, and does not fail, if no file of the system can be read", async () => {
    const files = {
      read: () => Promise.reject(new Error()),
      list: () => Promise.reject(new Error()),
    };
    expect(await readSystem(following("sda"), 42, files)).toEqual({
      levels: null,
      followed: null,
      writtenByOthers: null,
      cpu: null,
      throttleEvents: null,
    });
  });

  it("returns null for the devices' counters if one device counts no flushes or no device is given", async () => {
    expect((await read({ "/sys/block/sda/stat": "1 2 3 4 5 6 7 8 9 10 11" })).levels).toBeNull();
    expect((await readSystem(following(), 42, machine())).levels).toBeNull();
  });

  it("returns null for the throttle events if one of the processors does not count them", async () => {
    const path = "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count";
    expect((await read({ [path]: "gone" })).throttleEvents).toBeNull();
  });
});

describe("the bytes written by other programs", () => {
  const writtenByOthers = async (
    changes: Record<string, string>,
    others: readonly string[] = [],
    stack = ["dm-0", "sda"],
  ) => (await readSystem(following(...stack), 42, machine(changes, others))).writtenByOthers;

  it("are null if another disk, or a device on one, was written to", async () => {
    // The written bytes of other programs may have gone to the other disk.
    expect(await writtenByOthers({ "/sys/block/sdaa/stat": stat(8, 0) }, ["sdaa"])).toBeNull();
    expect(await writtenByOthers({ "/sys/block/sdb/stat": stat(8, 0) }, ["sdb"])).toBeNull();
    expect(await writtenByOthers({ "/sys/block/loop0/stat": stat(8, 0) })).toBeNull();
    expect(
      await writtenByOthers({ "/sys/block/nvme0n1/stat": stat(8, 0) }, ["nvme0n1"]),
    ).toBeNull();
    expect(
      await writtenByOthers(
        { "/sys/block/nvme0c1n1/stat": stat(8, 0), "/sys/block/sda/stat": stat(0, 0) },
        ["nvme0c1n1"],
        ["nvme0n1"],
      ),
    ).toBeNull(); // dm-1 is on sda, which is another disk here
  });

  it("are known if no other disk was written to, or only other paths to the same drive", async () => {
    expect(await writtenByOthers({ "/sys/block/sdb/stat": stat(0, 0) }, ["sdb"])).not.toBeNull();
    expect(
      await writtenByOthers(
        {
          "/sys/block/nvme0c1n1/stat": stat(8, 0),
          "/sys/block/dm-1/stat": stat(0, 0),
          "/sys/block/sda/stat": stat(0, 0),
          "/sys/block/dm-0/stat": stat(0, 0),
        },
        ["nvme0c1n1"],
        ["nvme0n1"],
      ),
    ).not.toBeNull();
  });

  it.each(["nfs4", "cifs", "9p", "fuseblk", "fuseblk.ntfs"])(
    "are null while a file system of type %s is mounted",
    async (type) => {
      // The written bytes of other programs may have gone to the file system's server or daemon.
      const mounts = diskOf("/dev/sda1", "ext4") + diskOf("somewhere", type);
      expect(await writtenByOthers({ "/proc/self/mountinfo": mounts })).toBeNull();
    },
  );

  it("are null for a volume without known disks, such as a network volume, or with only some of its disks known", async () => {
    expect(await writtenByOthers({}, [], [])).toBeNull();
    const half = { evidenceDevices: [], followedDevices: ["dm-0"] };
    expect((await readSystem(half, 42, machine())).writtenByOthers).toBeNull();
  });

  it("are null if the list of mounts or the list of disks cannot be read", async () => {
    expect(await writtenByOthers({ "/proc/self/mountinfo": "gone" })).toBeNull();
    expect(await writtenByOthers({ "/sys/block": "gone" })).toBeNull();
  });
});

describe("evidenceBetween()", () => {
  it("returns the growth of every counter", async () => {
    const after = await read({
      "/sys/block/dm-0/stat": stat(300, 30),
      "/sys/block/sda/stat": stat(340, 26),
      "/proc/7/io": "write_bytes: 6000\ncancelled_write_bytes: 0\n",
      "/proc/9/io": "write_bytes: 500\ncancelled_write_bytes: 0\n",
      "/proc/stat": "cpu  150 0 50 840 10 0 5 45\n",
    });
    const found = evidenceBetween(await read(), after);
    // The lower count of the two devices: the flushes that passed both.
    expect(deviceFlushesOf(found)).toBe(5);
    expect(found).toEqual({
      levels: [
        { device: "dm-0", flushes: 10, bytesWritten: 102_400 },
        { device: "sda", flushes: 5, bytesWritten: 112_640 },
      ],
      followed: null,
      deviceBytesWritten: 102_400,
      // One process wrote more since the first reading, and one process is new.
      otherProgramsBytes: 1500,
      cpuStealShare: 0.1,
      throttleEvents: 0,
    });
  });

  it("returns null for the counters of all devices if one of them decreased or disappeared, and null for a decreased processor time", async () => {
    const back = await read({
      "/sys/block/sda/stat": stat(1, 1),
      "/proc/stat": "cpu  1 0 1 1 1 0 1 1\n",
    });
    expect(evidenceBetween(await read(), back)).toMatchObject({
      levels: null,
      deviceBytesWritten: null,
      cpuStealShare: null,
    });
    const gone = await readSystem(following("dm-0"), 42, machine());
    expect(deviceFlushesOf(evidenceBetween(await read(), gone))).toBeNull();
  });

  it("returns evidence with an upper device's counts, but without the drive's flushes, if the disk below is not known", async () => {
    const partOfTheWay = { evidenceDevices: [], followedDevices: ["dm-0"] };
    const before = await readSystem(partOfTheWay, 42, machine());
    const after = await readSystem(
      partOfTheWay,
      42,
      machine({ "/sys/block/dm-0/stat": stat(300, 30) }),
    );
    const found = evidenceBetween(before, after);
    expect(found).toMatchObject({
      levels: null,
      followed: [{ device: "dm-0", flushes: 10, bytesWritten: 102_400 }],
      deviceBytesWritten: 102_400,
    });
    expect(deviceFlushesOf(found)).toBeNull();
  });

  it("returns 0 for counters that did not change, but null for the stolen share of processor time if no such time passed", async () => {
    const calm = evidenceBetween(await read(), await read());
    expect(deviceFlushesOf(calm)).toBe(0);
    expect(calm).toMatchObject({
      deviceBytesWritten: 0,
      otherProgramsBytes: 0,
      throttleEvents: 0,
      cpuStealShare: null, // the clock of the processors has not ticked meanwhile
    });
  });
});
