import { z } from "zod";
import { count, nanoseconds, type ProgressMark } from "../measures";

/**
 * Fills the free space and reads it back, to find out whether the drive is as large as it claims.
 */

// The capacity test runs last: nothing else should run on a drive that has just been filled.
export const order = 30;
export const shortName = "capacity";
/** The capacity test fills the drive, so it runs only if a person chooses it. */
export const onRequest = true;

export const planSchema = z
  .object({
    /** Most bytes to write; `null`: all free space except a small reserve. */
    maxBytes: count.nullable(),
    /** Size of each file that the test writes, below 4 GiB because FAT32 allows no larger file. */
    fileBytes: count,
  })
  // With this default, DriveProof opens reports of versions that had no capacity test.
  .default({ maxBytes: null, fileBytes: 0 });
export type CapacityPlan = z.infer<typeof planSchema>;

/**
 * Fills the free space, reads all of it in ascending order, rewrites the beginning to displace the
 * last part from any cache, and reads that last part once more.
 */
export const capacityParts = ["fill", "read", "rewrite", "reread"] as const;
export type CapacityPart = (typeof capacityParts)[number];

const part = { part: z.enum(capacityParts) };
export const steps = [z.object({ kind: z.literal("capacity"), ...part })] as const;

/** What the test found in a block whose content differs from what the test wrote there. */
export const capacityContents = [
  "zeros",
  "ones",
  /** The block holds content that the test wrote to another block. */
  "other-place",
  /** The block holds content that an earlier inspection wrote. */
  "other-run",
  /** The block still holds an older write of this inspection; the last write to it is missing. */
  "earlier",
  /** The block holds only part of what the test wrote to it. */
  "damaged",
  "unreadable",
  "unknown",
] as const;

/** Consecutive bad blocks of one kind; the first has the content of the block `foundBlock`. */
export const capacityExtentSchema = z.object({
  block: count,
  blocks: count,
  content: z.enum(capacityContents),
  foundBlock: count.nullable(),
});
export type CapacityExtent = z.infer<typeof capacityExtentSchema>;

/** Counts for one of the equal regions into which everything written is divided. */
export const capacityRegionSchema = z.object({
  bytes: count,
  elapsedNs: nanoseconds,
  /** Readable blocks with other content than was written. */
  lostBlocks: count,
  firstLostBlock: count.nullable(),
});
export type CapacityRegion = z.infer<typeof capacityRegionSchema>;

export const capacityFulls = [
  /** The system refused a write or a new file because the volume is full. */
  "no-room",
  /** A flush failed for lack of space after the writes had succeeded, as on a thin volume. */
  "no-room-at-flush",
  /** This user's quota is used up. */
  "quota",
  /** The test had made as many files as it allows itself. */
  "files",
] as const;

/**
 * Samples of files that existed before the test, read uncached before the filling and after it, to
 * see whether the filling overwrote them. Files that were changed or removed during the test are
 * left out.
 */
export const capacityOldFilesSchema = z.object({
  files: count,
  sampledBytes: count,
  changedFiles: count,
  changedBytes: count,
  /** The part of `changedBytes` with content that the test wrote to its own files. */
  ownBytes: count,
});
export type CapacityOldFiles = z.infer<typeof capacityOldFilesSchema>;

export const capacityCountsSchema = z.object({
  bytes: count,
  elapsedNs: nanoseconds,
  regionBytes: count,
  /** Counts per region in filling order, at most 256. */
  regions: z.array(capacityRegionSchema),
  systemCall: z.string(),
  endedBy: z.enum(["complete", "full", "stopped", "error"]),
  /** Why the test could not write any more; `null` if it could, or if the reason is not known. */
  fullBecause: z.enum(capacityFulls).nullable().default(null),
  /** Free bytes when writing ended; `null` if not known. */
  leftBytes: count.nullable().default(null),
  /** Whether the reads bypassed the page cache; `null` if nothing was read. */
  aroundCache: z.boolean().nullable(),
  /** What the disks delivered during the reads; `null` if the system does not count it. */
  deviceReadBytes: count.nullable(),
  badBlocks: count,
  damagedBlocks: count,
  unreadableBlocks: count,
  /** The first thousand runs of consecutive bad blocks. */
  extents: z.array(capacityExtentSchema),
});
export type CapacityCounts = z.infer<typeof capacityCountsSchema>;

