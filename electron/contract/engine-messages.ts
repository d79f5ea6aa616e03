import { z } from "zod";
import { hostErrorSchema, type Worded } from "./drive-error";
import { healthPagesSchema } from "./health";
import { count } from "./measures";
import { powerCutEventSchemas, powerCutRequestSchemas } from "./power-cut/found";
import { type ReportWarning, verificationSchema } from "./report";
import { runPlanSchema } from "./run-plan";
import { paragraphSchema } from "./statement";
import { volumeFactsSchema, volumeNameSchema } from "./volume-facts";
import { stepSchema, workloadEventSchemas, workloadIdSchema } from "./workloads";

/**
 * Messages between the main process (or the command line) and the engine host. Both sides validate
 * what they receive: a supervisor must expect its process to misbehave.
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
  /** Removes what killed runs left in these folders. */
  z.object({
    type: z.literal("sweep"),
    nativeDirectory: z.string(),
    directories: z.array(z.string()),
  }),
  /** What a drive says of its condition; see `NativeHealthPages` in native/index.ts. */
  z.object({
    type: z.literal("read-health"),
    nativeDirectory: z.string(),
    disk: z.string(),
  }),
  /** The volumes of Windows, each asked for itself. */
  z.object({ type: z.literal("list-volumes"), nativeDirectory: z.string() }),
  /** Takes and holds the run lock in the first of these folders where that works. */
  z.object({
    type: z.literal("hold-lock"),
    nativeDirectory: z.string(),
    places: z.array(z.string()),
    waitMs: count,
  }),
  ...powerCutRequestSchemas,
]);
export type HostRequest = z.infer<typeof hostRequestSchema>;

/**
 * Identifies the folder behind a path by its device and inode; strings, because the numbers may be
 * large.
 */
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
  /** A workload begins; the events up to the next one belong to it. */
  z.object({ type: z.literal("workload"), workload: workloadIdSchema, steps: count }),
  /** A step begins; nothing else is measured until its result, the next step or the next phase. */
  z.object({ type: z.literal("step"), step: stepSchema }),
  ...workloadEventSchemas,
  /** What ends a workload, sent before anything is closed: that can hang where a drive does. */
  z.object({ type: z.literal("fault"), error: hostErrorSchema }),
  /** One workload failed; the run goes on. */
  z.object({
    type: z.literal("workload-failed"),
    workload: workloadIdSchema,
    error: hostErrorSchema,
  }),
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
  z.object({ type: z.literal("verification"), verification: verificationSchema }),
  /** What the drive's own sensor says now. */
  z.object({
    type: z.literal("temperature"),
    celsius: z.number(),
    limitCelsius: z.number().nullable(),
  }),
  ...powerCutEventSchemas,
  /** A folder was searched; full paths of what is still there. */
  z.object({
    type: z.literal("swept"),
    directory: z.string(),
    place: folderPlaceSchema,
    removed: count,
    /** It could not be removed. */
    left: z.array(z.string()),
    /** A process holds it, or that cannot be determined. */
    held: z.array(z.string()),
  }),
  z.object({ type: z.literal("health-pages"), pages: healthPagesSchema }),
  /** All of them at once, before one is asked. */
  z.object({ type: z.literal("volumes"), volumes: z.array(volumeNameSchema) }),
  z.object({ type: z.literal("volume"), path: z.string(), facts: volumeFactsSchema.nullable() }),
  z.object({
    type: z.literal("lock"),
    state: z.enum(["held", "busy", "unavailable"]),
    /** Places that could not be used, each with one of our codes or the system's. */
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

/** A host's message with its error or warning put into words. */
export type WordedEvent =
  | Worded<Exclude<HostEvent, { type: "warning" }>>
  | { readonly type: "warning"; readonly warning: ReportWarning };
