import { z } from "zod";
import { sequentialCountsSchema } from "../engine-counts";
import {
  count,
  nanoseconds,
  type ProgressMark,
  timelinePointSchema,
  worstWindowSchema,
} from "../measures";

/** One long uncached write, until the speed has settled or a limit is reached. */

// The long write runs after all other workloads but the capacity test, because it leaves the
// drive's fast cache full.
export const order = 20;
export const shortName = "sustained";
/** The long write moves many gigabytes, so it runs only if a person chooses it. */
export const onRequest = true;

export const planSchema = z.object({
  maxBytes: z.number().int().positive(),
  maxNs: z.number().int().positive(),
  writeBytes: z.number().int().positive(),
});
export type SustainedPlan = z.infer<typeof planSchema>;

export const steps = [z.object({ kind: z.literal("sustained") })] as const;

export const events = [
  z.object({
    type: z.literal("sustained"),
    systemCall: z.string(),
    /** The system's sentence if it refused uncached writes, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
    /** Whether the write ended because the speed had fallen and settled. */
    settled: z.boolean(),
  }),
] as const;

/** The point at which a long write slowed down for good, because the drive's cache was full. */
export const cliffSchema = z.object({
  afterBytes: count,
  afterNs: nanoseconds,
  fastBytesPerSecond: z.number().nonnegative(),
  slowBytesPerSecond: z.number().nonnegative(),
});
export type Cliff = z.infer<typeof cliffSchema>;

export const sustainedSchema = z.object({
  systemCall: z.string(),
  /** The system's sentence if it refused uncached writes, so that nothing was measured. */
  reason: z.string().nullable(),
  /** When the write began, since the inspection's start; `null` if not known. */
  startNs: nanoseconds.nullable().default(null),
  bytes: count,
  elapsedNs: nanoseconds,
  bytesPerSecond: z.number().nonnegative().nullable(),
  /** The flush after the write, not part of `elapsedNs`; `null` if no flush was made. */
  settleNs: nanoseconds.nullable().default(null),
  endedBy: z.enum(["settled", "bytes", "time", "stopped", "error"]).nullable(),
  points: z.array(timelinePointSchema),
  /** Where the speed fell for good; `null` if it did not. */
  cliff: cliffSchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type Sustained = z.infer<typeof sustainedSchema>;

export const results = {
  /** Results of the long write; `null` if not measured. */
  sustained: sustainedSchema.nullable(),
};

/**
 * What the window shows while this workload runs, instead of its results; exists only as a type.
 */
export declare const live: {
  readonly sustained: Sustained | null;
  /** Progress of the long write, kept after its end, oldest first, at most 240 samples. */
  readonly longWrite: readonly ProgressMark[];
};
