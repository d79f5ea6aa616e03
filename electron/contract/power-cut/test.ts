import { z } from "zod";
import { type FlushModeId, flushModeIds, guarantees, type OperatingSystem } from "../flush-mode";
import { count, nanoseconds } from "../measures";
import { volumeFactsSchema } from "../volume-schema";

/**
 * The plug test writes numbered records in several modes, sends the number of each record whose
 * flush has returned success to a witness, and compares the files with the witness's numbers after
 * the power cut. electron/main/power-cut/README.md describes the files and the format of a record.
 * This file has the plan and the results.
 */

const mode = z.enum(flushModeIds);

/** The folder of a test, in the folder the person chose. It stays visible after the power cut. */
export const powerCutFolderName = "DriveProof plug test";

/** The numbers that fix the file and offset of every record; see analysis/power-cut/schedule.ts. */
export const powerCutLayoutSchema = z.object({
  /** A random number that identifies this test's records. */
  run: z.number().int().positive(),
  slotCount: z.number().int().positive(),
  /** Blocks of 4096 bytes in a slot, a fixed place in a file for one record. */
  slotBlocks: z.number().int().positive(),
  slotStride: z.number().int().positive(),
  appendEvery: z.number().int().positive(),
  logRecords: count,
  namesEvery: z.number().int().positive(),
  nameLimit: count,
  /** The modes take turns; a turn ends after this time or after `turnOperations` operations. */
  turnNs: z.number().int().positive(),
  /**
   * A turn of the ordinary save, the first mode that waits for the drive. Its turns are the
   * longest, because a cut proves something only about the mode whose turn it is. `null` in tests
   * of earlier versions.
   */
  mainTurnNs: z.number().int().positive().nullable().default(null),
  /**
   * Modes that do not wait for the drive have no turns: every n-th operation is made in such a
   * mode, so that at the cut the newest unprotected save is as recent as the newest flushed save.
   * `null`: an earlier version gave these modes turns.
   */
  controlEvery: z.number().int().positive().nullable().default(null),
  turnOperations: z.number().int().positive(),
  /** Least nanoseconds from the start of one operation to the start of the next. */
  paceNs: nanoseconds,
});
export type PowerCutLayout = z.infer<typeof powerCutLayoutSchema>;

export const powerCutBlockBytes = 4096;
export const powerCutSectorBytes = 512;

/** The sizes and times of a real test; `run` identifies its records. */
export function powerCutLayout(run: number): PowerCutLayout {
  return {
    run,
    slotCount: 509,
    slotBlocks: 4,
    slotStride: 315,
    appendEvery: 8,
    // After half a minute or longer the log is full and all file names are used, and the test only
    // rewrites slots.
    logRecords: 8192,
    namesEvery: 64,
    nameLimit: 1024,
    // A turn is much longer than a record number takes to reach the witness, which so nearly always
    // has records of the current mode.
    turnNs: 500_000_000,
    // With one other mode, the ordinary save gets three quarters of the time, and so of the cuts.
    mainTurnNs: 1_500_000_000,
    controlEvery: 4,
    turnOperations: 4096,
    // 2 000 operations a second (about 20 MB/s) limit the wear while a person looks for the plug.
    paceNs: 500_000,
  };
}

/** Most space that the files of a test can take. */
export function powerCutFileBytes(layout: PowerCutLayout, modes: number): number {
  const slotBytes = layout.slotBlocks * powerCutBlockBytes;
  const perMode =
    (layout.slotCount + layout.nameLimit) * slotBytes + layout.logRecords * powerCutBlockBytes;
  return modes * perMode;
}

/**
 * The default modes of a test: `none` as the control that must lose something, the ordinary save,
 * and one that asks the drive to store data in another way (force unit access instead of a flush)
 * or more strongly.
 */
export function powerCutModesOf(os: OperatingSystem): FlushModeId[] {
  switch (os) {
    case "linux":
      return ["none", "fsync", "o_direct_dsync"];
    case "macos":
      return ["none", "fsync", "f_fullfsync"];
    case "windows":
      return ["none", "flush_file_buffers", "write_through"];
  }
}

