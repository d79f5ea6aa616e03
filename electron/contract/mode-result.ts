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
import { outcomeFields, paragraphSchema } from "./statement";

/** Results of one flush mode over its rounds, on which the verdict rests. */

/**
 * Where saves became slow for good: the last point at which they were fast, and the first at which
 * they were slow, both in bytes that the inspection had written by then, test file included.
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
  /** Flush commands that passed every level of the device stack that counts them. */
  deviceFlushes: count.nullable(),
  /** When `evidence` was first read: before the round, in mode `none` before its warm-up. */
  startedAt: z.iso.datetime(),
  evidence: roundEvidenceSchema,
  /** What disturbed the round, and how much; empty if nothing did. */
  disturbances: z.array(z.string()),
  /** `disturbances` as codes; missing in older reports, in which `evidence` has the same facts. */
  disturbedBy: paragraphSchema.optional(),
  /** Whether this is a second measurement, made because the first was disturbed. */
  repeated: z.boolean(),
  p50Ns: nanoseconds.nullable().default(null),
});
export type FlushRound = z.infer<typeof flushRoundSchema>;

export const flushModeResultSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  ...outcomeFields,
  guarantee: z.enum(guarantees),
  operations: count,
  /** Operations per second, median over the rounds. */
  iops: z.number().nonnegative().nullable(),
  iopsMin: z.number().nonnegative().nullable(),
  iopsMax: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  iopsInterval: intervalSchema.nullable(),
  /**
   * The modes whose rates are not proven to differ from this mode's rate. The rates are compared
   * round by round, with a correction for the number of pairs. After few rounds no difference can
   * be proven, so all other modes are in the list.
   */
  notDifferentFrom: z.array(z.enum(flushModeIds)),
  rounds: z.array(flushRoundSchema),
  latencyNs: latencySchema.nullable(),
  /** Log-spaced buckets: each counts operations up to `upToNs` and above the bucket before. */
  histogram: z.array(z.object({ upToNs: nanoseconds, count })),
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
  /** Bytes at the drive per byte written; `null` for `none`, whose data stays in memory. */
  writeAmplification: z.number().nonnegative().nullable(),
  timeline: z.array(timelinePointSchema),
  worstWindow: worstWindowSchema.nullable(),
  /**
   * The lasting fall in the rate of saves, with the two rates that `iops` lies between; `null` if
   * the rate did not fall for good.
   */
  slowdown: slowdownSchema.nullable(),
});
export type FlushModeResult = z.infer<typeof flushModeResultSchema>;
