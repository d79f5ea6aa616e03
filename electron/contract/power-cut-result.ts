import { z } from "zod";
import { guarantees } from "./flush-mode";
import { count, nanoseconds } from "./measures";
import { plugLayoutSchema, plugModeSchema } from "./power-cut-plan";

/** What a plug test says of the drive. */

/**
 * What became of the acknowledged operations of one mode. Every one of them is counted once:
 * acknowledged = replaced + inFlight + survived + the sum of the failures.
 */
export const plugCountsSchema = z.object({
  acknowledged: count,
  /** Overwritten or renamed by a later acknowledged one, so that nothing of it must be left. */
  replaced: count,
  /** A later one, not acknowledged yet, was being written over it when the power went. */
  inFlight: count,
  /** Its record, or a later one in the same place, is whole. */
  survived: count,
  /** Nothing that was saved stands in its place. */
  lost: count,
  /** An older save stands in its place. */
  stale: count,
  /** Part of it is there, and part of what was there before. */
  torn: count,
  /** A sector does not fit its checksum. */
  corrupted: count,
  /** A record of another place stands there. */
  misplaced: count,
  /** The drive returned an error. */
  unreadable: count,
  /** The file is under no name, still under its old one, or under both. */
  nameMissing: count,
  nameOld: count,
  nameBoth: count,
});
export type PlugCounts = z.infer<typeof plugCountsSchema>;

export const plugFailures = [
  "lost",
  "stale",
  "torn",
  "corrupted",
  "misplaced",
  "unreadable",
  "nameMissing",
  "nameOld",
  "nameBoth",
] as const satisfies readonly (keyof PlugCounts)[];
export type PlugFailure = (typeof plugFailures)[number];

/** Why a mode without a loss is not proven. */
export const plugDoubts = [
  /** The witness holds no number of it. */
  "nothing-acknowledged",
  /** Neither a restart, nor a lost drive, nor a loss in the control speaks for a power cut. */
  "no-power-cut",
  /** Even saves that nothing protects are all there. */
  "control-survived",
  /** Another mode's flush came after its last save and may have saved it. */
  "flushed-by-another",
  /** The drive's own counter of unsafe shutdowns did not rise. */
  "drive-kept-power",
  /** The files were read from the computer's memory. */
  "read-from-memory",
] as const;

export const plugModeResultSchema = plugModeSchema.extend({
  guarantee: z.enum(guarantees),
  verdict: z.enum(["kept", "lost", "not-proven", "unavailable"]),
  doubt: z.enum(plugDoubts).nullable(),
  /** Losses are no broken promise: this mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  counts: plugCountsSchema,
  /** Sum of the failures. */
  failed: count,
  /** Those of the failed that a later, surviving save of the same mode overtook. */
  reordered: count,
  /** Survivors that no flush of another mode followed: the ones this mode protected alone. */
  unaided: count,
  /** At most so much time of acknowledged saves is gone; `null` where that is not known. */
  lostSpanNs: nanoseconds.nullable(),
});
export type PlugModeResult = z.infer<typeof plugModeResultSchema>;

/** What speaks for a power cut having happened. */
export const plugCutSchema = z.object({
  /** `null` when not known. */
  computerRestarted: z.boolean().nullable(),
  /** The drive stopped answering while records were written. */
  driveLost: z.boolean(),
  /**
   * The drive's own count of the times its power went without notice, read before the writing and
   * after the cut; `null` where it cannot be read without an administrator.
   */
  unsafeShutdowns: z.object({ before: count, after: count }).nullable().default(null),
});
export type PlugCut = z.infer<typeof plugCutSchema>;

/** The result of one test; the report holds it in `powerCut`. */
export const plugTestSchema = z.object({
  testId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  layout: plugLayoutSchema,
  cut: plugCutSchema,
  /** Whether the mode that protects nothing lost anything; `null` when it was not tested. */
  control: z.enum(["lost", "kept"]).nullable(),
  /** Over the modes that promise to survive a power cut. */
  outcome: z.enum(["kept", "lost", "not-proven"]),
  /** False when a file was read from the computer's memory. */
  readAroundCache: z.boolean(),
  modes: z.array(plugModeResultSchema),
});
export type PlugTest = z.infer<typeof plugTestSchema>;
