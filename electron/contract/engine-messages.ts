import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { flushModeIds } from "./flush-mode";
import { count, countsSchema } from "./measures";
import { plugEventSchemas, plugRequestSchemas } from "./power-cut-messages";
import { verificationSchema } from "./report";
import { roundEvidenceSchema, timelineCountsSchema } from "./round-evidence";
import { commitEngines, runPlanSchema, testNames } from "./run-plan";

/**
 * Messages between the main process (or the command line) and the engine host. Both sides parse
 * what they receive, because a process that misbehaves is exactly what a supervisor is for.
 */

export const hostRequestSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start"),
    runId: z.string(),
    plan: runPlanSchema,
    directory: z.string(),
    /** Folder that holds the addon's builds; see native/index.ts. */
    nativeDirectory: z.string(),
    /** Linux: names under /sys/block whose flush counters are read; see Volume. */
    evidenceDevices: z.array(z.string()),
    followedDevices: z.array(z.string()),
    diskDevices: z.array(z.string()),
  }),
  z.object({ type: z.literal("stop") }),
  /** Removes from these folders what killed runs have left there. */
  z.object({
    type: z.literal("sweep"),
    nativeDirectory: z.string(),
    directories: z.array(z.string()),
  }),
  /** Takes the run lock in the first of these folders that can be had, and holds it. */
  z.object({
    type: z.literal("hold-lock"),
    nativeDirectory: z.string(),
    places: z.array(z.string()),
    waitMs: count,
  }),
  ...plugRequestSchemas,
]);
export type HostRequest = z.infer<typeof hostRequestSchema>;

/** Which folder a path leads to, by the system's numbers; in texts, because they may be large. */
export const folderPlaceSchema = z.object({ device: z.string(), inode: z.string() });
export type FolderPlace = z.infer<typeof folderPlaceSchema>;

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

/**
 * Where the writes of the flush test go: into the prepared file, each at its growing end, or into the
 * prepared file again, each after a rest.
 */
export const flushLayouts = ["rewrite", "append", "spaced"] as const;
export type FlushLayout = (typeof flushLayouts)[number];

const bufferStep = {
  bufferBytes: count,
  /** Around the page cache. */
  direct: z.boolean(),
  pass: count,
};

const intervalTrial = {
  strategy: z.enum(["never", "end", "every", "background"]),
  intervalBytes: count.nullable(),
  mode: z.enum(flushModeIds),
  trial: count,
};

const chunkedMode = { mode: z.enum(flushModeIds), pass: count };

const commitRun = {
  engine: z.enum(commitEngines),
  variant: z.string(),
  durability: z.enum(["durable", "relaxed"]),
  recordsPerTransaction: count,
};

/** One thing that is measured; its kind is the type of the event that brings its result. */
export const testStepSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("flush-round"),
    layout: z.enum(flushLayouts),
    mode: z.enum(flushModeIds),
    round: count,
  }),
  z.object({ kind: z.literal("buffer-step"), ...bufferStep }),
  z.object({ kind: z.literal("buffer-stream") }),
  z.object({ kind: z.literal("interval-trial"), ...intervalTrial }),
  z.object({ kind: z.literal("chunked-mode"), ...chunkedMode }),
  z.object({ kind: z.literal("commit-run"), ...commitRun }),
  z.object({ kind: z.literal("sustained") }),
]);
export type TestStep = z.infer<typeof testStepSchema>;
export type StepOf<K extends TestStep["kind"]> = Extract<TestStep, { kind: K }>;

export const flushRoundCountsSchema = z.object({
  mode: z.enum(flushModeIds),
  round: count,
  operations: count,
  bytes: count,
  elapsedNs: count,
  cpuUserNs: count,
  cpuSystemNs: count,
  latency: latencyCountsSchema,
  timeline: timelineCountsSchema,
  /** Flush commands that passed every level of the device stack. */
  deviceFlushes: count.nullable(),
  evidence: roundEvidenceSchema,
  startedAt: z.iso.datetime(),
  /** Measured a second time, because the first was disturbed. */
  repeated: z.boolean(),
  endedBy: z.enum(["time", "bytes", "stopped", "error"]),
});
export type FlushRoundCounts = z.infer<typeof flushRoundCountsSchema>;

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

/** Counts of one engine with one batch shape and one durability. */
export const commitCountsSchema = z.object({
  transactions: count,
  records: count,
  /** Counted after closing and opening again; `null` when that was not reached. */
  recordsFound: count.nullable(),
  /** Bytes the database's files held at the end. */
  fileBytes: count,
  /**
   * Everything handed to the system for it, journals and repeated pages included; where the system
   * does not count that, what is known to be the least: the records themselves.
   */
  bytesWritten: count,
  elapsedNs: count,
  cpuUserNs: count,
  cpuSystemNs: count,
  /** One entry per commit call. */
  latency: latencyCountsSchema,
  deviceFlushes: count.nullable(),
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type CommitCounts = z.infer<typeof commitCountsSchema>;

export const availableModeSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  /** `null` when the mode can be used here, otherwise the system's refusal in words. */
  refusal: z.string().nullable(),
});
export type AvailableMode = z.infer<typeof availableModeSchema>;

