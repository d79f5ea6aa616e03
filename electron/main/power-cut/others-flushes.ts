import { readAttribute, type SysReader } from "../volumes/block-device";

/** Shorter, and a single flush would count as several a second. */
const leastMs = 1000;
/** Completed flush requests in `/sys/block/<disk>/stat` (https://docs.kernel.org/block/stat.html). */
const flushField = 15;

export interface Clock {
  /** Monotonic. */
  readonly nowMs: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Counts the flushes of other programs from here on, while this one writes nothing; the function it
 * resolves with ends that, after a second at the earliest, and gives their number a second. Of
 * several drives the busiest counts: one flush is enough to save what lies on it. `null` where the
 * system counts none.
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

/** A loop device's flush goes on as one of the drive its file lies on, so that one is counted. */
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
