import { planFor, withChanges } from "#analysis/plan";
import { DriveFault, driveError } from "#contract/drive-error";
import { flushModes, type OperatingSystem } from "#contract/flush-mode";
import type { CallArguments } from "#contract/ipc-schema";
import type { RunPlan } from "#contract/run-plan";
import { windowFaults } from "#text/window";

type StartRequest = CallArguments<"startInspection">[0];

/**
 * The plan that the window requests. Throws a `DriveFault` if the system lacks one of the
 * `syncModes`.
 */
export function requestedPlan(
  { profile, tests, changes }: Pick<StartRequest, "profile" | "tests" | "changes">,
  os: OperatingSystem,
): RunPlan {
  const foreign = changes.syncModes?.find((mode) => flushModes[mode][os] === undefined);
  if (foreign !== undefined) {
    throw new DriveFault(driveError("internal", windowFaults.foreignMode({ mode: foreign })));
  }
  return withChanges(planFor(profile, os, tests), changes);
}
