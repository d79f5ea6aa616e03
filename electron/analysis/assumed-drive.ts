import { type FlushModeId, flushModes, type OperatingSystem } from "#contract/flush-mode";

/**
 * An ordinary laptop drive, assumed before anything is measured. Only the estimates shown before a
 * run use these figures, not the report.
 */

export const second = 1_000_000_000;

/** Writes a second into the page cache, 4 KiB each and without a sync: copies in memory. */
const memoryWritesPerSecond = 400_000;
/**
 * Writes a second that the drive confirms from its volatile cache: O_DIRECT at queue depth 1, plain
 * fsync on macOS (27 000 published), write-through on Windows.
 */
const cacheWritesPerSecond = 25_000;
/** Durable writes a second: the upper end of the published figures for laptop drives. */
const durableWritesPerSecond = 2_000;

/**
 * The assumed rate of small writes in a flush mode, in writes per second; the mode's sync follows
 * each write.
 */
export function assumedRate(mode: FlushModeId, os: OperatingSystem): number {
  if (mode === "none") {
    return memoryWritesPerSecond;
  }
  return flushModes[mode][os]?.guarantee === "power-loss"
    ? durableWritesPerSecond
    : cacheWritesPerSecond;
}

/**
 * Like `assumedRate()`, but for writes that extend the file: a durable sync then needs a second
 * flush for the file's size and blocks, as seen with ext4 and XFS.
 */
export function assumedAppendRate(mode: FlushModeId, os: OperatingSystem): number {
  const isDurable = flushModes[mode][os]?.guarantee === "power-loss";
  return assumedRate(mode, os) / (isDurable ? 2 : 1);
}

/** Sequential writes of an ordinary laptop SSD. */
export const assumedSequentialBytesPerSecond = 500_000_000;
/**
 * Uncached reads that verify the data. Makers give 2 to 7 GB/s for the NVMe drives of laptops; an
 * older SATA drive takes four times as long.
 */
const assumedReadBytesPerSecond = 2_000_000_000;
/** Writeback rate of scattered 4 KiB blocks after a round that never synced. */
export const assumedDrainBytesPerSecond = 300_000_000;

/** Seconds that each write call adds to copying its bytes: calls of 512 B then reach 400 MB/s. */
const callSeconds = 1.1e-6;
const memoryCopyBytesPerSecond = 3_000_000_000;

/** Throughput of writes into the page cache, one call of `writeBytes` at a time. */
export function assumedCachedBytesPerSecond(writeBytes: number): number {
  return writeBytes / (callSeconds + writeBytes / memoryCopyBytesPerSecond);
}

/** Throughput of O_DIRECT writes of `writeBytes`, one at a time: each write waits for the drive. */
export function assumedDirectBytesPerSecond(writeBytes: number): number {
  return writeBytes / (1 / cacheWritesPerSecond + writeBytes / assumedSequentialBytesPerSecond);
}

/** Nanoseconds for a sequential write of `bytes` to reach the drive. */
export function sequentialNs(bytes: number): number {
  return (bytes / assumedSequentialBytesPerSecond) * second;
}

/** Nanoseconds to read `bytes` back from the drive. */
export function readingNs(bytes: number): number {
  return (bytes / assumedReadBytesPerSecond) * second;
}
