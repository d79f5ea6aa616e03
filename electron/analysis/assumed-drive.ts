import { type FlushModeId, flushModes, type OperatingSystem } from "#contract/flush-mode";

/**
 * An ordinary laptop drive, assumed before anything is measured. Only estimates use these figures;
 * no reported figure does.
 */

export const second = 1_000_000_000;

/** Writes that end in memory: 4 KiB copies, a few hundred thousand a second. */
const memoryWritesPerSecond = 400_000;
/**
 * Writes that stop at the drive's own cache: O_DIRECT at one write in flight, plain fsync on a Mac
 * (27 000 published), write-through on Windows.
 */
const cacheWritesPerSecond = 25_000;
/** Writes confirmed as permanent: the upper end of the published laptop drives. */
const durableWritesPerSecond = 2_000;

/** Small writes a second in a mode, its sync after each included. */
export function assumedRate(mode: FlushModeId, os: OperatingSystem): number {
  if (mode === "none") {
    return memoryWritesPerSecond;
  }
  return flushModes[mode][os]?.guarantee === "power-loss"
    ? durableWritesPerSecond
    : cacheWritesPerSecond;
}

/**
 * The same where every write extends the file: a second flush stores its length and blocks, as seen
 * with ext4 and XFS.
 */
export function assumedAppendRate(mode: FlushModeId, os: OperatingSystem): number {
  const isDurable = flushModes[mode][os]?.guarantee === "power-loss";
  return assumedRate(mode, os) / (isDurable ? 2 : 1);
}

/** Sequential writes. */
export const assumedSequentialBytesPerSecond = 500_000_000;
/**
 * Data being read back around the cache. Makers give 2 to 7 GB/s for the NVMe drives of laptops; an
 * older SATA drive takes four times as long.
 */
const assumedReadBytesPerSecond = 2_000_000_000;
/** Scattered 4 KiB blocks written back from memory after a round that never synced. */
export const assumedDrainBytesPerSecond = 300_000_000;

/** A write call costs about this much beside the copying: 512 B at a time make 400 MB/s. */
const callSeconds = 1.1e-6;
const memoryCopyBytesPerSecond = 3_000_000_000;

/** Writing through the page cache with calls of this size. */
export function assumedCachedBytesPerSecond(writeBytes: number): number {
  return writeBytes / (callSeconds + writeBytes / memoryCopyBytesPerSecond);
}

/** Writing around the page cache with calls of this size: each waits for the drive. */
export function assumedDirectBytesPerSecond(writeBytes: number): number {
  return writeBytes / (1 / cacheWritesPerSecond + writeBytes / assumedSequentialBytesPerSecond);
}

/** Nanoseconds until the bytes have reached the drive. */
export function sequentialNs(bytes: number): number {
  return (bytes / assumedSequentialBytesPerSecond) * second;
}

/** Nanoseconds to read the bytes back from the drive. */
export function readingNs(bytes: number): number {
  return (bytes / assumedReadBytesPerSecond) * second;
}