export const powerCutPlanSchema = z.object({
  testId: z.string().regex(/^[0-9a-f-]{8,64}$/),
  createdAt: z.iso.datetime(),
  folder: z.string(),
  modes: z.array(mode).min(1),
  layout: powerCutLayoutSchema,
  /** Properties of the tested volume, to tell a missing folder on another drive from a loss. */
  volume: z
    .object({
      fileSystem: z.string().nullable(),
      totalBytes: count.nullable(),
      model: z.string().nullable(),
    })
    .optional(),
  /** Settings under which the records are written; they may differ after the restart. */
  settings: volumeFactsSchema.pick({ mountOptions: true, writeCache: true }).optional(),
});
export type PowerCutPlan = z.infer<typeof powerCutPlanSchema>;

/**
 * Whether the system supported a mode in the test's folder. Refusals are the system's sentences.
 */
export const powerCutModeSchema = z.object({
  mode,
  systemCall: z.string(),
  /** The calls that make a new file name durable. */
  nameCall: z.string(),
  /** The system's refusal of the mode; `null` if the mode can be tested in the folder. */
  refusal: z.string().nullable(),
  /**
   * The system's refusal of the calls for names; `null` if new file names are tested in this mode.
   */
  nameRefusal: z.string().nullable(),
});
export type PowerCutMode = z.infer<typeof powerCutModeSchema>;

/**
 * Outcomes of one mode's acknowledged operations. Each is counted once: acknowledged = replaced +
 * inFlight + survived + the sum of the failures.
 */
const powerCutCounts = {
  acknowledged: count,
  /**
   * Saves that a later acknowledged save overwrote or renamed: their records need not exist any
   * more.
   */
  replaced: count,
  /** Saves that a later, unacknowledged operation was overwriting when the power went. */
  inFlight: count,
  /** Saves whose record is whole, or whose position in the file holds a whole later record. */
  survived: count,
  /** Saves whose position in the file contains no save. */
  lost: count,
  /** Saves whose position in the file contains an older save. */
  stale: count,
  /**
   * Saves whose position in the file contains part of the save and part of the previous content.
   */
  torn: count,
  /** Saves of which a sector does not match its checksum. */
  corrupted: count,
  /** Saves whose position in the file contains a record that was written to another position. */
  misplaced: count,
  /** Saves for which the drive returned a read error. */
  unreadable: count,
  /** Saves whose file has no name, still its old name, or both the old and the new. */
  nameMissing: count,
  nameOld: count,
  nameBoth: count,
};
export const powerCutCountsSchema = z.object(powerCutCounts);
export type PowerCutCounts = z.infer<typeof powerCutCountsSchema>;
export const powerCutCountNames = Object.keys(powerCutCounts) as (keyof PowerCutCounts)[];

export const powerCutFailures = [
  "lost",
  "stale",
  "torn",
  "corrupted",
  "misplaced",
  "unreadable",
  "nameMissing",
  "nameOld",
  "nameBoth",
] as const satisfies readonly (keyof PowerCutCounts)[];
export type PowerCutFailure = (typeof powerCutFailures)[number];

export const powerCutDoubts = [
  /** Neither the witness nor the disk has a save of this mode. */
  "nothing-acknowledged",
  /** No evidence of a power cut, neither from the system nor from the person. */
  "no-power-cut",
  /** Saves are missing or changed, but there is no evidence of a power cut. */
  "changed-without-cut",
  /** Even the saves that no flush protected all survived, so the power cut endangered nothing. */
  "control-survived",
  /** Another mode flushed after this mode's last save and may have protected it. */
  "flushed-by-another",
  /** The drive's counter of unsafe shutdowns did not rise, so the drive may have kept its power. */
  "drive-kept-power",
  /** The files could be read only from the computer's cache, which the drive need not match. */
  "read-from-memory",
  /** The age of the mode's newest save at the cut is not known. */
  "window-not-known",
  /** The mode's newest save was so old that the drive may have written it out without the flush. */
  "window-too-long",
] as const;
export type PowerCutDoubt = (typeof powerCutDoubts)[number];

