import { z } from "zod";
import { type DriveError, driveErrorSchema } from "../drive-error";
import { count } from "../measures";
import { type PowerCutEnding, powerCutEndingSchema } from "./found";
import {
  type PowerCutMode,
  type PowerCutPlan,
  powerCutModeSchema,
  powerCutPlanSchema,
} from "./plan";
import { type PowerCutTest, powerCutTestSchema } from "./report";

/** Progress of a plug test through its stages. */

/** One boot of the system, from its start to its end. */
export interface Boot {
  /** When it started, by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** `null` if the system provides no boot id. */
  readonly id: string | null;
}

/**
 * The state of a test. Main stores it before each step, so that the program knows after a restart
 * what to offer; see power-cut-stage.ts.
 */
export const powerCutStages = [
  "preparing",
  "ready",
  "writing",
  "drive-lost",
  "stopped",
  "reading-back",
  "finished",
  /** Files may be missing because we removed them, so the drive cannot be judged. */
  "removing",
] as const;
export type PowerCutStage = (typeof powerCutStages)[number];

/**
 * Recorded just before the writing begins, to distinguish a power cut from a restart or bus reset.
 * Parts are `null` if the system does not show them.
 */
export const cutMarksSchema = z.object({
  /** The drive's USB connection; `null` for other drives. */
  usb: z
    .object({
      /** The port's path, e.g. `2-1.4`. */
      port: z.string(),
      /** The number that the system assigned when the device appeared; a reset keeps it. */
      deviceNumber: count,
      /** False if the enclosure declares a separate power supply. */
      busPowered: z.boolean(),
      /** Vendor, product and serial number (empty if it has none), with colons between. */
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
  /** `null` until the files are made. */
  modes: z.array(powerCutModeSchema).nullable(),
  writingSince: z.iso.datetime().nullable(),
  /** The drive's counter just before the writing began; `null` if it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** Whether the drive returned the same count twice before the writing. */
  counterStoodStill: z.boolean().default(false),
  /** Boot id of the system during the writing; `null` if not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /** The writing ended before any power cut, so the moment of the cut is not known. */
  wasStopped: z.boolean().default(false),
  /** How the writing ended, if the computer stayed on. */
  ending: powerCutEndingSchema.nullable().default(null),
  /** Marks to compare before and after; see `CutMarks`. */
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
      /** Facts about drive and system just before the writing; empty if none are shown. */
      readonly noted?: Partial<
        Pick<
          PowerCutState,
          "unsafeShutdowns" | "counterStoodStill" | "marks" | "othersFlushesPerSecond"
        >
      >;
    }
  /** The person stopped the test before any power cut. */
  | { readonly type: "stopped" }
  /** The writing ended with an error; unplugging a drive causes one. */
  | {
      readonly type: "failed";
      readonly error: DriveError;
      /** `null` if the engine could no longer report. */
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
  // Also from itself, because the program may end during the reading.
  "reading-begins": ["writing", "drive-lost", "stopped", "reading-back"],
  finished: ["reading-back"],
  "removal-begins": powerCutStages,
};

export function newPowerCutState(plan: PowerCutPlan): PowerCutState {
  return {
    formatVersion: 1,
    stage: "preparing",
    plan,
    modes: null,
    writingSince: null,
    unsafeShutdowns: null,
    counterStoodStill: false,
    bootId: null,
    driveLost: false,
    wasStopped: false,
    ending: null,
    marks: null,
    othersFlushesPerSecond: null,
    error: null,
    result: null,
  };
}

/** The state after the step. Throws when the step cannot follow the stage. */
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
 * Errors that a running computer gets from a drive without power, decided by the system's own
 * error (os-error.ts). A file system turns read-only when its drive is gone.
 */
export function isLoss({ code }: DriveError): boolean {
  return code === "drive-error" || code === "volume-gone" || code === "read-only";
}

/**
 * The program's offer when it starts and finds this state: finish the test, show its outcome, or
 * only remove one that was never written or is partly removed.
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
