import { type FlushModeId, flushModes, type OperatingSystem } from "../contract/flush-mode";

/**
 * An ordinary laptop drive, as it is assumed before anything is measured. Only estimates rest on
 * these figures; nothing that is reported does.
 */

export const second = 1_000_000_000;

/** Writes that end in memory: 4 KiB copies, a few hundred thousand a second. */
const memoryWritesPerSecond = 400_000;
/**
 * Writes that end in the drive's own cache or ask for no more than that: O_DIRECT at one write in
 * flight, plain fsync on a Mac (27 000 published), write-through on Windows.
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
 * The same where every write makes the file longer: its length and place are stored by a flush of
 * their own, which ext4 and XFS were seen to send.
 */
export function assumedAppendRate(mode: FlushModeId, os: OperatingSystem): number {
  const isDurable = flushModes[mode][os]?.guarantee === "power-loss";
  return assumedRate(mode, os) / (isDurable ? 2 : 1);
}

/** Data going to the drive one after the other. */
export const assumedSequentialBytesPerSecond = 500_000_000;
/**
 * Data being read back around the cache. Makers give 2 to 7 GB/s for the NVMe drives of laptops; an
 * older SATA drive takes four times as long.
 */
const assumedReadBytesPerSecond = 2_000_000_000;
/** Scattered 4 KiB blocks going from memory to the drive after a round that never synced. */
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
