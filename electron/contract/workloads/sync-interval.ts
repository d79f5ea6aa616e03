import { z } from "zod";
import { sequentialCountsSchema } from "../engine-counts";
import { flushModeIds, syncCallModeIds } from "../flush-mode";
import { count, distinct, latencySchema, nanoseconds, worstWindowSchema } from "../measures";
import { reasonFields } from "../statement";

/**
 * A total in small writes, synced never, at the end, at intervals of bytes, or by a
 * second thread.
 */

export const order = 3;
export const shortName = "interval";

export const planSchema = z.object({
  totalBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  /** Strategies "every": the bytes between two syncs, largest first. */
  intervalsBytes: z.array(z.number().int().positive()),
  /** Strategy "background": the second thread syncs at this interval. */
  backgroundNs: z.number().int().positive(),
  trials: z.number().int().positive(),
  /** The sync calls, one series of trials each. */
  modes: z.array(z.enum(flushModeIds)).min(1),
  /** A trial is stopped after this time, and its time is extrapolated. */
  capNs: z.number().int().positive(),
});
export type IntervalPlan = z.infer<typeof planSchema>;

const trial = {
  strategy: z.enum(["never", "end", "every", "background"]),
  intervalBytes: count.nullable(),
  mode: z.enum(flushModeIds),
  trial: count,
};

export const options = {
  /** The sync calls of the sync-interval workload, one series of trials each. */
  syncModes: distinct(syncCallModeIds),
};

export const steps = [z.object({ kind: z.literal("interval-trial"), ...trial })] as const;

export const events = [
  z.object({
    type: z.literal("interval-trial"),
    ...trial,
    systemCall: z.string(),
    counts: sequentialCountsSchema,
  }),
  /** A sync call that the system refuses here, so its series is left out. */
  z.object({
    type: z.literal("interval-refused"),
    mode: z.enum(flushModeIds),
    systemCall: z.string(),
    /** The system's error when it refused the call; `null`: the system has no such call. */
    refusal: z.string().nullable(),
  }),
] as const;

export const intervalStrategySchema = z.object({
  strategy: z.enum(["never", "end", "every", "background"]),
  /** Bytes between two syncs; `null` for strategies without a fixed distance. */
  intervalBytes: count.nullable(),
  /** One entry per trial; extrapolated to the whole total if the trial was cut short. */
  trialsNs: z.array(nanoseconds),
  /** Which of `trialsNs` were extrapolated; missing in older reports. */
  trialsExtrapolated: z.array(z.boolean()).optional(),
  p50Ns: nanoseconds.nullable(),
  /** Whether any trial was extrapolated. */
  extrapolated: z.boolean(),
  /** Syncs that all trials really made. */
  syncs: count,
  /** Latency of one write call with the sync that followed it, as the writing program sees it. */
  latencyNs: latencySchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type IntervalStrategy = z.infer<typeof intervalStrategySchema>;

/** Time to write a total with a sync at intervals of bytes. */
export const syncIntervalSchema = z.object({
  totalBytes: count,
  blockBytes: count,
  flushMode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** The system's refusal of this sync call; there are no strategies then. */
  ...reasonFields,
  strategies: z.array(intervalStrategySchema),
});
export type SyncInterval = z.infer<typeof syncIntervalSchema>;

export const results = {
  /** A series for each sync call, in the order of the plan; empty: not measured. */
  syncIntervals: z.array(syncIntervalSchema),
};

export const mostShown = { syncIntervals: 100 };
