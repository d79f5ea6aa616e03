import { z } from "zod";
import { driveErrorSchema } from "./drive-error";
import { type FlushModeId, flushModeIds, guarantees, type OperatingSystem } from "./flush-mode";
import { modeNumberSchema } from "./witness";

/**
 * The plug test (workload W6): numbered records are written in several modes, the numbers of those
 * whose flush has returned success go to a witness, the power is cut, and what is left is compared
 * with what the witness holds. ARCHITECTURE.md describes the files and the format of a record.
 */

const count = z.number().int().nonnegative();
const nanoseconds = z.number().int().nonnegative();
const mode = z.enum(flushModeIds);

/** The folder of a test, in the folder the person chose. It survives the power cut in plain sight. */
export const plugFolderName = "DriveProof plug test";

/** What decides where the record of every number goes; see analysis/power-cut/schedule.ts. */
export const plugLayoutSchema = z.object({
  /** Marks the records of this test; at random. */
  run: z.number().int().positive(),
  slotCount: z.number().int().positive(),
  /** Blocks of 4096 bytes: the room of a slot, and the longest record. */
  slotBlocks: z.number().int().positive(),
  slotStride: z.number().int().positive(),
  appendEvery: z.number().int().positive(),
  logRecords: count,
  namesEvery: z.number().int().positive(),
  nameLimit: count,
  /** A mode's turn ends after this time or so many operations. */
  turnNs: z.number().int().positive(),
  turnOperations: z.number().int().positive(),
  /** Least time from the start of one operation to that of the next. */
  paceNs: nanoseconds,
});
export type PlugLayout = z.infer<typeof plugLayoutSchema>;

export const plugBlockBytes = 4096;
export const plugSectorBytes = 512;

/**
 * Sizes of a real test. The pace keeps a fast drive at 2 000 operations a second (about 20 MB/s),
 * so that it is not worn while a person looks for the plug; the log and the names then last for
 * half a minute and longer, and slots are rewritten without end. A turn is much longer than the
 * way of a number to the witness, so that the mode in turn nearly always has saves to prove it.
 */
export function plugLayout(run: number): PlugLayout {
  return {
    run,
    slotCount: 509,
    slotBlocks: 4,
    slotStride: 315,
    appendEvery: 8,
    logRecords: 8192,
    namesEvery: 64,
    nameLimit: 1024,
    turnNs: 500_000_000,
    turnOperations: 1024,
    paceNs: 500_000,
  };
}

/** Space the files of a test may come to take. */
export function plugFileBytes(layout: PlugLayout, modes: number): number {
  const slotBytes = layout.slotBlocks * plugBlockBytes;
  const perMode =
    (layout.slotCount + layout.nameLimit) * slotBytes + layout.logRecords * plugBlockBytes;
  return modes * perMode;
}

/**
 * The modes of a test where none are named: `none` as the control that must lose something, the
 * ordinary save, and the one that asks the drive in another way (force unit access instead of a
 * flush) or more strongly.
 */
export function plugModesOf(os: OperatingSystem): FlushModeId[] {
  switch (os) {
    case "linux":
      return ["none", "fsync", "o_direct_dsync"];
    case "macos":
      return ["none", "fsync", "f_fullfsync"];
    case "windows":
      return ["none", "flush_file_buffers", "write_through"];
  }
}

/** Everything that is settled before the first file is made. */
export const plugPlanSchema = z.object({
  testId: z.string().regex(/^[0-9a-f-]{8,64}$/),
  createdAt: z.iso.datetime(),
  /** The test's own folder. */
  folder: z.string(),
  modes: z.array(mode).min(1),
  layout: plugLayoutSchema,
});
export type PlugPlan = z.infer<typeof plugPlanSchema>;

/** What the folder offered when the files were made. Refusals are the system's, in words. */
export const plugModeSchema = z.object({
  mode,
  systemCall: z.string(),
  /** The calls that make a new name safe. */
  nameCall: z.string(),
  /** `null` when the mode can be tested here. */
  refusal: z.string().nullable(),
  /** `null` when new names are tested too. */
  nameRefusal: z.string().nullable(),
});
export type PlugMode = z.infer<typeof plugModeSchema>;

/** What a witness holds: the highest number of each mode whose flush had returned success. */
export const plugAcknowledgedSchema = z.object({
  numbers: z.array(modeNumberSchema),
  /** Time from the start of the writing to when these numbers were read; `null` when not known. */
  elapsedNs: nanoseconds.nullable(),
});
export type PlugAcknowledged = z.infer<typeof plugAcknowledgedSchema>;

/** In place of a sector's number, where it has none. */
export const sectorCodes = {
  damaged: -1,
  zero: -2,
  foreign: -3,
  unreadable: -4,
  absent: -5,
} as const;

const sectors = z.array(z.number().int());

/** One file of equal places, as the engine read it back; see native/plug.ts. */
export const plugPlacesSchema = z.object({
  missing: z.boolean(),
  aroundCache: z.boolean(),
  fileBytes: count,
  /** The system's error in words. */
  fault: z.string().nullable(),
  numbers: z.array(z.number().int()),
  orders: z.array(z.number().int()),
  elapsedNs: z.array(z.number().int()),
  broken: z.array(z.object({ place: count, sectors })),
});
export type PlugPlaces = z.infer<typeof plugPlacesSchema>;

export const plugNamedSchema = z.object({
  name: z.string(),
  number: count.nullable(),
  order: count,
  elapsedNs: nanoseconds,
  sectors,
});
export type PlugNamed = z.infer<typeof plugNamedSchema>;

export const plugFoundSchema = z.object({
  mode,
  missing: z.boolean(),
  fault: z.string().nullable(),
  slots: plugPlacesSchema,
  log: plugPlacesSchema,
  names: z.array(plugNamedSchema),
});
export type PlugFound = z.infer<typeof plugFoundSchema>;

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

/** One run of the system, from its start to its end. */
export interface Boot {
  /** When it began, by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** `null` where the system gives it no identity. */
  readonly id: string | null;
}

/**
 * Where a test stands. Main stores this before each step, so that the program started again knows
 * what to offer; see power-cut-stage.ts.
 */
export const plugStages = [
  "preparing",
  "ready",
  "writing",
  "drive-lost",
  "stopped",
  "reading-back",
  "finished",
  /** Files may be missing because of us: nothing can be said of the drive any more. */
  "removing",
] as const;
export type PlugStage = (typeof plugStages)[number];

export const plugStateSchema = z.object({
  formatVersion: z.literal(1),
  stage: z.enum(plugStages),
  plan: plugPlanSchema,
  /** `null` until the files are made. */
  modes: z.array(plugModeSchema).nullable(),
  writingSince: z.iso.datetime().nullable(),
  /** The drive's counter just before the writing began; `null` where it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** Identity of the run of the system in which it was written; `null` where not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /** Why the writing ended by itself. */
  error: driveErrorSchema.nullable(),
  result: plugTestSchema.nullable(),
});
export type PlugState = z.infer<typeof plugStateSchema>;
