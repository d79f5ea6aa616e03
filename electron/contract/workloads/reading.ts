import { z } from "zod";
import { latencyCountsSchema } from "../engine-counts";
import {
  count,
  intervalSchema,
  latencySchema,
  nanoseconds,
  timelinePointSchema,
  worstWindowSchema,
} from "../measures";
import { timelineCountsSchema } from "../round-evidence";
import { outcomeFields } from "../statement";

/** Uncached reads, writes and a mix of both, with one and with several requests at a time. */

export const order = 6;
export const shortName = "reading";

export const accessPatterns = ["random", "sequential"] as const;

const load = {
  pattern: z.enum(accessPatterns),
  /** Share of the requests that read: 1 only reads, 0 only writes. */
  readShare: z.number().min(0).max(1),
  blockBytes: z.number().int().positive(),
  /** Requests in flight at the same time. */
  requests: z.number().int().positive(),
};
/** A combination of access pattern, share of reads, block size and requests in flight. */
export const readingLoadSchema = z.object(load);
export type ReadingLoad = z.infer<typeof readingLoadSchema>;

export const planSchema = z
  .object({
    fileBytes: count,
    /** Loads in the order of the first round; every later round begins with the next load. */
    loads: z.array(readingLoadSchema),
    rounds: count,
    /** The measured time of one load in one round. */
    roundNs: count,
    /** Warm-up directly before each measured time; no figure includes it. */
    warmupNs: count,
    /** A round ends early when this much was written, to spare the drive. */
    maxRoundBytes: count,
  })
  // With this default, DriveProof opens reports of versions that had no reading test.
  .default({ fileBytes: 0, loads: [], rounds: 0, roundNs: 0, warmupNs: 0, maxRoundBytes: 0 });
export type ReadingPlan = z.infer<typeof planSchema>;

const turn = { load: readingLoadSchema, round: count };

export const steps = [z.object({ kind: z.literal("reading-round"), ...turn })] as const;

/** Counts of one load in one round. */
export const readingCountsSchema = z.object({
  reads: count,
  writes: count,
  /**
   * Reads that are in no rate: those of the warm-up, and those that a thread made after its
   * measured time while other threads were still measured.
   */
  warmupReads: count,
  warmupWrites: count,
  /** Time until the last counted request ended; 0 if all ended during the warm-up. */
  elapsedNs: count,
  /**
   * Sum of the counted times of all threads, each until its last request ended: the threads do not
   * end at the same moment, so rates are based on this sum.
   */
  threadsNs: count,
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  endedBy: z.enum(["time", "bytes", "stopped", "error"]),
  /** What the disks delivered in this round, warm-up included; `null` if not counted. */
  deviceReadBytes: count.nullable(),
});
export type ReadingCounts = z.infer<typeof readingCountsSchema>;

export const events = [
  z.object({
    type: z.literal("reading-round"),
    ...turn,
    systemCall: z.string(),
    /** The system's sentence if it refused this load, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: readingCountsSchema.nullable(),
  }),
] as const;

export const readingResultSchema = z.object({
  ...load,
  systemCall: z.string(),
  ...outcomeFields,
  /**
   * Whether the drive or a cache answered the reads, by the I/O counters of the disks under the
   * volume. `not-known`, for example, behind a virtual drive. `null` if nothing was read.
   */
  answeredBy: z.enum(["drive", "cache", "not-known"]).nullable(),
  /** Bytes per second, median over the rounds. */
  bytesPerSecond: z.number().nonnegative().nullable(),
  iops: z.number().nonnegative().nullable(),
  iopsMin: z.number().nonnegative().nullable(),
  iopsMax: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  iopsInterval: intervalSchema.nullable(),
  latencyNs: latencySchema.nullable(),
  reads: count,
  writes: count,
  /** Bytes read, warm-ups included. */
  bytesRead: count,
  /** Upper bound of the read bytes that the disks delivered; `null` if not counted. */
  deviceReadBytes: count.nullable(),
  rounds: z.array(
    z.object({
      round: count,
      /**
       * Requests of the round divided by the threads' mean time: the threads do not end together.
       */
      iops: z.number().nonnegative(),
      reads: count,
      writes: count,
      elapsedNs: nanoseconds,
    }),
  ),
  timeline: z.array(timelinePointSchema),
  worstWindow: worstWindowSchema.nullable(),
});
export type ReadingResult = z.infer<typeof readingResultSchema>;

export const results = {
  /** One result for each load; empty if not measured. */
  reading: z.array(readingResultSchema).default([]),
};

export const mostShown = { reading: 200 };
