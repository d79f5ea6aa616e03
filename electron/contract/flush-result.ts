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

/** The flush modes in the report (workload W1), rewriting and appending. */

/**
 * Where saves became slow for good. Bytes are all that the inspection had handed to the system by
 * then, the making of its test file included: when saves were last seen fast, and first seen slow.
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
  cpuUserNs: nanoseconds,
  cpuSystemNs: nanoseconds,
  /** Flush commands that passed every counting level of the device stack during the round. */
  deviceFlushes: count.nullable(),
  /** When the counters of `evidence` were read; in mode `none` that is before the warm-up. */
  startedAt: z.iso.datetime(),
  evidence: roundEvidenceSchema,
  /** What disturbed the round, with its size; empty for a calm one. */
  disturbances: z.array(z.string()),
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
  reason: z.string().nullable(),
  guarantee: z.enum(guarantees),
  operations: count,
  /** Median over the rounds. */
  iops: z.number().nonnegative().nullable(),
  iopsMin: z.number().nonnegative().nullable(),
  iopsMax: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  iopsInterval: intervalSchema.nullable(),
  /**
   * Modes to which no difference was shown, compared round by round and corrected for the number of
   * pairs. With few rounds these are all the others, because nothing can be shown.
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

/**
 * Saves after a rest, in the way of saving the verdict speaks of. There is no rate: it would be that
 * of the rests.
 */
export const spacedSavesSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** From the end of one save to the start of the next. */
  idleNs: nanoseconds,
  operations: count,
  rounds: z.array(flushRoundSchema.omit({ iops: true, repeated: true })),
  latencyNs: latencySchema,
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
});
export type SpacedSaves = z.infer<typeof spacedSavesSchema>;
