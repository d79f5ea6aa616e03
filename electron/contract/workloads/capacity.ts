import { z } from "zod";
import { count, nanoseconds, type ProgressMark } from "../measures";

/** Is the drive as large as it says? The free space is filled, and all of it read back. */

// Last: nothing else is to run on a drive that has just been filled.
export const order = 30;
export const shortName = "capacity";
/** It fills the drive, so only on request. */
export const onRequest = true;

export const planSchema = z
  .object({
    /** `null`: everything that is free, but for a small reserve. */
    maxBytes: count.nullable(),
    /** Of each file; FAT32 has no files of 4 GiB. */
    fileBytes: count,
  })
  // For reports of versions that had no such test.
  .default({ maxBytes: null, fileBytes: 0 });
export type CapacityPlan = z.infer<typeof planSchema>;

/**
 * Filling, and reading all of it in ascending order. Then a cache that holds the last part is
 * emptied by writing the beginning anew, and that part is read once more.
 */
export const capacityParts = ["fill", "read", "rewrite", "reread"] as const;
export type CapacityPart = (typeof capacityParts)[number];

const part = { part: z.enum(capacityParts) };
export const steps = [z.object({ kind: z.literal("capacity"), ...part })] as const;

/** What a block that is not as written holds. */
export const capacityContents = [
  "zeros",
  "ones",
  /** What was written to another place. */
  "other-place",
  /** What an earlier inspection wrote. */
  "other-run",
  /** What this inspection wrote there before. */
  "earlier",
  /** What was written there, in part. */
  "damaged",
  "unreadable",
  "unknown",
] as const;

/** Neighbouring blocks of one kind; `foundBlock` is where what the first one holds belongs. */
export const capacityExtentSchema = z.object({
  block: count,
  blocks: count,
  content: z.enum(capacityContents),
  foundBlock: count.nullable(),
});
export type CapacityExtent = z.infer<typeof capacityExtentSchema>;

/** One of equal stretches of everything written. */
export const capacityRegionSchema = z.object({
  bytes: count,
  elapsedNs: nanoseconds,
  /** Blocks that do not hold what was written; unreadable ones are not among them. */
  lostBlocks: count,
  firstLostBlock: count.nullable(),
});
export type CapacityRegion = z.infer<typeof capacityRegionSchema>;

/** Why there was no more room. */
export const capacityFulls = [
  /** A write or a new file was refused. */
  "no-room",
  /** What had been accepted was refused at the flush: a thin volume, for one. */
  "no-room-at-flush",
  /** A limit of this user. */
  "quota",
  /** As many files as the test makes. */
  "files",
] as const;
export type CapacityFull = (typeof capacityFulls)[number];

/**
 * Pieces of files that were on the volume before, read around the cache before the filling and
 * after it. Files that somebody changed or removed meanwhile are not among them.
 */
export const capacityOldFilesSchema = z.object({
  files: count,
  sampledBytes: count,
  changedFiles: count,
  changedBytes: count,
  /** Of these, blocks that hold what the test wrote elsewhere. */
  ownBytes: count,
});
export type CapacityOldFiles = z.infer<typeof capacityOldFilesSchema>;

/** What was written or read in one part. */
export const capacityCountsSchema = z.object({
  bytes: count,
  elapsedNs: nanoseconds,
  regionBytes: count,
  regions: z.array(capacityRegionSchema),
  systemCall: z.string(),
  endedBy: z.enum(["complete", "full", "stopped", "error"]),
  /** `null`: there was room, or not known. */
  fullBecause: z.enum(capacityFulls).nullable().default(null),
  /** Free on the volume at the end of writing; `null`: not known. */
  leftBytes: count.nullable().default(null),
  /** `null`: nothing was read. */
  aroundCache: z.boolean().nullable(),
  /** What the lowest disks delivered meanwhile; `null`: not counted here. */
  deviceReadBytes: count.nullable(),
  badBlocks: count,
  damagedBlocks: count,
  unreadableBlocks: count,
  /** Of the bad blocks, the first thousand. */
  extents: z.array(capacityExtentSchema),
});
export type CapacityCounts = z.infer<typeof capacityCountsSchema>;