/**
 * Nanoseconds. A newest save that was older at the cut proves nothing, because the drive may have
 * written it out by itself. A witness's lag is known only to within 10 to 50 ms; with 100 ms,
 * drives that ignore flushes and write out after 50 ms passed. Real drives lost data 700 ms old
 * (https://deepai.org/publication/investigating-power-outage-effects-on-reliability-of-solid-state-drives).
 */
export const longestWindowNs = 50_000_000;

export const powerCutModeResultSchema = powerCutModeSchema.extend({
  guarantee: z.enum(guarantees),
  verdict: z.enum(["kept", "lost", "not-proven", "unavailable"]),
  doubt: z.enum(powerCutDoubts).nullable(),
  /** Whether a loss breaks no promise, because the mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  counts: powerCutCountsSchema,
  /** Number of failed saves of all kinds. */
  failed: count,
  /** Failed saves older than a surviving save of the same mode: stored out of order. */
  reordered: count,
  /** Surviving saves after which no other mode flushed: only this mode's flush protected them. */
  unaided: count,
  /**
   * Source of the last number checked: the witness, or a newer record on the disk. `null` if no
   * number was checked, and in tests of earlier versions.
   */
  provenBy: z.enum(["witness", "disk"]).nullable().default(null),
  /**
   * Upper bound, in nanoseconds, of the age at the cut of the newest save that only this mode's
   * flush protected. The test cannot judge a drive that writes out by itself within this time.
   * `null` if not known.
   */
  windowNs: nanoseconds.nullable().default(null),
  /** Upper bound of the time span whose acknowledged saves are lost; `null` if not known. */
  lostSpanNs: nanoseconds.nullable(),
});
export type PowerCutModeResult = z.infer<typeof powerCutModeResultSchema>;

export const cutDeeds = [
  /** The computer's plug was pulled; it has no battery. */
  "plug",
  /** The battery was removed, or the last power source unplugged. */
  "battery",
  /** The power button was held until the computer went off. */
  "power-button",
  /** The cable or the power supply of an external drive was pulled. */
  "cable",
  /** The computer was restarted, crashed or was shut down normally, or nothing happened to it. */
  "no-cut",
] as const;
export type CutDeed = (typeof cutDeeds)[number];

/** System records that show whether the drive lost its power. */
export const cutSignKinds = [
  /** The drive's counter of unsafe shutdowns. */
  "unsafe-shutdowns",
  /** A bus-powered drive left the USB bus and came back with a new power-on. */
  "usb-power-on",
  /**
   * Windows: an event Kernel-Power 41. A crash code in the event shows that the drive kept its
   * power; without a crash code, the time of a press of the power button shows a loss. Without a
   * code and a time, the event proves nothing.
   */
  "kernel-power-41",
  /** macOS: the log's line "Previous shutdown cause". */
  "previous-shutdown-cause",
] as const;
export type CutSign = (typeof cutSignKinds)[number];

/**
 * Evidence of a power cut. A restart is no evidence: a reset or a crash clears the computer's
 * memory while the drive keeps its power.
 */
export const observedCutSchema = z.object({
  /**
   * The strongest evidence in the other fields: the system's records, the person's word, or none.
   */
  evidence: z.enum(["system", "person", "none"]).default("none"),
  /** What the system's records show about the drive's power; `null` if they show nothing. */
  shown: z
    .object({ by: z.enum(cutSignKinds), lostPower: z.boolean() })
    .nullable()
    .default(null),
  /** How the power was cut, as the person says; `null` without an answer. */
  deed: z.enum(cutDeeds).nullable().default(null),
  /** Whether the computer restarted; `null` if not known. */
  computerRestarted: z.boolean().nullable(),
  /** Whether the drive stopped answering during the writing, which a bus reset can cause, too. */
  driveLost: z.boolean(),
  /**
   * The drive's count of power losses without notice, read before the writing and after the cut;
   * `null` if only an administrator can read it. Some drives count up without any cut: `stoodStill`
   * is true if two readings before the cut, at the start of the test and just before the writing,
   * were equal.
   */
  unsafeShutdowns: z
    .object({ before: count, after: count, stoodStill: z.boolean().default(false) })
    .nullable()
    .default(null),
});
export type ObservedCut = z.infer<typeof observedCutSchema>;