export const events = [
  z.object({
    type: z.literal("capacity"),
    ...part,
    /** Free bytes before anything was written. */
    freeBytes: count,
    /** Size of the volume; `null` if not known. */
    totalBytes: count.nullable(),
    /** Bytes in use before the test; `null` if not known. */
    usedBytes: count.nullable(),
    targetBytes: count,
    /** The comparison of older files; `null` if no file was compared so far. */
    oldFiles: capacityOldFilesSchema.nullable(),
    counts: capacityCountsSchema,
  }),
] as const;

export const capacityResults = [
  /** The volume was nearly empty; all of it was filled and read back as written. */
  "whole",
  /** The drive is proven smaller than it claims: two block addresses show the same memory. */
  "false",
  /**
   * Much data was lost, and nothing proves whether the drive's size is false or the drive damaged.
   */
  "false-or-damaged",
  /** The blocks in `checkedBytes` were as written, but are not the whole drive; see `untested`. */
  "part",
  /** Some blocks differ from what was written; this says nothing about the drive's size. */
  "damaged",
  /** Nothing was read back, or only from a cache and not from the drive. */
  "not-known",
  /** An error of the drive ended the test. */
  "error",
] as const;

export const capacityUntested = [
  ...capacityFulls,
  "stopped",
  /** `maxBytes` of the plan limited how much was written. */
  "limit",
  /** Other programs or the file system took the space. */
  "taken",
  /** The last part of the files was read only once, so a cache may have answered that read. */
  "end",
  /** There was no room to rewrite the beginning, so the last part was not read a second time. */
  "no-copy-room",
  /** Part of the volume was in use, or it is not known how much. */
  "in-use",
] as const;
export type CapacityUntested = (typeof capacityUntested)[number];

const speedSchema = z.object({ fromBytes: count, bytes: count, elapsedNs: nanoseconds });
/** Speed of writing or reading one region. */
export type CapacitySpeed = z.infer<typeof speedSchema>;

export const capacitySchema = z.object({
  result: z.enum(capacityResults),
  freeBytes: count,
  targetBytes: count,
  /** Bytes written and covered by a successful flush. */
  filledBytes: count,
  /** Size of the volume; `null` if not known. */
  totalBytes: count.nullable().default(null),
  /** Bytes in use before the test, which were not tested; `null` if not known. */
  usedBytes: count.nullable().default(null),
  /** Free bytes after the filling; `null` if not known. */
  leftBytes: count.nullable().default(null),
  /** Whether all free space was filled, except the reserve. */
  isFilled: z.boolean(),
  /** Bytes from the start of the files that were read back, and that no cache can hold. */
  checkedBytes: count,
  /** Why a part of the drive was not tested; empty if only a small reserve was left out. */
  untested: z.array(z.enum(capacityUntested)).default([]),
  /** The comparison of older files; `null` if no file was compared. */
  oldFiles: capacityOldFilesSchema.nullable().default(null),
  /**
   * Bytes that a drive with a false size really kept of all that was written; `null` if not known.
   */
  falseFromBytes: count.nullable(),
  badBlocks: count,
  blockBytes: z.number().int().positive(),
  /** Bytes that were written before the first bad block; `null` if no block was bad. */
  firstBadBytes: count.nullable(),
  /** Number of bad blocks for each kind of content, as far as recorded. */
  contents: z.array(z.object({ content: z.enum(capacityContents), blocks: count })),
  /** Whether the reads came from the drive, by the I/O counters of the underlying disks. */
  answeredBy: z.enum(["drive", "cache", "not-known"]).nullable(),
  endedBy: z.enum(["complete", "full", "stopped", "error"]),
  writeCall: z.string(),
  /** The system call that read; `null` if nothing was read. */
  readCall: z.string().nullable(),
  writes: z.array(speedSchema),
  reads: z.array(speedSchema),
});
export type Capacity = z.infer<typeof capacitySchema>;

export const results = {
  /** Results of the capacity test; `null` if it did not run. */
  capacity: capacitySchema.nullable().default(null),
};

/**
 * What the window shows while this workload runs, instead of its results; exists only as a type.
 */
export declare const live: {
  readonly capacity: Capacity | null;
  /** Bytes that the test will write; `null` until known. */
  readonly capacityBytes: number | null;
  /** Progress of filling and reading, oldest first, at most 240 samples each. */
  readonly capacityWriting: readonly ProgressMark[];
  readonly capacityReading: readonly ProgressMark[];
};
