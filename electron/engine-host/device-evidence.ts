import { readFile } from "node:fs/promises";

/**
 * Counts the flush commands that reached the drive, from the kernel's own counters.
 *
 * `/sys/block/<disk>/stat` field 16 is the number of flush requests completed
 * (https://docs.kernel.org/block/stat.html, Linux 5.5). Requests of every program are in it.
 */
export class DeviceEvidence {
  constructor(
    private readonly devices: readonly string[],
    private readonly read: (path: string) => Promise<string> = (path) => readFile(path, "utf8"),
  ) {}

  /** The counters now, one per level; `null` when any level cannot be read. */
  async flushCounters(): Promise<readonly number[] | null> {
    if (this.devices.length === 0) {
      return null;
    }
    try {
      return await Promise.all(this.devices.map((device) => this.flushCounter(device)));
    } catch {
      // A device that left or a kernel without the field: there is no evidence, which is what
      // null says all the way up to the report.
      return null;
    }
  }

  private async flushCounter(device: string): Promise<number> {
    const fields = (await this.read(`/sys/block/${device}/stat`)).trim().split(/\s+/);
    const counter = Number(fields[15]);
    if (fields.length < 16 || !Number.isSafeInteger(counter)) {
      throw new Error(`no flush counter for ${device}`);
    }
    return counter;
  }
}

/**
 * Flush commands that passed every level between two readings: the smallest difference, because
 * a flush that one level swallowed never reached the platters or cells below it.
 */
export function flushesBetween(
  before: readonly number[] | null,
  after: readonly number[] | null,
): number | null {
  if (!before || !after || before.length !== after.length || before.length === 0) {
    return null;
  }
  const differences = after.map((value, level) => value - (before[level] ?? Number.NaN));
  const smallest = Math.min(...differences);
  return smallest >= 0 ? smallest : null;
}