export const events = [
  z.object({
    type: z.literal("capacity"),
    ...part,
    /** Before anything was written. */
    freeBytes: count,
    /** Of the volume, and in use on it before; `null`: not known. */
    totalBytes: count.nullable(),
    usedBytes: count.nullable(),
    /** What was to be written. */
    targetBytes: count,
    /** `null`: none was compared so far. */
    oldFiles: capacityOldFilesSchema.nullable(),
    counts: capacityCountsSchema,
  }),
] as const;

export const capacityResults = [
  /** The volume was nearly empty; all of it was filled and holds what was written. */
  "whole",
  /** Proven smaller than it says: two places share memory. */
  "false",
  /** Much was lost, and nothing proves which of the two it is. */
  "false-or-damaged",
  /** Nothing false was found in `checkedBytes`, and that is not everything; see `untested`. */
  "part",
  /** Some blocks do not hold what was written; that says nothing for the size of the drive. */
  "damaged",
  /** Nothing was read back, or it came from a memory. */
  "not-known",
  /** An error of the drive ended it. */
  "error",
] as const;

/** Why the test does not show the whole size of the drive. */
export const capacityUntested = [
  ...capacityFulls,
  "stopped",
  /** `maxBytes` of the plan. */
  "limit",
  /** Other programs or the file system itself took the room. */
  "taken",
  /** The last part was not read once more. */
  "end",
  /** The same, because the file system had no room to write the beginning anew. */
  "no-copy-room",
  /** A part of the volume was in use, or it is not known how much was. */
  "in-use",
] as const;
export type CapacityUntested = (typeof capacityUntested)[number];

const speedSchema = z.object({ fromBytes: count, bytes: count, elapsedNs: nanoseconds });
/** How fast one stretch was written or read. */
export type CapacitySpeed = z.infer<typeof speedSchema>;

export const capacitySchema = z.object({
  result: z.enum(capacityResults),
  freeBytes: count,
  targetBytes: count,
  /** Written, and covered by a flush that succeeded. */
  filledBytes: count,
  /** Of the volume; `null`: not known. */
  totalBytes: count.nullable().default(null),
  /** In use before, and so not tested; `null`: not known. */
  usedBytes: count.nullable().default(null),
  /** Free after the filling; `null`: not known. */
  leftBytes: count.nullable().default(null),
  /** Whether everything that was free was filled, but for the reserve. */
  isFilled: z.boolean(),
  /** From the beginning, without what a cache could have answered. */
  checkedBytes: count,
  /** Empty only where nothing was left out but a reserve. */
  untested: z.array(z.enum(capacityUntested)).default([]),
  /** `null`: none was compared. */
  oldFiles: capacityOldFilesSchema.nullable().default(null),
  /** In a false drive: so much of what was written it kept; `null`: not known. No place on it. */
  falseFromBytes: count.nullable(),
  /** In a drive that writes over what came before: after how many bytes of the test's it does. */
  wrapBytes: count.nullable(),
  badBlocks: count,
  blockBytes: count,
  /** After so many bytes of the free space, in the order in which it was filled. */
  firstBadBytes: count.nullable(),
  /** What bad blocks hold, as far as it was written down. */
  contents: z.array(z.object({ content: z.enum(capacityContents), blocks: count })),
  /** Whether the reads came from the drive, by the counters of the lowest disks. */
  answeredBy: z.enum(["drive", "cache", "not-known"]).nullable(),
  endedBy: z.enum(["complete", "full", "stopped", "error"]),
  writeCall: z.string(),
  /** `null`: nothing was read. */
  readCall: z.string().nullable(),
  writes: z.array(speedSchema),
  reads: z.array(speedSchema),
});
export type Capacity = z.infer<typeof capacitySchema>;

export const results = {
  /** `null`: not measured. */
  capacity: capacitySchema.nullable().default(null),
};

export interface LiveCapacity {
  readonly capacity: Capacity | null;
  /** What is to be written; `null` until it is known. */
  readonly capacityBytes: number | null;
  /** The filling and the reading, oldest first, at most 240 each. */
  readonly capacityWriting: readonly ProgressMark[];
  readonly capacityReading: readonly ProgressMark[];
}

/** A type and no value: what takes the place of its results while it runs. */
export declare const live: LiveCapacity;
