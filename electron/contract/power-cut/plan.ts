import { z } from "zod";
import { type FlushModeId, flushModeIds, type OperatingSystem } from "../flush-mode";
import { count, nanoseconds } from "../measures";

/**
 * The plug test (workload W6) writes numbered records in several modes, sends the numbers of those
 * whose flush has returned success to a witness, and compares the files with the witness's numbers
 * after the power cut. electron/main/power-cut/README.md describes the files and the format of a
 * record. This file has what is fixed before the first file is made.
 */

const mode = z.enum(flushModeIds);

/** The folder of a test, in the folder the person chose. It stays visible after the power cut. */
export const powerCutFolderName = "DriveProof plug test";

/** Determines where the record of every number goes; see analysis/power-cut/schedule.ts. */
export const powerCutLayoutSchema = z.object({
  /** Random number that identifies this test's records. */
  run: z.number().int().positive(),
  slotCount: z.number().int().positive(),
  /** Blocks of 4096 bytes: the size of a slot, and the longest record. */
  slotBlocks: z.number().int().positive(),
  slotStride: z.number().int().positive(),
  appendEvery: z.number().int().positive(),
  logRecords: count,
  namesEvery: z.number().int().positive(),
  nameLimit: count,
  /** A mode's turn ends after this time or this many operations. */
  turnNs: z.number().int().positive(),
  /**
   * The same for the first mode that waits for the drive, the ordinary save, which gets most of the
   * time because a cut proves only the mode whose turn it is. `null` in tests of earlier versions.
   */
  mainTurnNs: z.number().int().positive().nullable().default(null),
  /**
   * Modes that do not wait for the drive have no turns: every n-th operation is one of theirs, so
   * that the control is as recent at the cut as the saves are. `null`: they had turns.
   */
  controlEvery: z.number().int().positive().nullable().default(null),
  turnOperations: z.number().int().positive(),
  /** Minimum time from the start of one operation to the next. */
  paceNs: nanoseconds,
});
export type PowerCutLayout = z.infer<typeof powerCutLayoutSchema>;

export const powerCutBlockBytes = 4096;
export const powerCutSectorBytes = 512;

/**
 * Sizes of a real test. The pace limits a fast drive to 2 000 operations a second (about 20 MB/s),
 * to limit wear while a person looks for the plug; the log and the names then last for half a
 * minute or longer, and slots are rewritten without end. A turn is much longer than a number takes
 * to reach the witness, so that the mode in turn nearly always has saves to prove it; the ordinary
 * save has three quarters of the time beside one other mode, and so of the cuts.
 */
export function powerCutLayout(run: number): PowerCutLayout {
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
    mainTurnNs: 1_500_000_000,
    controlEvery: 4,
    turnOperations: 4096,
    paceNs: 500_000,
  };
}

/** Most space the files of a test can take. */
export function powerCutFileBytes(layout: PowerCutLayout, modes: number): number {
  const slotBytes = layout.slotBlocks * powerCutBlockBytes;
  const perMode =
    (layout.slotCount + layout.nameLimit) * slotBytes + layout.logRecords * powerCutBlockBytes;
  return modes * perMode;
}

/**
 * The default modes: `none` as the control that must lose something, the ordinary save, and one
 * that asks the drive in another way (force unit access instead of a flush) or more strongly.
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

/** Everything that is fixed before the first file is made. */
export const powerCutPlanSchema = z.object({
  testId: z.string().regex(/^[0-9a-f-]{8,64}$/),
  createdAt: z.iso.datetime(),
  /** The test's own folder. */
  folder: z.string(),
  modes: z.array(mode).min(1),
  layout: powerCutLayoutSchema,
  /**
   * The volume of the folder, so that a missing folder on another drive is not taken for a loss.
   */
  volume: z
    .object({
      fileSystem: z.string().nullable(),
      totalBytes: count.nullable(),
      model: z.string().nullable(),
    })
    .optional(),
});
export type PowerCutPlan = z.infer<typeof powerCutPlanSchema>;

/** Capabilities of the folder when the files were made. Refusals are the system's, in words. */
export const powerCutModeSchema = z.object({
  mode,
  systemCall: z.string(),
  /** The calls that make a new name durable. */
  nameCall: z.string(),
  /** `null` if the mode can be tested here. */
  refusal: z.string().nullable(),
  /** `null` if new names are tested, too. */
  nameRefusal: z.string().nullable(),
});
export type PowerCutMode = z.infer<typeof powerCutModeSchema>;
