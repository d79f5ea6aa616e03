import { z } from "zod";
import { count, countsSchema } from "./measures";
import { timelineCountsSchema } from "./round-evidence";

/** Counts of one measurement, as the engine host passes them on from the addon. */

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

/** CPU time; `null` if the system counts in steps too coarse for this measurement. */
export const cpuCounts = { cpuUserNs: count.nullable(), cpuSystemNs: count.nullable() };

/** Counts of one sequential write: a step of the sweep, a trial, or one mode's chunks. */
export const sequentialCountsSchema = z.object({
  bytes: count,
  writeCalls: count,
  syncCalls: count,
  /** Syncs that the second thread completed. */
  backgroundSyncCalls: count,
  elapsedNs: count,
  /**
   * Time of the strongest flush after the last write, for data still in memory; not in `elapsedNs`.
   * `null` after an error, or if the mode had synced everything itself.
   */
  settleNs: count.nullable(),
  ...cpuCounts,
  /** Latency of each write call, including the sync that followed it: how long a program waits. */
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type SequentialCounts = z.infer<typeof sequentialCountsSchema>;
