import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { flushModeIds } from "./flush-mode";
import { verificationSchema } from "./report";
import { runPlanSchema, testNames } from "./run-plan";

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
  }),
  z.object({ type: z.literal("stop") }),
]);
export type HostRequest = z.infer<typeof hostRequestSchema>;

const count = z.number().int().nonnegative();

/** Non-empty buckets of the engine's latency histogram: value (upper edge, ns) and count. */
export const latencyCountsSchema = z.object({
  valuesNs: z.array(count),
  counts: z.array(count),
  /** Exact extremes and sum, beside the buckets. */
  minNs: count,
  maxNs: count,
  sumNs: count,
});
export type LatencyCounts = z.infer<typeof latencyCountsSchema>;

export const flushRoundCountsSchema = z.object({
  mode: z.enum(flushModeIds),
  round: count,
  operations: count,
  bytes: count,
  elapsedNs: count,
  cpuUserNs: count,
  cpuSystemNs: count,
  latency: latencyCountsSchema,
  deviceFlushes: count.nullable(),
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
  settleNs: count,
  cpuUserNs: count,
  cpuSystemNs: count,
  latency: latencyCountsSchema,
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type SequentialCounts = z.infer<typeof sequentialCountsSchema>;

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
  z.object({
    type: z.literal("buffer-step"),
    bufferBytes: count,
    pass: count,
    systemCall: z.string(),
    settleSystemCall: z.string(),
    counts: sequentialCountsSchema,
  }),
  z.object({
    type: z.literal("interval-trial"),
    strategy: z.enum(["never", "end", "every", "background"]),
    intervalBytes: count.nullable(),
    mode: z.enum(flushModeIds),
    systemCall: z.string(),
    trial: count,
    counts: sequentialCountsSchema,
  }),
  z.object({
    type: z.literal("chunked-mode"),
    mode: z.enum(flushModeIds),
    systemCall: z.string(),
    /** The system's refusal in words; there are no counts then. */
    refusal: z.string().nullable(),
    counts: sequentialCountsSchema.nullable(),
  }),
  /** One test could not go on; the run does. */
  z.object({ type: z.literal("test-failed"), test: z.enum(testNames), error: driveErrorSchema }),
  /** About ten a second; counts of the round (or the preparation) that is running. */
  z.object({
    type: z.literal("progress"),
    mode: z.enum(flushModeIds).nullable(),
    round: count,
    operations: count,
    elapsedNs: count,
    /** Bytes of this step only. */
    bytes: count,
    /** Bytes of the step when it is complete; `null` for steps bounded by time. */
    totalBytes: count.nullable(),
    latency: latencyCountsSchema.nullable(),
  }),
  /** Bytes handed to the system outside of measured rounds: preparation and warm-up. */
  z.object({ type: z.literal("written"), bytes: count }),
  z.object({ type: z.literal("flush-round"), counts: flushRoundCountsSchema }),
  /** A mode broke in the middle of its round; it is not tried again. */
  z.object({
    type: z.literal("mode-failed"),
    mode: z.enum(flushModeIds),
    error: driveErrorSchema,
  }),
  z.object({ type: z.literal("verification"), verification: verificationSchema }),
  z.object({ type: z.literal("warning"), code: z.string(), message: z.string() }),
  /** The run ends here; `error` is set when it broke off. */
  z.object({
    type: z.literal("finished"),
    stopped: z.boolean(),
    error: driveErrorSchema.nullable(),
  }),
]);
export type HostEvent = z.infer<typeof hostEventSchema>;
