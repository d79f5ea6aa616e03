import { z } from "zod";
import { flushModeIds } from "./flush-mode";
import {
  count,
  intervalSchema,
  latencySchema,
  nanoseconds,
  timelinePointSchema,
  worstWindowSchema,
} from "./measures";
import { commitEngines } from "./run-plan";

/** What the report holds of the workloads beside the flush modes (W2 to W5) and the long write. */

/** One buffer size of the sweep: medians over the passes. */
export const bufferPointSchema = z.object({
  bufferBytes: count,
  bytesPerSecond: z.number().nonnegative(),
  systemCallsPerSecond: z.number().nonnegative(),
  /** Sums over the passes. */
  cpuUserNs: nanoseconds,
  cpuSystemNs: nanoseconds,
  elapsedNs: nanoseconds,
  bytes: count,
  systemCalls: count,
  /** Time the data then took to reach the drive, beyond `elapsedNs`. Without it no pass counts. */
  settleNs: nanoseconds,
  /** Share (0 to 1) of the elapsed time the processor worked for the writer. */
  cpuShare: z.number().nonnegative(),
  /** Bytes per second with the settling counted in: what the drive took, not the memory. */
  settledBytesPerSecond: z.number().nonnegative(),
  worstWindow: worstWindowSchema.nullable(),
});
export type BufferPoint = z.infer<typeof bufferPointSchema>;

/** Throughput over buffer size (workload W4). */
export const bufferSweepSchema = z.object({
  systemCall: z.string(),
  settleSystemCall: z.string(),
  points: z.array(bufferPointSchema),
  /** Sizes that could not be measured, with the system's reason. */
  skipped: z.array(z.object({ bufferBytes: count, reason: z.string() })),
  /** Smallest buffer within 5 % of the plateau; `null` where the data show none. */
  kneeBufferBytes: count.nullable(),
  limit: z.enum(["processor", "drive", "unclear"]),
});
export type BufferSweep = z.infer<typeof bufferSweepSchema>;

/** Writing on and on, until the last flush has returned (the end of workload W4). */
export const streamSchema = z.object({
  systemCall: z.string(),
  /** Around the page cache; otherwise through it, with a second thread that flushes meanwhile. */
  unbuffered: z.boolean(),
  /** Why it did not go around the page cache, where it did not. */
  reason: z.string().nullable(),
  bytes: count,
  /** The last flush included. */
  elapsedNs: nanoseconds,
  bytesPerSecond: z.number().nonnegative(),
});
export type Stream = z.infer<typeof streamSchema>;

export const intervalStrategySchema = z.object({
  strategy: z.enum(["never", "end", "every", "background"]),
  /** Bytes between two syncs; `null` for strategies without such a distance. */
  intervalBytes: count.nullable(),
  /** One entry per trial; extrapolated to the whole total where the trial was cut short. */
  trialsNs: z.array(nanoseconds),
  p50Ns: nanoseconds.nullable(),
  extrapolated: z.boolean(),
  /** Syncs of all trials that were really made. */
  syncs: count,
  /** One write call with the sync that followed it, as the writing program feels it. */
  latencyNs: latencySchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type IntervalStrategy = z.infer<typeof intervalStrategySchema>;

/** Time to write a total with a sync every so many bytes (workload W5). */
export const syncIntervalSchema = z.object({
  totalBytes: count,
  blockBytes: count,
  flushMode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** The system's refusal of this primitive in words; there are no strategies then. */
  reason: z.string().nullable(),
  strategies: z.array(intervalStrategySchema),
});
export type SyncInterval = z.infer<typeof syncIntervalSchema>;

export const chunkedModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  status: z.enum(["measured", "unavailable", "failed"]),
  reason: z.string().nullable(),
  /** Median of the passes. */
  elapsedNs: nanoseconds.nullable(),
  /** Whether any of its passes was. */
  extrapolated: z.boolean(),
  /** In the order in which they were measured; empty in reports of a single one. */
  passes: z
    .array(z.object({ pass: count, elapsedNs: nanoseconds, extrapolated: z.boolean() }))
    .default([]),
  /** Confidence interval of the median; `null` for fewer than two passes. */
  elapsedIntervalNs: intervalSchema.nullable().default(null),
  /**
   * Elapsed time as a multiple of the fastest mode's; `null` where the passes do not agree on it, so
   * that it would be an effect of the order.
   */
  ratioToFastest: z.number().nonnegative().nullable(),
  /** One chunk, its sync included. */
  latencyNs: latencySchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type ChunkedMode = z.infer<typeof chunkedModeSchema>;

/** A total written in chunks with a sync after each (workload W2). */
export const chunkedSchema = z.object({
  totalBytes: count,
  chunkBytes: count,
  modes: z.array(chunkedModeSchema),
});
export type Chunked = z.infer<typeof chunkedSchema>;

export const commitSideSchema = z.object({
  /** The database's exact settings: `journal_mode=WAL, synchronous=FULL`. */
  settings: z.string(),
  /** Records inserted per second, over all transactions from the first begin to the last commit. */
  operationsPerSecond: z.number().nonnegative(),
  transactions: count,
  records: count,
  /** Records counted after the database was closed and opened again; equal to `records` or a finding. */
  recordsFound: count,
  elapsedNs: nanoseconds,
  /** One commit call: until the database says that the transaction is saved. */
  commitLatencyNs: latencySchema,
  /** Flushes of making, closing and opening the database are among them. */
  deviceFlushesPerCommit: z.number().nonnegative().nullable(),
  /** True when the time cap ended it before all planned transactions. */
  cutShort: z.boolean(),
});
export type CommitSide = z.infer<typeof commitSideSchema>;

/** Database commits, durable against relaxed (workload W3): one engine with one batch shape. */
export const commitResultSchema = z.object({
  engine: z.enum(commitEngines),
  /** How the engine keeps its journal: `log`, `wal`, `rollback`, `mdbx`, on macOS `wal-fullfsync`, … */
  variant: z.string(),
  recordsPerTransaction: count,
  status: z.enum(["measured", "unavailable", "failed"]),
  reason: z.string().nullable(),
  /** Records of both sides together. */
  records: count,
  durable: commitSideSchema.nullable(),
  relaxed: commitSideSchema.nullable(),
  /** Relaxed operations per second over durable. */
  ratio: z.number().nonnegative().nullable(),
});
export type CommitResult = z.infer<typeof commitResultSchema>;

/** Where the speed of a long write fell for good: a drive's fast cache was full. */
export const cliffSchema = z.object({
  afterBytes: count,
  afterNs: nanoseconds,
  fastBytesPerSecond: z.number().nonnegative(),
  slowBytesPerSecond: z.number().nonnegative(),
});
export type Cliff = z.infer<typeof cliffSchema>;

/** One long write around the page cache. */
export const sustainedSchema = z.object({
  systemCall: z.string(),
  /** The system's refusal in words; nothing was measured then. */
  reason: z.string().nullable(),
  bytes: count,
  elapsedNs: nanoseconds,
  bytesPerSecond: z.number().nonnegative().nullable(),
  /** Time the flush after it took, which is not in `elapsedNs`; `null` where there was none. */
  settleNs: nanoseconds.nullable().default(null),
  endedBy: z.enum(["settled", "bytes", "time", "stopped", "error"]).nullable(),
  points: z.array(timelinePointSchema),
  /** `null`: the speed did not fall for good. */
  cliff: cliffSchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type Sustained = z.infer<typeof sustainedSchema>;
