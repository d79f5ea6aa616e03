import type { DriveError } from "./drive-error";
import type { OperatingSystem } from "./flush-mode";
import type { PlugEnding } from "./power-cut-found";
import type { PlugMode, PlugPlan } from "./power-cut-plan";
import type { PlugTest } from "./power-cut-result";
import { type PlugStage, type PlugState, plugStages } from "./power-cut-state";

/** What moves a plug test from one stage to the next. */
export type PlugStep =
  | { readonly type: "prepared"; readonly modes: PlugMode[] }
  | {
      readonly type: "writing-begins";
      readonly at: string;
      readonly bootId: string | null;
      /** What was noted of drive and system just before; nothing where it is not shown. */
      readonly noted?: Partial<
        Pick<PlugState, "unsafeShutdowns" | "marks" | "othersFlushesPerSecond">
      >;
    }
  /** The person stopped before any power cut. */
  | { readonly type: "stopped" }
  /** The writing ended with an error; a drive that was unplugged answers with one. */
  | {
      readonly type: "failed";
      readonly error: DriveError;
      readonly os: OperatingSystem;
      /** `null` where the engine could not say any more. */
      readonly ending: PlugEnding | null;
    }
  /** The drive was missing on its bus for at least so long. */
  | { readonly type: "absence-seen"; readonly absentNs: number }
  | { readonly type: "reading-begins" }
  | { readonly type: "finished"; readonly result: PlugTest }
  | { readonly type: "removal-begins" };

/** Stages from which a step may be taken. */
const origins: Readonly<Record<PlugStep["type"], readonly PlugStage[]>> = {
  prepared: ["preparing"],
  "writing-begins": ["ready"],
  stopped: ["writing"],
  failed: ["writing"],
  "absence-seen": ["drive-lost", "stopped"],
  // Again from itself, because the program may end while it reads.
  "reading-begins": ["writing", "drive-lost", "stopped", "reading-back"],
  finished: ["reading-back"],
  "removal-begins": plugStages,
};

export function newPlugState(plan: PlugPlan): PlugState {
  return {
    formatVersion: 1,
    stage: "preparing",
    plan,
    modes: null,
    writingSince: null,
    unsafeShutdowns: null,
    bootId: null,
    driveLost: false,
    ending: null,
    marks: null,
    othersFlushesPerSecond: null,
    error: null,
    result: null,
  };
}

/** The state after the step. Throws when the step cannot follow the stage. */
export function takeStep(state: PlugState, step: PlugStep): PlugState {
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
      return { ...state, stage: "stopped" };
    case "failed": {
      const driveLost = isLoss(step.error, step.os);
      return {
        ...state,
        stage: driveLost ? "drive-lost" : "stopped",
        driveLost,
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
 * Numbers by which a system says that a limit or a right of its own is in the way: too many open
 * files, no memory, no space, a quota, no permission. None of them says anything of the drive.
 */
const limits: Readonly<Record<OperatingSystem, readonly number[]>> = {
  // EPERM, EAGAIN, ENOMEM, EACCES, ENFILE, EMFILE, EFBIG, ENOSPC, EDQUOT
  linux: [1, 11, 12, 13, 23, 24, 27, 28, 122],
  macos: [1, 35, 12, 13, 23, 24, 27, 28, 69],
  // TOO_MANY_OPEN_FILES, ACCESS_DENIED, NOT_ENOUGH_MEMORY, OUTOFMEMORY, SHARING_VIOLATION,
  // LOCK_VIOLATION, HANDLE_DISK_FULL, DISK_FULL, FILE_TOO_LARGE, QUOTA, NO_SYSTEM_RESOURCES,
  // NONPAGED, PAGED, WORKING_SET, PAGEFILE and COMMITMENT quotas
  windows: [4, 5, 8, 14, 32, 33, 39, 112, 223, 1295, 1450, 1451, 1452, 1453, 1454, 1455],
};

/** Errors by which a drive without power shows itself to a computer that still runs. */
export function isLoss({ code, osCode }: DriveError, os: OperatingSystem): boolean {
  const isOfDrive = code === "drive-error" || code === "volume-gone";
  return isOfDrive && !(osCode !== null && limits[os].includes(osCode));
}

/**
 * What the program offers when it is started and finds this state: to finish the test, to show
 * what came of it, or only to clear away a test that was never written or is gone in part.
 */
export function offerFor({ stage }: PlugState): "finish" | "show" | "clear" {
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
