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

/** How far a plug test has come. */

/** One run of the system, from its start to its end. */
export interface Boot {
  /** When it began, by the computer's clock, in ISO 8601. */
  readonly at: string;
  /** `null` where the system gives it no identity. */
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
  /** Files may be missing because of us, so nothing can be said about the drive. */
  "removing",
] as const;
export type PowerCutStage = (typeof powerCutStages)[number];

/**
 * Notes taken just before the writing begins, to tell a power cut from a mere restart or bus reset.
 * Parts are `null` where the system does not show them.
 */
export const cutMarksSchema = z.object({
  /** The drive's connection to the USB; `null` for other drives. */
  usb: z
    .object({
      /** Of the port, e.g. `2-1.4`. */
      port: z.string(),
      /** The number the system gave the device when it appeared; a reset keeps it. */
      deviceNumber: count,
      /** False where the enclosure declares its own power supply. */
      busPowered: z.boolean(),
      /** Vendor, product and serial number (empty where it has none), with colons between. */
      identity: z.string(),
    })
    .nullable(),
  /** After the writing failed: the drive was missing on its bus for at least this long. */
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
  /** The drive's counter just before the writing began; `null` where it cannot be read. */
  unsafeShutdowns: count.nullable().default(null),
  /** Whether the drive answered twice before the writing, and with the same count. */
  counterStoodStill: z.boolean().default(false),
  /** Boot id of the system during the writing; `null` where not known. */
  bootId: z.string().nullable().default(null),
  driveLost: z.boolean(),
  /** The writing ended before any power cut, so the moment of the cut is not known. */
  wasStopped: z.boolean().default(false),
  /** Where the computer stayed on: how the writing ended. */
  ending: powerCutEndingSchema.nullable().default(null),
  /** What is compared before and after; see `CutMarks`. */
  marks: cutMarksSchema.nullable().default(null),
  /** Flushes per second of other programs, counted just before the writing began. */
  othersFlushesPerSecond: z.number().nonnegative().nullable().default(null),
  /** Why the writing ended by itself. */
  error: driveErrorSchema.nullable(),
  result: powerCutTestSchema.nullable(),
});
export type PowerCutState = z.infer<typeof powerCutStateSchema>;

/** What moves a plug test from one stage to the next. */
export type PowerCutStep =
  | { readonly type: "prepared"; readonly modes: PowerCutMode[] }
  | {
      readonly type: "writing-begins";
      readonly at: string;
      readonly bootId: string | null;
      /** Notes on drive and system just before; empty where nothing is shown. */
      readonly noted?: Partial<
        Pick<
          PowerCutState,
          "unsafeShutdowns" | "counterStoodStill" | "marks" | "othersFlushesPerSecond"
        >
      >;
    }
  /** The person stopped before any power cut. */
  | { readonly type: "stopped" }
  /** The writing ended with an error; a drive that was unplugged answers with one. */
  | {
      readonly type: "failed";
      readonly error: DriveError;
      /** `null` where the engine could not report any more. */
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
 * number (os-error.ts). A file system whose drive is gone turns read-only.
 */
export function isLoss({ code }: DriveError): boolean {
  return code === "drive-error" || code === "volume-gone" || code === "read-only";
}

/**
 * What the program offers when it starts and finds this state: finish the test, show its outcome,
 * or only remove one that was never written or is partly gone.
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
