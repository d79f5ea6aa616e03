import { expect, it } from "vitest";
import { countFlushes } from "../../../../electron/main/power-cut/others-flushes";
import { machineOf } from "../../../fixtures/volumes/machine";

/**
 * `/sys/block/<disk>/stat` of Linux 5.5 and later: the sixteenth of its 17 numbers counts flushes.
 */
const stat = (disk: string, flushes: number) =>
  `/sys/block/${disk}/stat:
       9921     4370   833546     5093    21373    14121  1063778    10853        0    14524    20081        0        0        0        0  ${flushes}     4134`;

async function rate(
  devices: readonly string[],
  before: string,
  after: string,
  waitedMs: number,
): Promise<{ rate: number | null; sleptMs: number }> {
  let atMs = 0;
  let sleptMs = 0;
  let now = before;
  const clock = {
    nowMs: () => atMs,
    sleep: async (milliseconds: number) => {
      sleptMs += milliseconds;
      atMs += milliseconds;
      now = after;
    },
  };
  const sys = machineOf("");
  const reading = { ...sys, readFile: (path: string) => machineOf(now).readFile(path) };
  const end = await countFlushes(devices, reading, clock);
  atMs += waitedMs;
  now = after;
  return { rate: await end(), sleptMs };
}

it("the flushes of other programs are counted for at least a second and returned per second", async () => {
  expect(await rate(["sda"], stat("sda", 100), stat("sda", 103), 0)).toEqual({
    rate: 3,
    sleptMs: 1000,
  });
  expect(await rate(["sda"], stat("sda", 100), stat("sda", 130), 20_000)).toEqual({
    rate: 1.5,
    sleptMs: 0,
  });
});

it("the flushes of other programs are counted on the busiest drive, or on a loop device if there is no drive", async () => {
  const before = [stat("loop0", 0), stat("sda", 0), stat("sdb", 0)].join("\n");
  const after = [stat("loop0", 50), stat("sda", 2), stat("sdb", 4)].join("\n");
  expect((await rate(["loop0", "sda", "sdb"], before, after, 2000)).rate).toBe(2);
  expect((await rate(["loop0"], before, after, 2000)).rate).toBe(25);
});

it("the rate of other programs' flushes is null if there is no device, or if one does not count flushes or was reset", async () => {
  expect((await rate([], "", "", 0)).rate).toBeNull();
  expect((await rate(["sda", "sdb"], stat("sda", 1), stat("sda", 2), 0)).rate).toBeNull();
  expect((await rate(["sda"], stat("sda", 1), "", 0)).rate).toBeNull();
  expect((await rate(["sda"], stat("sda", 9), stat("sda", 0), 0)).rate).toBeNull();
  const old = "/sys/block/sda/stat: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15";
  expect((await rate(["sda"], old, old, 0)).rate).toBeNull();
});
