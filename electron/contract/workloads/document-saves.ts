import { z } from "zod";
import { hostErrorSchema } from "../drive-error-schema";
import { latencyCountsSchema } from "../engine-counts";
import { count, intervalSchema, latencySchema, nanoseconds, timedRounds } from "../measures";
import { outcomeFields } from "../statement";

/** Saves a document as an editor does, by a new file that replaces the old one. */

export const order = 7;
export const shortName = "documents";

/**
 * How the new version of a document replaces the old one. `none` waits for nothing; `fsync` and
 * `f_fullfsync` flush the file and then the folder; `replace_file` and `move_file` are Windows':
 * FlushFileBuffers before ReplaceFileW, or a MoveFileExW that writes through.
 */
export const documentWays = ["none", "fsync", "f_fullfsync", "replace_file", "move_file"] as const;
export type DocumentWay = (typeof documentWays)[number];

const plan = z.object({
  /** Sizes of the documents; empty in reports of versions without this workload. */
  sizesBytes: z.array(z.number().int().positive()),
  /** Each round measures every size with every way of saving. */
  ...timedRounds,
});
export type DocumentsPlan = z.infer<typeof plan>;

const none: DocumentsPlan = {
  sizesBytes: [],
  rounds: 1,
  roundNs: 1,
  warmupNs: 1,
  maxRoundBytes: 1,
};
export const planSchema = plan.default(none);

const round = { way: z.enum(documentWays), documentBytes: count, round: count };

export const steps = [z.object({ kind: z.literal("document-round"), ...round })] as const;
export type DocumentStep = z.infer<(typeof steps)[0]>;

export const documentCountsSchema = z.object({
  /** Documents of the measured part, without those of the warm-up. */
  documents: count,
  bytes: count,
  elapsedNs: count,
  /** Time from creating the new file until its new name is saved. */
  latency: latencyCountsSchema,
  deviceFlushes: count.nullable(),
  endedBy: z.enum(["time", "bytes", "stopped", "error"]),
});
export type DocumentCounts = z.infer<typeof documentCountsSchema>;

export const events = [
  z.object({
    type: z.literal("document-round"),
    ...round,
    systemCall: z.string(),
    /** The system's sentence if it refused this way of saving, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: documentCountsSchema.nullable(),
    error: hostErrorSchema.nullable(),
  }),
] as const;

export const documentSaveSchema = z.object({
  way: z.enum(documentWays),
  documentBytes: count,
  /** The exact calls of one save, in order. */
  systemCall: z.string(),
  ...outcomeFields,
  documents: count,
  documentsPerSecond: z.number().nonnegative().nullable(),
  /** Confidence interval of the median; `null` for fewer than two rounds. */
  documentsPerSecondInterval: intervalSchema.nullable(),
  rounds: z.array(
    z.object({
      round: count,
      documents: count,
      elapsedNs: nanoseconds,
      documentsPerSecond: z.number().nonnegative(),
      deviceFlushes: count.nullable(),
    }),
  ),
  /** Time from creating the new file until its new name is saved. */
  latencyNs: latencySchema.nullable(),
  /** Flush commands that reached the drive; `null` if not counted on this system. */
  deviceFlushesPerDocument: z.number().nonnegative().nullable(),
});
export type DocumentSave = z.infer<typeof documentSaveSchema>;

export const results = {
  /** One result for each way of saving and each size; `null` if not measured. */
  documentSaves: z.array(documentSaveSchema).nullable().default(null),
};

export const mostShown = { documentSaves: 200 };
