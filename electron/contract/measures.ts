import { z } from "zod";

/** Times are integers in nanoseconds. */

export const count = z.number().int().nonnegative();

/**
 * Validated as a whole: a schema for each entry would keep a processor busy for 2.5 % of the
 * measuring time, which could disturb the measurement on a computer with two processors.
 */
export const countsSchema = z.custom<readonly number[]>(
  (value) => Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0),
);
export const nanoseconds = z.number().int().nonnegative();

export const latencySchema = z.object({
  mean: nanoseconds,
  p50: nanoseconds,
  p90: nanoseconds.nullable(),
  p99: nanoseconds.nullable(),
  p999: nanoseconds.nullable(),
  max: nanoseconds,
});
/**
 * A percentile q (0.99 for `p99`) is `null` if there were fewer than 10 / (1 - q) operations: too
 * few to know the percentile.
 */
export type LatencySummary = z.infer<typeof latencySchema>;

/** Plan of a workload that measures for a fixed time in each of several rounds. */
export const timedRounds = {
  rounds: z.number().int().positive(),
  roundNs: z.number().int().positive(),
  /** Warm-up before each measured time; no figure includes it. */
  warmupNs: z.number().int().positive(),
  /** A round, or its warm-up, ends early after this many bytes. */
  maxRoundBytes: z.number().int().positive(),
};

/** Bounds of a median, and the probability (0 to 1) that the true median lies between them. */
export const intervalSchema = z.object({
  low: z.number().nonnegative(),
  high: z.number().nonnegative(),
  coverage: z.number().min(0).max(1),
});
export type Interval = z.infer<typeof intervalSchema>;

/** The operations in one time span of a round; `startNs` counts from the start of the round. */
export const timelinePointSchema = z.object({
  round: count,
  startNs: nanoseconds,
  elapsedNs: nanoseconds,
  /** Operations that ended in this span. */
  operations: count,
  bytes: count,
  /** Latency of the slowest operation in this span, begun at `slowestAtNs`; `null` without one. */
  slowestNs: nanoseconds.nullable(),
  slowestAtNs: nanoseconds.nullable(),
});
export type TimelinePoint = z.infer<typeof timelinePointSchema>;

/** The span with the fewest operations, which keeps a stall visible that an average would hide. */
export const worstWindowSchema = timelinePointSchema.omit({ bytes: true, slowestAtNs: true });
export type WorstWindow = z.infer<typeof worstWindowSchema>;

/** Progress of a long measurement: bytes and time since the measurement began. */
export interface ProgressMark {
  readonly bytes: number;
  readonly elapsedNs: number;
}

/** One or more of the choices, without duplicates. */
export function distinct<Choice extends string>(choices: readonly [Choice, ...Choice[]]) {
  return z
    .array(z.enum(choices))
    .min(1)
    .max(choices.length)
    .refine((list) => new Set(list).size === list.length);
}
