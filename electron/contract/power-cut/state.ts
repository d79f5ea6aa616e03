import { z } from "zod";
import type { DriveError } from "../drive-error";
import { driveErrorSchema } from "../drive-error-schema";
import { flushModeIds } from "../flush-mode";
import { count, nanoseconds } from "../measures";
import type { Drive } from "../volume";
import { volumeFactsSchema } from "../volume-schema";
import {
  type CutDeed,
  cutDeeds,
  type ObservedCut,
  type PowerCutMode,
  type PowerCutPlan,
  type PowerCutTest,
  powerCutModeSchema,
  powerCutPlanSchema,
  powerCutTestSchema,
} from "./test";
import {
  type GuideWitness,
  type HeldNumber,
  heldNumberSchema,
  type ModeNumber,
  modeNumberSchema,
  witnessChoiceSchema,
  witnessTicketSchema,
} from "./witness";

/**
 * The course of a plug test: the witness's numbers, the records read back from the drive, the
 * stages that main saves before each step, and the state that the window shows.
 */

/** What a witness stores: each mode's highest record number whose flush had returned success. */
export const powerCutAcknowledgedSchema = z.object({
  numbers: z.array(modeNumberSchema),
  /** Time from the start of the writing until these numbers were read; `null` if not known. */
  elapsedNs: nanoseconds.nullable(),
});

