import { type FlushModeId, flushModes, type OperatingSystem } from "#contract/flush-mode";

/** An ordinary laptop drive, for the estimates shown before a run; the report does not use it. */

export const second = 1_000_000_000;

/** Writes a second into the page cache, 4 KiB each and without a sync: copies in memory. */
const memoryWritesPerSecond = 400_000;
/**
 * Writes a second confirmed from the drive's cache: O_DIRECT at queue depth 1, plain fsync on macOS
 * (27 000 published), write-through on Windows.
 */
const cacheWritesPerSecond = 25_000;
/** Durable writes a second: the upper end of the published figures for laptop drives. */
const durableWritesPerSecond = 2_000;

/** The assumed rate of small writes in a flush mode, in writes a second with a sync after each. */
export function assumedRate(mode: FlushModeId, os: OperatingSystem): number {
  if (mode === "none") {
    return memoryWritesPerSecond;
  }
  return flushModes[mode][os]?.guarantee === "power-loss"
    ? durableWritesPerSecond
    : cacheWritesPerSecond;
}

/**
 * As `assumedRate()`, for writes that extend the file: with ext4 and XFS a durable sync of such a
 * write needs a second flush, for the file's size and blocks.
 */
export function assumedAppendRate(mode: FlushModeId, os: OperatingSystem): number {
  const isDurable = flushModes[mode][os]?.guarantee === "power-loss";
  return assumedRate(mode, os) / (isDurable ? 2 : 1);
}

export const assumedSequentialBytesPerSecond = 500_000_000;
/**
 * Sequential reads: makers state 2 to 7 GB/s for laptops' NVMe drives; older SATA drives reach a
 * quarter of 2 GB/s.
 */
const assumedReadBytesPerSecond = 2_000_000_000;
/** Bytes a second at which the system writes scattered blocks of 4 KiB back, without any sync. */
export const assumedDrainBytesPerSecond = 300_000_000;

/** Seconds that each write call adds to copying its bytes: calls of 512 B then reach 400 MB/s. */
const callSeconds = 1.1e-6;
const memoryCopyBytesPerSecond = 3_000_000_000;

/** Bytes a second of writes into the page cache, one call of `writeBytes` at a time. */
export function assumedCachedBytesPerSecond(writeBytes: number): number {
  return writeBytes / (callSeconds + writeBytes / memoryCopyBytesPerSecond);
}

/** Bytes a second of O_DIRECT writes of `writeBytes`: each write waits for the drive. */
export function assumedDirectBytesPerSecond(writeBytes: number): number {
  return writeBytes / (1 / cacheWritesPerSecond + writeBytes / assumedSequentialBytesPerSecond);
}

export function sequentialNs(bytes: number): number {
  return (bytes / assumedSequentialBytesPerSecond) * second;
}

export function readingNs(bytes: number): number {
  return (bytes / assumedReadBytesPerSecond) * second;
}
