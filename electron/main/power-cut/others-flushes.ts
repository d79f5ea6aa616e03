import { readAttribute, type SysReader } from "../volumes/block-device";

/**
 * Shortest time to count flushes, in milliseconds: in less time, one flush would look like several
 * per second.
 */
const leastMs = 1000;
/**
 * Index, from 0, of the completed flush requests among the fields of `/sys/block/<disk>/stat`
 * (https://docs.kernel.org/block/stat.html).
 */
const flushField = 15;

export interface Clock {
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Starts counting the flushes of other programs, while this one writes nothing. The returned
 * function ends the count, after a second at the earliest, and resolves with the rate per second.
 * Among several drives the highest rate counts: one flush is enough to save the data on its drive.
 * `null` if the system counts no flushes.
 */
export async function countFlushes(
  devices: readonly string[],
  sys: SysReader,
  { nowMs, sleep }: Clock,
): Promise<() => Promise<number | null>> {
  const leaves = leavesOf(devices);
  const fromMs = nowMs();
  const before = await flushesOf(leaves, sys);
  return async () => {
    if (before === null) {
      return null;
    }
    await sleep(Math.max(0, leastMs - (nowMs() - fromMs)));
    const seconds = (nowMs() - fromMs) / 1000;
    const after = await flushesOf(leaves, sys);
    const counted = after?.map((count, place) => (count - (before[place] ?? 0)) / seconds);
    return counted?.every((rate) => rate >= 0) ? Math.max(...counted) : null;
  };
}

/** Leaves out loop devices beside a drive, to which they pass their flushes on. */
function leavesOf(devices: readonly string[]): readonly string[] {
  const drives = devices.filter((device) => !device.startsWith("loop"));
  return drives.length > 0 ? drives : devices;
}

async function flushesOf(devices: readonly string[], sys: SysReader): Promise<number[] | null> {
  const counts = await Promise.all(
    devices.map(async (device) => {
      const stat = await readAttribute(sys, `/sys/block/${device}/stat`);
      return Number(stat?.split(/\s+/)[flushField] ?? Number.NaN);
    }),
  );
  return counts.length > 0 && counts.every(Number.isSafeInteger) ? counts : null;
}
