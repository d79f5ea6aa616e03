import { z } from "zod";
import { type FlushModeId, flushModeIds, type OperatingSystem } from "../flush-mode";
import { count, nanoseconds } from "../measures";

/**
 * The plug test (workload W6): numbered records are written in several modes, the numbers of those
 * whose flush has returned success go to a witness, the power is cut, and the remains are compared
 * with what the witness has. electron/main/power-cut/README.md describes the files and the format of
 * a record. This file has what is fixed before the first file is made.
 */

const mode = z.enum(flushModeIds);

/** The folder of a test, in the folder the person chose. It survives the power cut in plain sight. */
export const powerCutFolderName = "DriveProof plug test";

/** Determines where the record of every number goes; see analysis/power-cut/schedule.ts. */
export const powerCutLayoutSchema = z.object({
  /** Random mark of this test's records. */
  run: z.number().int().positive(),
  slotCount: z.number().int().positive(),
  /** Blocks of 4096 bytes: the size of a slot, and the longest record. */
  slotBlocks: z.number().int().positive(),
  slotStride: z.number().int().positive(),
  appendEvery: z.number().int().positive(),
  logRecords: count,
  namesEvery: z.number().int().positive(),
  nameLimit: count,
  /** A mode's turn ends after this time or so many operations. */
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
 * Sizes of a real test. The pace keeps a fast drive at 2 000 operations a second (about 20 MB/s),
 * so that it is not worn while a person looks for the plug; the log and the names then last for
 * half a minute and longer, and slots are rewritten without end. A turn is much longer than the
 * way of a number to the witness, so that the mode in turn nearly always has saves to prove it; the
 * ordinary save has three quarters of the time beside one other mode, and so of the cuts.
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
 * The modes of a test that names none: `none` as the control that must lose something, the ordinary
 * save, and the one that asks the drive in another way (force unit access instead of a flush) or
 * more strongly.
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
  /** What the folder lies on, so that an empty place on another drive is not taken for a loss. */
  volume: z
    .object({
      fileSystem: z.string().nullable(),
      totalBytes: count.nullable(),
      model: z.string().nullable(),
    })
    .optional(),
});
export type PowerCutPlan = z.infer<typeof powerCutPlanSchema>;

/** What the folder offered when the files were made. Refusals are the system's, in words. */
export const powerCutModeSchema = z.object({
  mode,
  systemCall: z.string(),
  /** The calls that make a new name safe. */
  nameCall: z.string(),
  /** `null` when the mode can be tested here. */
  refusal: z.string().nullable(),
  /** `null` when new names are tested too. */
  nameRefusal: z.string().nullable(),
});
export type PowerCutMode = z.infer<typeof powerCutModeSchema>;
