import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { flushModeIds, guarantees, operatingSystems } from "./flush-mode";
import { runPlanSchema } from "./run-plan";
import { volumeFactsSchema } from "./volume";

/**
 * The report, version 1: the one document every output is made from. The names are a contract.
 * Times are integers in nanoseconds; evidence that is missing is `null`, never 0.
 */

const count = z.number().int().nonnegative();
const nanoseconds = z.number().int().nonnegative();

export const latencySchema = z.object({
  mean: nanoseconds,
  p50: nanoseconds,
  p90: nanoseconds.nullable(),
  p99: nanoseconds.nullable(),
  p999: nanoseconds.nullable(),
  max: nanoseconds,
});
/** Percentiles are `null` when too few operations were seen to know them: n < 10 / (1 - q). */
export type LatencySummary = z.infer<typeof latencySchema>;

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
  rounds: z.array(flushRoundSchema),
  latencyNs: latencySchema.nullable(),
  /** Log-spaced buckets: how many operations took at most `upToNs` and more than the one before. */
  histogram: z.array(z.object({ upToNs: nanoseconds, count })),
  deviceFlushesPerSync: z.number().nonnegative().nullable(),
});
export type FlushModeResult = z.infer<typeof flushModeResultSchema>;

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
  /** Time the data then took to reach the drive, beyond `elapsedNs`. */
  settleNs: nanoseconds,
  /** Share (0 to 1) of the elapsed time the processor worked for the writer. */
  cpuShare: z.number().nonnegative(),
  /** Bytes per second with the settling counted in: what the drive took, not the memory. */
  settledBytesPerSecond: z.number().nonnegative(),
});
export type BufferPoint = z.infer<typeof bufferPointSchema>;

/** Throughput over buffer size (workload W4). */
export const bufferSweepSchema = z.object({
  systemCall: z.string(),
  settleSystemCall: z.string(),
  points: z.array(bufferPointSchema),
  /** Smallest buffer within 5 % of the plateau; `null` where the data show none. */
  kneeBufferBytes: count.nullable(),
  limit: z.enum(["processor", "drive", "unclear"]),
});
export type BufferSweep = z.infer<typeof bufferSweepSchema>;

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
});
export type IntervalStrategy = z.infer<typeof intervalStrategySchema>;

/** Time to write a total with a sync every so many bytes (workload W5). */
export const syncIntervalSchema = z.object({
  totalBytes: count,
  blockBytes: count,
  flushMode: z.enum(flushModeIds),
  systemCall: z.string(),
  strategies: z.array(intervalStrategySchema),
});
export type SyncInterval = z.infer<typeof syncIntervalSchema>;

export const chunkedModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  status: z.enum(["measured", "unavailable", "failed"]),
  reason: z.string().nullable(),
  elapsedNs: nanoseconds.nullable(),
  extrapolated: z.boolean(),
  /** Elapsed time as a multiple of the fastest mode's. */
  ratioToFastest: z.number().nonnegative().nullable(),
  /** One chunk, its sync included. */
  latencyNs: latencySchema.nullable(),
});
export type ChunkedMode = z.infer<typeof chunkedModeSchema>;

/** A total written in chunks with a sync after each (workload W2). */
export const chunkedSchema = z.object({
  totalBytes: count,
  chunkBytes: count,
  modes: z.array(chunkedModeSchema),
});
export type Chunked = z.infer<typeof chunkedSchema>;

const commitSideSchema = z.object({
  operationsPerSecond: z.number().nonnegative(),
  commitLatencyNs: latencySchema,
});

/** Database commits, durable against relaxed (workload W3). */
export const commitResultSchema = z.object({
  engine: z.enum(["append-log", "sqlite", "mdbx"]),
  recordsPerTransaction: count,
  records: count,
  durable: commitSideSchema.nullable(),
  relaxed: commitSideSchema.nullable(),
  ratio: z.number().nonnegative().nullable(),
});

export const mismatchSchema = z.object({
  offset: count,
  expected: z.string(),
  found: z.string(),
});

export const verificationSchema = z.object({
  blocksChecked: count,
  /** False when the system gave no way round its cache: the copy in memory was compared. */
  aroundCache: z.boolean(),
  mismatchCount: count,
  /** At most the first hundred. */
  mismatches: z.array(mismatchSchema),
});
export type Verification = z.infer<typeof verificationSchema>;

export const findingSchema = z.object({
  code: z.string(),
  severity: z.enum(["good", "info", "caution", "bad"]),
  title: z.string(),
  detail: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** One of the four answers on the verdict page. */
export const answerSchema = z.object({
  question: z.enum(["saved-means-saved", "safe-speed", "plain-speed", "honesty"]),
  /** A word or a figure: "Yes", "Not known", "46 saves a second". */
  word: z.string(),
  severity: z.enum(["good", "info", "caution", "bad"]),
  reason: z.string(),
});
export type Answer = z.infer<typeof answerSchema>;

export const verdictSchema = z.object({
  grade: z.enum(["good", "fair", "poor", "unknown"]),
  headline: z.string(),
  answers: z.array(answerSchema),
  findings: z.array(findingSchema),
  /** Two or three sentences: documents, photos, databases, external copies. */
  meaning: z.array(z.string()),
  /** What the person can do. */
  advice: z.array(z.string()),
});
export type Verdict = z.infer<typeof verdictSchema>;

export const warningSchema = z.object({ code: z.string(), message: z.string() });
export type ReportWarning = z.infer<typeof warningSchema>;

export const hostSchema = z.object({
  os: z.enum(operatingSystems),
  osVersion: z.string(),
  arch: z.string(),
  cpuModel: z.string().nullable(),
  /** Name of the hypervisor, `none`, or `null` when it cannot be known. */
  virtualMachine: z.string().nullable(),
  powerSource: z.enum(["mains", "battery"]).nullable(),
});
export type HostFacts = z.infer<typeof hostSchema>;

export const reportSchema = z.object({
  app: z.object({
    name: z.string(),
    version: z.string(),
    /** Version of the native engine that made the figures. */
    engine: z.string(),
  }),
  schemaVersion: z.literal(1),
  runId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** True when the run was stopped or broke off before everything planned was measured. */
  partial: z.boolean(),
  host: hostSchema,
  volume: volumeFactsSchema,
  plan: runPlanSchema,
  /** Every byte handed to the operating system, preparing and warming up included. */
  bytesWritten: count,
  warnings: z.array(warningSchema),
  flushModes: z.array(flushModeResultSchema),
  // `null` in each of these: this test was not run.
  bufferSweep: bufferSweepSchema.nullable(),
  syncInterval: syncIntervalSchema.nullable(),
  chunked: chunkedSchema.nullable(),
  commits: z.array(commitResultSchema).nullable(),
  verification: verificationSchema.nullable(),
  error: driveErrorSchema.nullable(),
  verdict: verdictSchema,
});
export type Report = z.infer<typeof reportSchema>;
