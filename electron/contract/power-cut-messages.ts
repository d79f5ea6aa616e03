import { z } from "zod";
import { flushModeIds } from "./flush-mode";
import { plugAcknowledgedSchema, plugEndingSchema, plugFoundSchema } from "./power-cut-found";
import { plugLayoutSchema, plugModeSchema } from "./power-cut-plan";

/** The plug test's part of the messages between main and the engine host. */

const count = z.number().int().nonnegative();

const plugFilesSchema = z.object({
  folder: z.string(),
  modes: z.array(z.enum(flushModeIds)).min(1),
  layout: plugLayoutSchema,
  /** Folder that holds the addon's builds; see native/index.ts. */
  nativeDirectory: z.string(),
});

export const plugRequestSchemas = [
  /** Makes the files, and then waits for `plug-write`. */
  plugFilesSchema.extend({ type: z.literal("plug-prepare") }),
  z.object({ type: z.literal("plug-write") }),
  plugFilesSchema.extend({ type: z.literal("plug-read-back") }),
  /** Removes the files of a test; see `NativePowerCutRemoval` in native/power-cut.ts. */
  z.object({
    type: z.literal("plug-remove"),
    folder: z.string(),
    nativeDirectory: z.string(),
    testId: z.string().nullable(),
    run: count.nullable(),
  }),
  /** The witness holds everything up to this time of the writing. The latest one wins. */
  z.object({ type: z.literal("plug-witnessed"), elapsedNs: count }),
] as const;
export type PlugFilesRequest = z.infer<
  (typeof plugRequestSchemas)[0] | (typeof plugRequestSchemas)[2]
>;

export const plugEventSchemas = [
  /** While files are made (`totalBytes` known) or read back. */
  z.object({ type: z.literal("plug-progress"), bytes: count, totalBytes: count.nullable() }),
  z.object({
    type: z.literal("plug-prepared"),
    modes: z.array(plugModeSchema),
    bytesWritten: count,
  }),
  /** About twenty a second, each with the latest numbers; the last one before the end is exact. */
  plugAcknowledgedSchema.extend({
    type: z.literal("plug-acknowledged"),
    /** The mode whose turn it is. */
    current: z.enum(flushModeIds),
    operations: count,
    bytes: count,
    elapsedNs: count,
  }),
  /** After a failed operation, before `finished`. */
  z.object({ type: z.literal("plug-ended"), ending: plugEndingSchema }),
  /** Whether the folder of the test is gone, or never was. */
  z.object({ type: z.literal("plug-removed"), gone: z.boolean() }),
  z.object({ type: z.literal("plug-found"), modes: z.array(plugFoundSchema) }),
] as const;
