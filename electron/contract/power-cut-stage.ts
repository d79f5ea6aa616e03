import type { DriveError } from "./drive-error";
import type { PowerCutEnding } from "./power-cut-found";
import type { PowerCutMode, PowerCutPlan } from "./power-cut-plan";
import type { PowerCutTest } from "./power-cut-result";
import { type PowerCutStage, type PowerCutState, powerCutStages } from "./power-cut-state";

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
