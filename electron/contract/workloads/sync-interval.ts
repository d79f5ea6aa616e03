import { z } from "zod";
import { sequentialCountsSchema } from "../engine-counts";
import { flushModeIds, syncCallModeIds } from "../flush-mode";
import { count, distinct, latencySchema, nanoseconds, worstWindowSchema } from "../measures";
import { reasonFields } from "../statement";

/**
 * Many small writes, synced never, at the end, after every so many bytes, or by a second thread.
 */

export const order = 3;
export const shortName = "interval";

export const planSchema = z.object({
  totalBytes: z.number().int().positive(),
  blockBytes: z.number().int().positive(),
  /** Strategy "every": the bytes between two syncs, for each of its intervals, largest first. */
  intervalsBytes: z.array(z.number().int().positive()),
  /** Strategy "background": the second thread syncs at this interval. */
  backgroundNs: z.number().int().positive(),
  trials: z.number().int().positive(),
  /** The sync calls to compare; each gets a whole series of trials. */
  modes: z.array(z.enum(flushModeIds)).min(1),
  /** A trial is stopped after this time, and its time for all bytes is extrapolated. */
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
  /** The sync calls to compare; each gets a whole series of trials. */
  syncModes: distinct(syncCallModeIds),
};

export const steps = [z.object({ kind: z.literal("interval-trial"), ...trial })] as const;

export const events = [
  z.object({
    type: z.literal("interval-trial"),
    ...trial,
    systemCall: z.string(),
    counts: sequentialCountsSchema.nullable(),
  }),
  /** The system refused this sync call in this folder, so its series of trials is left out. */
  z.object({
    type: z.literal("interval-refused"),
    mode: z.enum(flushModeIds),
    systemCall: z.string(),
    /** The system's error; `null` if the system has no such call. */
    refusal: z.string().nullable(),
  }),
] as const;

export const intervalStrategySchema = z.object({
  strategy: z.enum(["never", "end", "every", "background"]),
  /** Bytes between two syncs; `null` for strategies without a fixed distance. */
  intervalBytes: count.nullable(),
  /** Time to write all bytes, for each trial; extrapolated if the time limit ended the trial. */
  trialsNs: z.array(nanoseconds),
  /** Which of `trialsNs` were extrapolated; missing in older reports. */
  trialsExtrapolated: z.array(z.boolean()).optional(),
  p50Ns: nanoseconds.nullable(),
  /** Whether any trial was extrapolated. */
  extrapolated: z.boolean(),
  /** Syncs that all trials together really made; extrapolating a trial's time adds none. */
  syncs: count,
  /** Latency of one write call with the sync that followed it, as the writing program sees it. */
  latencyNs: latencySchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type IntervalStrategy = z.infer<typeof intervalStrategySchema>;

/** The time to write all bytes with each strategy of syncing, for one sync call. */
export const syncIntervalSchema = z.object({
  totalBytes: count,
  blockBytes: count,
  flushMode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** The system's reason if it refused this sync call, so that `strategies` is empty. */
  ...reasonFields,
  strategies: z.array(intervalStrategySchema),
});
export type SyncInterval = z.infer<typeof syncIntervalSchema>;

export const results = {
  /** One result for each sync call, in the order of the plan; empty if not measured. */
  syncIntervals: z.array(syncIntervalSchema),
};

export const mostShown = { syncIntervals: 100 };
