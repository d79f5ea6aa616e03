import { z } from "zod";
import type { Worded } from "./drive-error";
import { hostErrorSchema } from "./drive-error-schema";
import { flushModeIds } from "./flush-mode";
import { healthPagesSchema } from "./health";
import { count } from "./measures";
import {
  powerCutAcknowledgedSchema,
  powerCutEndingSchema,
  powerCutFoundSchema,
} from "./power-cut/state";
import { powerCutLayoutSchema, powerCutModeSchema } from "./power-cut/test";
import { type ReportWarning, verificationSchema } from "./report";
import { runPlanSchema } from "./run-plan";
import { paragraphSchema } from "./statement";
import { volumeFactsSchema, volumeNameSchema } from "./volume-facts";
import { stepSchema, workloadEventSchemas, workloadIdSchema } from "./workloads";

/**
 * Messages between the main process (or the command line) and the engine host. Each side validates
 * every message, because the process on the other side may misbehave.
 */

const powerCutFilesSchema = z.object({
  folder: z.string(),
  modes: z.array(z.enum(flushModeIds)).min(1),
  layout: powerCutLayoutSchema,
});

export const hostRequestSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("start"),
    runId: z.string(),
    plan: runPlanSchema,
    directory: z.string(),
    /** `stat.dev` that `directory` had when main found it; `null` if not known. */
    folderDevice: z.string().nullable(),
    /** Linux: names under /sys/block of the devices whose counters are read; see `Volume`. */
    evidenceDevices: z.array(z.string()),
    followedDevices: z.array(z.string()),
    diskDevices: z.array(z.string()),
  }),
  z.object({ type: z.literal("stop") }),
  /** The system announced that the computer goes to sleep. */
  z.object({ type: z.literal("sleep-announced") }),
  /** Removes the files that killed runs left in these folders. */
  z.object({ type: z.literal("sweep"), directories: z.array(z.string()) }),
  z.object({ type: z.literal("read-health"), disk: z.string() }),
  z.object({ type: z.literal("list-volumes") }),
  /** Takes and holds the run lock in the first of these folders that supports locks. */
  z.object({
    type: z.literal("hold-lock"),
    places: z.array(z.string()),
    waitMs: count,
  }),
  /** Makes the files of a plug test, and then waits for `power-cut-write`. */
  powerCutFilesSchema.extend({ type: z.literal("power-cut-prepare") }),
  z.object({ type: z.literal("power-cut-write") }),
  powerCutFilesSchema.extend({ type: z.literal("power-cut-read-back") }),
  /** Removes the files of a test; see `NativePowerCutRemoval` in native/power-cut.ts. */
  z.object({
    type: z.literal("power-cut-remove"),
    folder: z.string(),
    testId: z.string().nullable(),
    run: count.nullable(),
  }),
  /** The witness holds every number acknowledged until `elapsedNs`; the latest message counts. */
  z.object({ type: z.literal("power-cut-witnessed"), elapsedNs: count }),
]);
export type HostRequest = z.infer<typeof hostRequestSchema>;
export type PowerCutFilesRequest = Extract<HostRequest, { layout: unknown }>;

/** Identifies the folder behind a path; strings, because the numbers may be large. */
export const folderPlaceSchema = z.object({ device: z.string(), inode: z.string() });
export type FolderPlace = z.infer<typeof folderPlaceSchema>;

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
  z.object({ type: z.literal("phase"), phase: z.enum(runPhases) }),
  /** A workload begins; all events up to the next `workload` event belong to this workload. */
  z.object({ type: z.literal("workload"), workload: workloadIdSchema, steps: count }),
  /**
   * A single measurement begins, the only one until its result, the next step or the next phase.
   */
  z.object({ type: z.literal("step"), step: stepSchema }),
  ...workloadEventSchemas,
  /**
   * An error of the run, sent before any file is closed, because closing can hang on a bad drive.
   */
  z.object({ type: z.literal("fault"), error: hostErrorSchema }),
  z.object({
    type: z.literal("workload-failed"),
    workload: workloadIdSchema,
    error: hostErrorSchema,
  }),
  /** Counts of the running step or preparation, sent about ten times a second. */
  z.object({
    type: z.literal("progress"),
    operations: count,
    elapsedNs: count,
    bytes: count,
    /** Bytes that the step will move; `null` for steps bounded by time. */
    totalBytes: count.nullable(),
    /** The latency of the operations so far; `null` while none are counted. */
    latency: z.object({ p50Ns: count.nullable(), p99Ns: count.nullable() }).nullable(),
  }),
  /** Bytes handed to the system that are in no result, such as those of a warm-up. */
  z.object({ type: z.literal("written"), bytes: count }),
  z.object({ type: z.literal("verification"), verification: verificationSchema }),
  z.object({
    type: z.literal("temperature"),
    celsius: z.number(),
    limitCelsius: z.number().nullable(),
  }),
  /** Progress while a plug test's files are made (`totalBytes` known) or read back. */
  z.object({ type: z.literal("power-cut-progress"), bytes: count, totalBytes: count.nullable() }),
  z.object({
    type: z.literal("power-cut-prepared"),
    modes: z.array(powerCutModeSchema),
    bytesWritten: count,
  }),
  /**
   * The latest acknowledged record numbers, sent at most a hundred times a second; the last message
   * before the end of the writing is exact.
   */
  powerCutAcknowledgedSchema.extend({
    type: z.literal("power-cut-acknowledged"),
    current: z.enum(flushModeIds),
    operations: count,
    bytes: count,
    elapsedNs: count,
  }),
  /** How the writing of a plug test ended; sent after a failed operation, before `finished`. */
  z.object({ type: z.literal("power-cut-ended"), ending: powerCutEndingSchema }),
  z.object({ type: z.literal("power-cut-removed"), gone: z.boolean() }),
  z.object({ type: z.literal("power-cut-found"), modes: z.array(powerCutFoundSchema) }),
  /** A folder was searched for files of killed runs; `removed` of them are gone. */
  z.object({
    type: z.literal("swept"),
    directory: z.string(),
    place: folderPlaceSchema,
    removed: count,
    /** Full paths of the files that could not be removed. */
    left: z.array(z.string()),
    /** Full paths of the files that stay because a process holds them, or may hold them. */
    held: z.array(z.string()),
  }),
  z.object({ type: z.literal("health-pages"), pages: healthPagesSchema }),
  /** The names of all volumes, sent before any of the volumes is queried for its facts. */
  z.object({ type: z.literal("volumes"), volumes: z.array(volumeNameSchema) }),
  z.object({ type: z.literal("volume"), path: z.string(), facts: volumeFactsSchema.nullable() }),
  z.object({
    type: z.literal("lock"),
    state: z.enum(["held", "busy", "unavailable"]),
    /**
     * Folders that cannot hold the run lock, each with an error code of DriveProof or the system.
     */
    refusals: z.array(z.object({ place: z.string(), reason: z.string() })),
  }),
  z.object({ type: z.literal("warning"), code: z.string(), statements: paragraphSchema }),
  /** The run ends; `error` is set when it stopped early. */
  z.object({
    type: z.literal("finished"),
    stopped: z.boolean(),
    error: hostErrorSchema.nullable(),
  }),
]);
export type HostEvent = z.infer<typeof hostEventSchema>;

/** A host's message after main has added a sentence to the codes of its error or warning. */
export type WordedEvent =
  | Worded<Exclude<HostEvent, { type: "warning" }>>
  | { readonly type: "warning"; readonly warning: ReportWarning };
