import { z } from "zod";
import { flushModeIds } from "./flush-mode";
import {
  powerCutAcknowledgedSchema,
  powerCutEndingSchema,
  powerCutFoundSchema,
} from "./power-cut-found";
import { powerCutLayoutSchema, powerCutModeSchema } from "./power-cut-plan";

/** The plug test's part of the messages between main and the engine host. */

const count = z.number().int().nonnegative();

const powerCutFilesSchema = z.object({
  folder: z.string(),
  modes: z.array(z.enum(flushModeIds)).min(1),
  layout: powerCutLayoutSchema,
  /** Folder that holds the addon's builds; see native/index.ts. */
  nativeDirectory: z.string(),
});

export const powerCutRequestSchemas = [
  /** Makes the files, and then waits for `power-cut-write`. */
  powerCutFilesSchema.extend({ type: z.literal("power-cut-prepare") }),
  z.object({ type: z.literal("power-cut-write") }),
  powerCutFilesSchema.extend({ type: z.literal("power-cut-read-back") }),
  /** Removes the files of a test; see `NativePowerCutRemoval` in native/power-cut.ts. */
  z.object({
    type: z.literal("power-cut-remove"),
    folder: z.string(),
    nativeDirectory: z.string(),
    testId: z.string().nullable(),
    run: count.nullable(),
  }),
  /** The witness has everything up to this time of the writing. The latest message wins. */
  z.object({ type: z.literal("power-cut-witnessed"), elapsedNs: count }),
] as const;
export type PowerCutFilesRequest = z.infer<
  (typeof powerCutRequestSchemas)[0] | (typeof powerCutRequestSchemas)[2]
>;

export const powerCutEventSchemas = [
  /** While files are made (`totalBytes` known) or read back. */
  z.object({ type: z.literal("power-cut-progress"), bytes: count, totalBytes: count.nullable() }),
  z.object({
    type: z.literal("power-cut-prepared"),
    modes: z.array(powerCutModeSchema),
    bytesWritten: count,
  }),
  /**
   * At most a hundred a second, each with the latest numbers; the last one before the end is exact.
   */
  powerCutAcknowledgedSchema.extend({
    type: z.literal("power-cut-acknowledged"),
    /** The mode whose turn it is. */
    current: z.enum(flushModeIds),
    operations: count,
    bytes: count,
    elapsedNs: count,
  }),
  /** After a failed operation, before `finished`. */
  z.object({ type: z.literal("power-cut-ended"), ending: powerCutEndingSchema }),
  /** Whether the folder of the test no longer exists. */
  z.object({ type: z.literal("power-cut-removed"), gone: z.boolean() }),
  z.object({ type: z.literal("power-cut-found"), modes: z.array(powerCutFoundSchema) }),
] as const;
