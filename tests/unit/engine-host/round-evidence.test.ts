import { describe, expect, it } from "vitest";
import { deviceFlushesOf, evidenceBetween } from "../../../electron/engine-host/round-evidence";
import { readSystem, type SystemFiles } from "../../../electron/engine-host/system-readings";

const stat = (sectors: number, flushes: number) =>
  `  1 0 8 0 5 0 ${sectors} 3 0 4 5 0 0 0 0 ${flushes} 2\n`;

/** A Linux machine with two levels of devices, two processors and three other processes. */
function machine(changes: Record<string, string> = {}): SystemFiles {
  const cpu = "/sys/devices/system/cpu";
  const files: Record<string, string> = {
    "/sys/block/dm-0/stat": stat(100, 20),
    "/sys/block/sda/stat": stat(120, 21),
    "/proc/7/io": "rchar: 1\nwrite_bytes: 5000\ncancelled_write_bytes: 0\n",
    "/proc/8/io": "rchar: 1\nwrite_bytes: 9000\ncancelled_write_bytes: 1000\n",
    "/proc/42/io": "write_bytes: 77777777\ncancelled_write_bytes: 0\n",
    "/proc/stat": "cpu  100 0 50 800 10 0 5 35 9 9\ncpu0 50 0 25 400 5 0 2 17 4 4\n",
    [`${cpu}/cpu0/thermal_throttle/core_throttle_count`]: "3\n",
    [`${cpu}/cpu1/thermal_throttle/core_throttle_count`]: "4\n",
    ...changes,
  };
  const lists: Record<string, string[]> = {
    "/proc": ["7", "8", "9", "42", "self", "stat"],
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

describe("readSystem", () => {
  it("reads the kernel's counters, without this very process", async () => {
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

  it("knows nothing where nothing can be read, and does not fail", async () => {
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

  it("knows no levels when one of them does not count flushes, or none is named", async () => {
    expect((await read({ "/sys/block/sda/stat": "1 2 3 4 5 6 7 8 9 10 11" })).levels).toBeNull();
    expect((await readSystem(following(), 42, machine())).levels).toBeNull();
  });

  it("knows no throttling where one processor does not count it", async () => {
    const path = "/sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count";
    expect((await read({ [path]: "gone" })).throttleEvents).toBeNull();
  });
});

describe("evidenceBetween", () => {
  it("is the growth of every counter", async () => {
    const after = await read({
      "/sys/block/dm-0/stat": stat(300, 30),
      "/sys/block/sda/stat": stat(340, 26),
      "/proc/7/io": "write_bytes: 6000\ncancelled_write_bytes: 0\n",
      "/proc/9/io": "write_bytes: 500\ncancelled_write_bytes: 0\n",
      "/proc/stat": "cpu  150 0 50 840 10 0 5 45\n",
    });
    const found = evidenceBetween(await read(), after);
    expect(deviceFlushesOf(found)).toBe(5); // what passed both
    expect(found).toEqual({
      levels: [
        { device: "dm-0", flushes: 10, bytesWritten: 102_400 },
        { device: "sda", flushes: 5, bytesWritten: 112_640 },
      ],
      followed: null,
      deviceBytesWritten: 102_400,
      otherProgramsBytes: 1500, // one wrote more, one is new
      cpuStealShare: 0.1,
      throttleEvents: 0,
    });
  });

  it("is not known where counters went back or a device left", async () => {
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

  it("keeps what was counted part of the way apart: no flush of it is known to reach the drive", async () => {
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

  it("is 0, not unknown, where nothing happened", async () => {
    const calm = evidenceBetween(await read(), await read());
    expect(deviceFlushesOf(calm)).toBe(0);
    expect(calm).toMatchObject({
      deviceBytesWritten: 0,
      otherProgramsBytes: 0,
      throttleEvents: 0,
      cpuStealShare: null, // no tick of time has passed
    });
  });
});
