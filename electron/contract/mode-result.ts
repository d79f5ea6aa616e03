import { z } from "zod";
import { flushModeIds, guarantees } from "./flush-mode";
import {
  count,
  intervalSchema,
  latencySchema,
  nanoseconds,
  timelinePointSchema,
  worstWindowSchema,
} from "./measures";
import { roundEvidenceSchema } from "./round-evidence";
import { paragraphSchema, reasonFields } from "./statement";

/** What one way of saving has shown, in rounds: what the verdict rests on. */

/**
 * Where saves became slow for good, in bytes the inspection had handed to the system by then, its
 * test file included: when saves were last seen fast, and first seen slow.
 */
export const slowdownSchema = z.object({
  fastUntilBytes: count,
  slowFromBytes: count,
  fastPerSecond: z.number().nonnegative(),
  slowPerSecond: z.number().nonnegative(),
});
export type Slowdown = z.infer<typeof slowdownSchema>;

export const flushRoundSchema = z.object({
  round: count,
  iops: z.number().nonnegative(),
  operations: count,
  elapsedNs: nanoseconds,
  bytes: count,
  cpuUserNs: nanoseconds.nullable(),
  cpuSystemNs: nanoseconds.nullable(),
  /** Flush commands that passed every counting level of the device stack during the round. */
  deviceFlushes: count.nullable(),
  /** When the counters of `evidence` were read; in mode `none` that is before the warm-up. */
  startedAt: z.iso.datetime(),
  evidence: roundEvidenceSchema,
  /** What disturbed the round, with its size; empty for a calm one. */
  disturbances: z.array(z.string()),
  /** What `disturbances` says, in codes; missing in older reports, as `evidence` tells the same. */
  disturbedBy: paragraphSchema.optional(),
  /** Measured a second time, because the first was disturbed. */
  repeated: z.boolean(),
  /** The median of its latencies. */
  p50Ns: nanoseconds.nullable().default(null),
});
export type FlushRound = z.infer<typeof flushRoundSchema>;

export const flushModeResultSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  status: z.enum(["measured", "unavailable", "failed"]),
  ...reasonFields,
  guarantee: z.enum(guarantees),
  operations: count,
  /** Median over the rounds. */
  iops: z.number().nonnegative().nullable(),
  iopsMin: z.number().nonnegative().nullable(),
  iopsMax: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  iopsInterval: intervalSchema.nullable(),
  /**
   * Modes without a shown difference, compared round by round and corrected for the number of
   * pairs. With few rounds these are all others, because nothing can be shown.
   */
  notDifferentFrom: z.array(z.enum(flushModeIds)),
  rounds: z.array(flushRoundSchema),
  latencyNs: latencySchema.nullable(),
  /** Log-spaced buckets: how many operations took at most `upToNs` and more than the one before. */
  histogram: z.array(z.object({ upToNs: nanoseconds, count })),
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
  /**
   * Bytes that reached the uppermost device over bytes asked for: what the file system added, its
   * journal included. `null` where it is not counted or the data were still in memory.
   */
  writeAmplification: z.number().nonnegative().nullable(),
  timeline: z.array(timelinePointSchema),
  worstWindow: worstWindowSchema.nullable(),
  /** `null`: not slow for good from some point on. Otherwise `iops` lies between the two rates. */
  slowdown: slowdownSchema.nullable(),
});
export type FlushModeResult = z.infer<typeof flushModeResultSchema>;
