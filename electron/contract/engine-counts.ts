import { z } from "zod";
import { count, countsSchema } from "./measures";
import { timelineCountsSchema } from "./round-evidence";

/** What the addon counts of one measurement, as the engine host passes it on. */

/** Non-empty buckets of the engine's latency histogram: value (upper edge, ns) and count. */
export const latencyCountsSchema = z.object({
  valuesNs: countsSchema,
  counts: countsSchema,
  /** Exact extremes and sum, beside the buckets. */
  minNs: count,
  maxNs: count,
  sumNs: count,
});
export type LatencyCounts = z.infer<typeof latencyCountsSchema>;

/** Counts of one sequential write: a step of the sweep, a trial, or one mode's chunks. */
export const sequentialCountsSchema = z.object({
  bytes: count,
  writeCalls: count,
  syncCalls: count,
  backgroundSyncCalls: count,
  elapsedNs: count,
  /** `null` when nothing was settled, which is not the same as in no time. */
  settleNs: count.nullable(),
  cpuUserNs: count,
  cpuSystemNs: count,
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type SequentialCounts = z.infer<typeof sequentialCountsSchema>;
