import { z } from "zod";
import { count, countsSchema } from "./measures";
import { timelineCountsSchema } from "./round-evidence";

/** Non-empty buckets of the engine's latency histogram: value (upper edge, ns) and count. */
export const latencyCountsSchema = z.object({
  valuesNs: countsSchema,
  counts: countsSchema,
  /**
   * The lowest latency, exact like `maxNs` and `sumNs`; the buckets only approximate the latencies.
   */
  minNs: count,
  maxNs: count,
  sumNs: count,
});
export type LatencyCounts = z.infer<typeof latencyCountsSchema>;

/** CPU time; `null` if the system counts in steps too coarse for this measurement. */
export const cpuCounts = { cpuUserNs: count.nullable(), cpuSystemNs: count.nullable() };

/**
 * Counts of one sequential write: with one buffer size of the sweep, in one trial of the interval
 * test, of the chunks in one flush mode, or of a long write.
 */
export const sequentialCountsSchema = z.object({
  bytes: count,
  writeCalls: count,
  syncCalls: count,
  /** Syncs that a second thread completed while the first one kept writing. */
  backgroundSyncCalls: count,
  elapsedNs: count,
  /**
   * Duration of the system's strongest flush, made after the last write to store the data still in
   * memory; not part of `elapsedNs`. `null` after an error, or if the mode had synced every write.
   */
  settleNs: count.nullable(),
  ...cpuCounts,
  /** Latency of each write call and the sync that followed it: how long a program waits. */
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type SequentialCounts = z.infer<typeof sequentialCountsSchema>;
