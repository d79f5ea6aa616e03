import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { flushModeIds, guarantees, operatingSystems } from "./flush-mode";
import { powerCutSchema } from "./power-cut-report";
import { roundEvidenceSchema } from "./round-evidence";
import { commitEngines, runPlanSchema } from "./run-plan";
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

/** Bounds of a median, and how likely the true one lies between them (0 to 1). */
export const intervalSchema = z.object({
  low: z.number().nonnegative(),
  high: z.number().nonnegative(),
  coverage: z.number().min(0).max(1),
});
export type Interval = z.infer<typeof intervalSchema>;

/** A stretch of time of one round; times count from the start of the round. */
export const timelinePointSchema = z.object({
  round: count,
  startNs: nanoseconds,
  elapsedNs: nanoseconds,
  /** Operations that ended in it. */
  operations: count,
  bytes: count,
  /** Of the slowest of them: its latency and when it began; `null` when none ended. */
  slowestNs: nanoseconds.nullable(),
  slowestAtNs: nanoseconds.nullable(),
});
export type TimelinePoint = z.infer<typeof timelinePointSchema>;

/** Where the speed of a long write fell for good: a drive's fast cache was full. */
export const cliffSchema = z.object({
  afterBytes: count,
  afterNs: nanoseconds,
  fastBytesPerSecond: z.number().nonnegative(),
  slowBytesPerSecond: z.number().nonnegative(),
});
export type Cliff = z.infer<typeof cliffSchema>;

/** The stretch in which least was done, so that a stall is seen and not averaged away. */
export const worstWindowSchema = z.object({
  round: count,
  startNs: nanoseconds,
  elapsedNs: nanoseconds,
  operations: count,
  slowestNs: nanoseconds.nullable(),
});
export type WorstWindow = z.infer<typeof worstWindowSchema>;

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
  startedAt: z.iso.datetime(),
  evidence: roundEvidenceSchema,
  /** What disturbed the round, with its size; empty for a calm one. */
  disturbances: z.array(z.string()),
  /** Measured a second time, because the first was disturbed. */
  repeated: z.boolean(),
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
  /** Modes whose intervals have a value in common with this one's: no difference was shown. */
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
  elapsedNs: nanoseconds.nullable(),
  extrapolated: z.boolean(),
  /** Elapsed time as a multiple of the fastest mode's. */
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

/** One long write around the page cache. */
export const sustainedSchema = z.object({
  systemCall: z.string(),
  /** The system's refusal in words; nothing was measured then. */
  reason: z.string().nullable(),
  bytes: count,
  elapsedNs: nanoseconds,
  bytesPerSecond: z.number().nonnegative().nullable(),
  endedBy: z.enum(["settled", "bytes", "time", "stopped", "error"]).nullable(),
  points: z.array(timelinePointSchema),
  /** `null`: the speed did not fall for good. */
  cliff: cliffSchema.nullable(),
  worstWindow: worstWindowSchema.nullable(),
});
export type Sustained = z.infer<typeof sustainedSchema>;

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
  /**
   * Every byte handed to the operating system, preparing and warming up included. `null` after a
   * plug test: the power cut took the count with it.
   */
  bytesWritten: count.nullable(),
  warnings: z.array(warningSchema),
  flushModes: z.array(flushModeResultSchema),
  /** The second layout: every write makes the file longer. `null`: not measured. */
  appendModes: z.array(flushModeResultSchema).nullable(),
  // `null` in each of these: this test was not run.
  bufferSweep: bufferSweepSchema.nullable(),
  /** The same around the page cache. */
  bufferSweepDirect: bufferSweepSchema.nullable(),
  syncInterval: syncIntervalSchema.nullable(),
  /** The same ladder with further primitives. */
  syncIntervalOtherModes: z.array(syncIntervalSchema),
  chunked: chunkedSchema.nullable(),
  commits: z.array(commitResultSchema).nullable(),
  sustained: sustainedSchema.nullable(),
  verification: verificationSchema.nullable(),
  /**
   * Plug tests of this drive, `null` when none is known. The report of a plug test itself has a plan
   * without tests.
   */
  powerCut: powerCutSchema.nullable().default(null),
  error: driveErrorSchema.nullable(),
  verdict: verdictSchema,
});
export type Report = z.infer<typeof reportSchema>;

/** True for the report of a plug test: the power was cut, and nothing else was measured. */
export function isPlugReport({ plan }: Pick<Report, "plan">): boolean {
  return plan.tests.length === 0;
}