export const runPhases = [
  "preparing",
  "measuring",
  "draining",
  "verifying",
  "stopping",
  "finished",
] as const;
export type RunPhase = (typeof runPhases)[number];

export const hostEventSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("engine"), version: z.string() }),
  /** Sent once the file is open: what this folder offers. */
  z.object({ type: z.literal("modes"), modes: z.array(availableModeSchema) }),
  z.object({ type: z.literal("phase"), phase: z.enum(runPhases) }),
  /** A test begins; the events up to the next one belong to it. */
  z.object({ type: z.literal("test"), test: z.enum(testNames), steps: count }),
  /** A step begins; nothing else is measured until its result, the next step or the next phase. */
  z.object({ type: z.literal("step"), step: testStepSchema }),
  z.object({
    type: z.literal("buffer-step"),
    ...bufferStep,
    systemCall: z.string(),
    settleSystemCall: z.string(),
    /** The system's refusal in words; there are no counts then. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
  z.object({
    type: z.literal("buffer-stream"),
    systemCall: z.string(),
    unbuffered: z.boolean(),
    /** Why it did not go around the page cache, where it did not. */
    reason: z.string().nullable(),
    counts: sequentialCountsSchema,
  }),
  z.object({
    type: z.literal("interval-trial"),
    ...intervalTrial,
    systemCall: z.string(),
    counts: sequentialCountsSchema,
  }),
  /** A primitive of the ladder that the system refuses here; its ladder is left out. */
  z.object({
    type: z.literal("interval-refused"),
    mode: z.enum(flushModeIds),
    systemCall: z.string(),
    refusal: z.string(),
  }),
  z.object({
    type: z.literal("chunked-mode"),
    ...chunkedMode,
    systemCall: z.string(),
    /** The system's refusal in words; there are no counts then. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
  z.object({
    type: z.literal("commit-run"),
    ...commitRun,
    settings: z.string(),
    /** Why this engine is not available, in words; there are no counts then. */
    refusal: z.string().nullable(),
    counts: commitCountsSchema.nullable(),
    /** What the database or the system said when it broke off. */
    error: driveErrorSchema.nullable(),
  }),
  z.object({
    type: z.literal("sustained"),
    systemCall: z.string(),
    /** The system's refusal in words; there are no counts then. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
    /** Ended by itself, because the speed had fallen and settled. */
    settled: z.boolean(),
  }),
  /** One test could not go on; the run does. */
  z.object({ type: z.literal("test-failed"), test: z.enum(testNames), error: driveErrorSchema }),
  /** About ten a second; counts of the step (or the preparation) that is running. */
  z.object({
    type: z.literal("progress"),
    operations: count,
    elapsedNs: count,
    /** Bytes of this step only. */
    bytes: count,
    /** Bytes of the step when it is complete; `null` for steps bounded by time. */
    totalBytes: count.nullable(),
    /** Of the operations so far; `null` while nothing counts. */
    latency: z.object({ p50Ns: count.nullable(), p99Ns: count.nullable() }).nullable(),
  }),
  /** Bytes handed to the system outside of measured rounds: preparation and warm-up. */
  z.object({ type: z.literal("written"), bytes: count }),
  z.object({
    type: z.literal("flush-round"),
    layout: z.enum(flushLayouts),
    systemCall: z.string(),
    counts: flushRoundCountsSchema,
  }),
  /** A mode broke in the middle of its round; it is not tried again. */
  z.object({
    type: z.literal("mode-failed"),
    layout: z.enum(flushLayouts),
    mode: z.enum(flushModeIds),
    error: driveErrorSchema,
  }),
  z.object({ type: z.literal("verification"), verification: verificationSchema }),
  ...plugEventSchemas,
  /** A folder was looked into; full paths of what is still there. */
  z.object({
    type: z.literal("swept"),
    directory: z.string(),
    place: folderPlaceSchema,
    removed: count,
    /** It could not be removed. */
    left: z.array(z.string()),
    /** A process holds it, or nobody can know. */
    held: z.array(z.string()),
  }),
  z.object({
    type: z.literal("lock"),
    state: z.enum(["held", "busy", "unavailable"]),
    /** Places that could not be used, each with a code of ours or the system's. */
    refusals: z.array(z.object({ place: z.string(), reason: z.string() })),
  }),
  z.object({ type: z.literal("warning"), code: z.string(), message: z.string() }),
  /** The run ends here; `error` is set when it broke off. */
  z.object({
    type: z.literal("finished"),
    stopped: z.boolean(),
    error: driveErrorSchema.nullable(),
  }),
]);
export type HostEvent = z.infer<typeof hostEventSchema>;
