import { z } from "zod";
import { flushModeIds } from "../flush-mode";
import { count, nanoseconds } from "../measures";
import { powerCutLayoutSchema, powerCutModeSchema } from "./plan";
import { modeNumberSchema } from "./witness";

/** The two sides of a plug test after the cut: the witness's numbers and the drive's contents. */

const mode = z.enum(flushModeIds);

/** A witness's record: the highest number of each mode whose flush had returned success. */
export const powerCutAcknowledgedSchema = z.object({
  numbers: z.array(modeNumberSchema),
  /** Time from the start of the writing until these numbers were read; `null` if not known. */
  elapsedNs: nanoseconds.nullable(),
});

/** How the writing ended if the computer stayed on, as the engine last reported it. */
export const powerCutEndingSchema = z.object({
  /** Every number whose flush had returned success. */
  numbers: z.array(modeNumberSchema),
  /** When the failed operation began, since the start of the writing. */
  failedAtNs: nanoseconds,
  /** The longest operation that succeeded. */
  longestNs: nanoseconds,
});
export type PowerCutEnding = z.infer<typeof powerCutEndingSchema>;
export type PowerCutAcknowledged = z.infer<typeof powerCutAcknowledgedSchema>;

/** Codes for a sector without a record number. */
export const sectorCodes = {
  damaged: -1,
  zero: -2,
  foreign: -3,
  unreadable: -4,
  absent: -5,
} as const;

const sectors = z.array(z.number().int());

/** One file of places of equal size, as the engine read it back; see native/power-cut.ts. */
export const powerCutPlacesSchema = z.object({
  missing: z.boolean(),
  /** False if at least one place could be read only through the system's cache. */
  aroundCache: z.boolean(),
  fileBytes: count,
  /** The system's error in words. */
  fault: z.string().nullable(),
  numbers: z.array(z.number().int()),
  orders: z.array(z.number().int()),
  elapsedNs: z.array(z.number().int()),
  /** Time that the witness had confirmed when the record was made; 0: none. */
  witnessedNs: z.array(z.number().int()),
  broken: z.array(z.object({ place: count, sectors })),
});
export type PowerCutPlaces = z.infer<typeof powerCutPlacesSchema>;

export const powerCutNamedSchema = z.object({
  name: z.string(),
  number: count.nullable(),
  order: count,
  elapsedNs: nanoseconds,
  sectors,
});
export type PowerCutNamed = z.infer<typeof powerCutNamedSchema>;

/**
 * The newest whole record in a mode's files. There is only one writer, so every operation that it
 * counts as returned had returned before this record was handed to the drive.
 */
export const powerCutNewestSchema = z.object({
  order: count,
  elapsedNs: nanoseconds,
  /** The last operation of every mode that had returned success. */
  returned: z.array(modeNumberSchema),
});

export const powerCutFoundSchema = z.object({
  mode,
  missing: z.boolean(),
  fault: z.string().nullable(),
  slots: powerCutPlacesSchema,
  log: powerCutPlacesSchema,
  names: z.array(powerCutNamedSchema),
  /** `null` if no record of the mode is whole. */
  newest: powerCutNewestSchema.nullable(),
});
export type PowerCutFound = z.infer<typeof powerCutFoundSchema>;

/** The plug test's part of the messages between main and the engine host. */

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
  /** The witness has everything up to this time of the writing. Only the latest message counts. */
  z.object({ type: z.literal("power-cut-witnessed"), elapsedNs: count }),
] as const;
export type PowerCutFilesRequest = z.infer<
  (typeof powerCutRequestSchemas)[0] | (typeof powerCutRequestSchemas)[2]
>;

export const powerCutEventSchemas = [
  /** Sent while files are made (`totalBytes` known) or read back. */
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
  /** Sent after a failed operation, before `finished`. */
  z.object({ type: z.literal("power-cut-ended"), ending: powerCutEndingSchema }),
  /** Whether the folder of the test no longer exists. */
  z.object({ type: z.literal("power-cut-removed"), gone: z.boolean() }),
  z.object({ type: z.literal("power-cut-found"), modes: z.array(powerCutFoundSchema) }),
] as const;