/** How the writing ended if the computer stayed on, as the engine last reported it. */
export const powerCutEndingSchema = z.object({
  /** For each flush mode the last record number whose flush had returned success. */
  numbers: z.array(modeNumberSchema),
  /** When the failed operation began, in nanoseconds since the start of the writing. */
  failedAtNs: nanoseconds,
  /** Duration of the longest operation that succeeded. */
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

/** For each sector the number of its record, or one of `sectorCodes`. */
const sectors = z.array(z.number().int());

/**
 * The records that one of the test's files holds after the cut. The file is divided into places,
 * equal parts for one record each. Every list has an entry for each place; only `broken` lists the
 * places without a whole record. See native/power-cut.ts.
 */
export const powerCutPlacesSchema = z.object({
  missing: z.boolean(),
  /** Whether all records of the file were read around the system's cache. */
  aroundCache: z.boolean(),
  fileBytes: count,
  /** The system's read error in words. */
  fault: z.string().nullable(),
  numbers: z.array(z.number().int()),
  orders: z.array(z.number().int()),
  elapsedNs: z.array(z.number().int()),
  /** The latest time that the witness had confirmed when each record was written; 0 if none. */
  witnessedNs: z.array(z.number().int()),
  broken: z.array(z.object({ place: count, sectors })),
});
export type PowerCutPlaces = z.infer<typeof powerCutPlacesSchema>;

export const powerCutNamedSchema = z.object({
  /** The file's name, such as `17.created` or `17.renamed`. */
  name: z.string(),
  /** Number of the file's record; `null` if no record in the file is whole. */
  number: count.nullable(),
  order: count,
  elapsedNs: nanoseconds,
  /** Number or code of each sector; empty if the record is whole. */
  sectors,
});
export type PowerCutNamed = z.infer<typeof powerCutNamedSchema>;

/**
 * The newest whole record in a mode's files. One thread writes all records in turn, so each
 * operation in `returned` had returned before this record was handed to the drive.
 */
export const powerCutNewestSchema = z.object({
  order: count,
  elapsedNs: nanoseconds,
  /** The last operation of every mode that had returned success. */
  returned: z.array(modeNumberSchema),
});

export const powerCutFoundSchema = z.object({
  mode: z.enum(flushModeIds),
  missing: z.boolean(),
  fault: z.string().nullable(),
  slots: powerCutPlacesSchema,
  log: powerCutPlacesSchema,
  names: z.array(powerCutNamedSchema),
  /** The mode's newest whole record; `null` if there is none. */
  newest: powerCutNewestSchema.nullable(),
});
export type PowerCutFound = z.infer<typeof powerCutFoundSchema>;

/** One boot of the operating system, from startup to shutdown or crash. */
export interface Boot {
  /** The start of the boot by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** The system's id of the boot; `null` if it provides none. */
  readonly id: string | null;
}

/**
 * Main stores the stage of a plug test before each step, so that the program knows after a restart
 * how the test can continue.
 */
export const powerCutStages = [
  "preparing",
  "ready",
  "writing",
  "drive-lost",
  "stopped",
  "reading-back",
  "finished",
  /** Files may be missing because DriveProof removed them, so the drive cannot be judged. */
  "removing",
] as const;
export type PowerCutStage = (typeof powerCutStages)[number];

/**
 * Facts about the drive's connection, to distinguish a power cut from a restart or a bus reset.
 * `null` if the system does not show them.
 */
export const cutMarksSchema = z.object({
  /** The drive's USB connection; `null` for drives that are not on USB. */
  usb: z
    .object({
      /** The USB port, such as `2-1.4`. */
      port: z.string(),
      /** The number that the system assigned when the device appeared; a reset keeps it. */
      deviceNumber: count,
      /**
       * Whether the bus powers the drive; false if its enclosure declares a separate power supply.
       */
      busPowered: z.boolean(),
      /** Vendor, product and serial number (empty if the device has none), with colons between. */
      identity: z.string(),
    })
    .nullable(),
  /** How long, at least, the drive was missing on its bus after the writing failed. */
  absentNs: count.nullable().default(null),
});
export type CutMarks = z.infer<typeof cutMarksSchema>;

export const powerCutStateSchema = z.object({
  formatVersion: z.literal(1),
  stage: z.enum(powerCutStages),
  plan: powerCutPlanSchema,
  /** The tested modes; `null` until the files are made. */
  modes: z.array(powerCutModeSchema).nullable(),
  writingSince: z.iso.datetime().nullable(),
  /** The drive's count of unsafe shutdowns just before the writing; `null` if it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** How often the drive had been switched on before the writing; `null` if not known. */
  powerCycles: count.nullable().default(null),
  /** Whether two readings of `unsafeShutdowns` were equal: some drives count without a cut. */
  counterStoodStill: z.boolean().default(false),
  /** The boot of the system during the writing; `null` if not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /**
   * Whether the writing ended without a power cut (the person stopped it, or an error came that no
   * cut causes), so that its end does not date the cut.
   */
  wasStopped: z.boolean().default(false),
  /** How the writing ended, if the computer stayed on. */
  ending: powerCutEndingSchema.nullable().default(null),
  /** Facts that are compared with those after the cut. */
  marks: cutMarksSchema.nullable().default(null),
  /** Other programs' flushes per second, counted just before the writing began. */
  othersFlushesPerSecond: z.number().nonnegative().nullable().default(null),
  /** The error that ended the writing. */
  error: driveErrorSchema.nullable(),
  result: powerCutTestSchema.nullable(),
});
export type PowerCutState = z.infer<typeof powerCutStateSchema>;

/** Steps that move a plug test from one stage to the next. */
export type PowerCutStep =
  | { readonly type: "prepared"; readonly modes: PowerCutMode[] }
  | {
      readonly type: "writing-begins";
      readonly at: string;
      readonly bootId: string | null;
      /** Facts about drive and system just before the writing; empty if the system shows none. */
      readonly noted?: Partial<
        Pick<
          PowerCutState,
          | ("unsafeShutdowns" | "powerCycles" | "counterStoodStill")
          | ("marks" | "othersFlushesPerSecond")
        >
      >;
    }
  /** The person stopped the test before any power cut. */
  | { readonly type: "stopped" }
  /** The writing ended with an error, as it does when the drive is unplugged. */
  | {
      readonly type: "failed";
      readonly error: DriveError;
      /** The engine's last report; `null` if the engine could no longer report. */
      readonly ending: PowerCutEnding | null;
    }
  /** The drive was missing on its bus for at least this long. */
  | { readonly type: "absence-seen"; readonly absentNs: number }
  | { readonly type: "reading-begins" }
  | { readonly type: "finished"; readonly result: PowerCutTest }
  | { readonly type: "removal-begins" };

/** Stages from which a step may be taken. */
const origins: Readonly<Record<PowerCutStep["type"], readonly PowerCutStage[]>> = {
  prepared: ["preparing"],
  "writing-begins": ["ready"],
  stopped: ["writing"],
  failed: ["writing"],
  "absence-seen": ["drive-lost", "stopped"],
  // Reading can begin again from `reading-back`, because the program may have ended while reading.
  "reading-begins": ["writing", "drive-lost", "stopped", "reading-back"],
  finished: ["reading-back"],
  "removal-begins": powerCutStages,
};

export function newPowerCutState(plan: PowerCutPlan): PowerCutState {
  return powerCutStateSchema.parse({
    formatVersion: 1,
    stage: "preparing",
    plan,
    modes: null,
    writingSince: null,
    driveLost: false,
    error: null,
    result: null,
  });
}

/** The test's state after the step. Throws if the step cannot follow the stage. */
export function takeStep(state: PowerCutState, step: PowerCutStep): PowerCutState {
  if (!origins[step.type].includes(state.stage)) {
    throw new Error(`the plug test cannot go on with "${step.type}" from "${state.stage}"`);
  }
  switch (step.type) {
    case "prepared":
      return { ...state, stage: "ready", modes: step.modes };
    case "writing-begins":
      return {
        ...state,
        stage: "writing",
        writingSince: step.at,
        bootId: step.bootId,
        ...step.noted,
      };
    case "stopped":
      return { ...state, stage: "stopped", wasStopped: true };
    case "failed": {
      const driveLost = isLoss(step.error);
      return {
        ...state,
        stage: driveLost ? "drive-lost" : "stopped",
        driveLost,
        wasStopped: !driveLost,
        ending: step.ending,
        error: step.error,
      };
    }
    case "absence-seen":
      return {
        ...state,
        marks: { usb: null, ...state.marks, absentNs: step.absentNs },
      };
    case "reading-begins":
      return { ...state, stage: "reading-back" };
    case "finished":
      return { ...state, stage: "finished", result: step.result };
    case "removal-begins":
      return { ...state, stage: "removing" };
  }
}

/**
 * Whether a computer that keeps running gets this error from a drive without power. A file system,
 * for example, becomes read-only when its drive is gone. See os-error.ts for how the system's
 * errors get these codes.
 */
export function isLoss({ code }: Pick<DriveError, "code">): boolean {
  return code === "drive-error" || code === "volume-gone" || code === "read-only";
}

/**
 * What the program offers when it starts and finds a test in this state: `finish` the test, `show`
 * its outcome, or `clear` away a test that wrote nothing, was stopped or is partly removed.
 */
export function offerFor({ stage }: PowerCutState): "finish" | "show" | "clear" {
  switch (stage) {
    case "writing":
    case "drive-lost":
    case "reading-back":
      return "finish";
    case "finished":
      return "show";
    case "preparing":
    case "ready":
    case "stopped":
    case "removing":
      return "clear";
  }
}

const testedVolumeSchema = volumeFactsSchema
  .pick({ mountPoint: true, fileSystem: true, totalBytes: true, drive: true })
  .extend({
    /** The path is not cleaned for display, because DriveProof opens files by it. */
    mountPoint: z.string(),
    /** The name under which the person sees the volume. */
    name: z.string(),
    /** The parent of the test's folder. */
    directory: z.string(),
  });

/** The record that main stores durably before every step, to find the test after the power cut. */
export const guideRecordSchema = z.object({
  formatVersion: z.literal(1),
  /** The tested volume as it was at the start, to recognize another volume mounted in its place. */
  volume: testedVolumeSchema,
  state: powerCutStateSchema,
  /**
   * How to reach the witness again; `null` if this computer, which stays on while the cable of a
   * drive is pulled, is the witness.
   */
  ticket: witnessTicketSchema.nullable(),
  /** Record numbers that the witness has confirmed so far. */
  held: z.array(heldNumberSchema),
  /** How the power was cut, as the person says; `null` without an answer. */
  deed: z.enum(cutDeeds).nullable().default(null),
  /**
   * Whether the witness's numbers are lost, because the original record of the test, which alone
   * named the witness, is gone and this record was made from the test's files.
   */
  witnessLost: z.boolean().default(false),
});
export type GuideRecord = z.infer<typeof guideRecordSchema>;

export const openPowerCutTestSchema = z.strictObject({
  volumeId: z.string().max(4096),
  /** The modes under test with their labels on the witness page. */
  modes: z
    .array(z.strictObject({ mode: z.enum(flushModeIds), label: z.string().min(1).max(80) }))
    .min(1)
    .max(flushModeIds.length),
  witness: witnessChoiceSchema,
});
export type OpenPowerCutTest = z.infer<typeof openPowerCutTestSchema>;

/** The question that the window asks before it lets the drive be read back. */
export interface CutQuestion {
  /** Evidence from the system; if it shows what happened to the drive's power, nothing is asked. */
  readonly shown: ObservedCut["shown"];
  /** The answers that fit this drive and this computer. */
  readonly deeds: readonly CutDeed[];
  /** How the person last said the power was cut; `null` if the person was not asked yet. */
  readonly said: CutDeed | null;
}

/** A plug test on a drive that the program has no record of. */
export interface FoundPowerCutTest {
  readonly folder: string;
  /**
   * The actions that the test's state file allows; `unreadable`: the folder has no readable state
   * file, `foreign`: the path leads to no folder, so to no test.
   */
  readonly offer: ReturnType<typeof offerFor> | "unreadable" | "foreign";
  /** When the test was created; `null` if not known. */
  readonly createdAt: string | null;
}

/** The plug test's state for the window; only the latest counts. */
export interface PowerCutGuide {
  readonly testId: string;
  readonly subject: string;
  readonly drive: Drive;
  readonly folder: string;
  /** Whether no witness has this test's numbers, because the test was found without its record. */
  readonly witnessLost: boolean;
  /** `witness`: connecting to the witness; nothing is on the drive yet. */
  readonly stage: "witness" | PowerCutStage;
  /** Whether this session began the test; false if the program found it after a restart. */
  readonly live: boolean;
  readonly modes: readonly {
    readonly mode: PowerCutMode["mode"];
    readonly refusal: string | null;
  }[];
  readonly witness: GuideWitness;
  /** The numbers of the last confirmed records, which the drive must still hold after the cut. */
  readonly held: readonly HeldNumber[];
  /** While records are written, the last record number of each mode whose flush has succeeded. */
  readonly acknowledged: readonly ModeNumber[];
  readonly operations: number;
  /** Progress while the test's files are made or read back; `null` at all other times. */
  readonly progress: { readonly bytes: number; readonly totalBytes: number | null } | null;
  /** The error that ended the writing. */
  readonly error: DriveError | null;
  readonly result: PowerCutTest | null;
}