export const powerCutTestSchema = z.object({
  testId: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  layout: powerCutLayoutSchema,
  cut: observedCutSchema,
  /** Whether the mode that protects nothing lost anything; `null` if it was not tested. */
  control: z.enum(["lost", "kept"]).nullable(),
  /** The outcome of all modes that promise to survive a power cut. */
  outcome: z.enum(["kept", "lost", "not-proven"]),
  /** Whether all files were read from the drive, and none from the computer's cache alone. */
  readAroundCache: z.boolean(),
  /**
   * Other programs' flushes per second just before the writing; each flush covers the whole drive,
   * the test's data included. `null` if the system does not count them, and in tests of earlier
   * versions.
   */
  othersFlushesPerSecond: z.number().nonnegative().nullable().default(null),
  modes: z.array(powerCutModeResultSchema),
});
export type PowerCutTest = z.infer<typeof powerCutTestSchema>;

/** The report's sums over all plug tests of one drive; see analysis/power-cut/sum.ts. */

/**
 * Upper bound (0 to 1) of the share of power cuts in which a confirmed save is lost, with 95 %
 * confidence, by the rule of three: 3 / n after n cuts without a loss. `null` if something was lost
 * or nothing was proven.
 */
const lossRateBound = z.number().min(0).max(1).nullable();

/** The sum of one mode's results over all plug tests that prove something about this mode. */
export const powerCutModeSumSchema = z.object({
  mode: z.enum(flushModeIds),
  systemCall: z.string(),
  guarantee: z.enum(guarantees),
  /** Whether a loss breaks no promise, because the mode does not claim to survive a power cut. */
  lossExpected: z.boolean(),
  /**
   * Cuts that prove something about this mode: most do only about the mode that was being written.
   */
  cuts: count,
  cutsWithLoss: count,
  /** Cuts shown by the system's records; all other cuts rest on the person's word. */
  systemCuts: count.default(0),
  /** Tests that prove nothing about this mode. */
  notProven: count,
  counts: powerCutCountsSchema,
  failed: count,
  reordered: count,
  unaided: count,
  /** Time span of the saves that the worst cut lost; `null` if none was lost or it is not known. */
  lostSpanNs: count.nullable(),
  /** The largest `windowNs` of all cuts; `null` if one cut's `windowNs` is not known. */
  windowNs: count.nullable().default(null),
  lossRateBound,
});
export type PowerCutModeSum = z.infer<typeof powerCutModeSumSchema>;

export const powerCutSchema = z.object({
  /** Every known plug test of this drive, oldest first. */
  tests: z.array(powerCutTestSchema).min(1),
  /**
   * The mode that `cuts`, `confirmedCuts` and `lossRateBound` refer to: the ordinary save if it
   * promises to survive a power cut, else the tested mode that promises this. `null` if no mode
   * that promises this was tested.
   */
  mode: z.enum(flushModeIds).nullable().default(null),
  /**
   * Power cuts that prove something about `mode`, or in which another mode that promises to survive
   * a power cut lost something.
   */
  cuts: count,
  cutsWithLoss: count,
  /** `cuts` that the system's records confirm; all other cuts rest on the person's word. */
  confirmedCuts: count,
  notProven: count,
  lossRateBound,
  modes: z.array(powerCutModeSumSchema),
});
export type PowerCut = z.infer<typeof powerCutSchema>;
