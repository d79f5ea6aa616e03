import { type OperatingSystem, syncCallModeIds } from "#contract/flush-mode";
import type { PlanChanges, PlanOptions } from "#contract/plan-options";
import type { ProfileName, RunPlan } from "#contract/run-plan";
import {
  usualWorkloads,
  type WorkloadId,
  type WorkloadPlans,
  workloadIds,
} from "#contract/workloads/index";
import { mebibyte } from "./units";
import { homeOf } from "./workloads";

/**
 * The plan of a profile on a system: what each workload does, and which of them run. The system's
 * usual modes are chosen here and nowhere later.
 */
export function planFor(
  profile: ProfileName,
  os: OperatingSystem,
  tests: readonly WorkloadId[] = usualWorkloads,
): RunPlan {
  const plans = workloadIds.map((id) => [id, homeOf(id).profiles[profile](os)]);
  return { profile, tests: [...tests], workloads: Object.fromEntries(plans) as WorkloadPlans };
}

/**
 * Size of the largest file a workload of the plan makes; one workload's file is gone before the
 * next. Where changed data goes to a new place, a file that is rewritten needs its size twice.
 */
export function largestFileBytes({ tests, workloads }: RunPlan, copiesOnWrite = false): number {
  const copies = copiesOnWrite ? 2 : 1;
  return Math.max(...tests.map((id) => homeOf(id).fileBytes(workloads[id], copies)));
}

/**
 * Free space a volume must have: the largest file, twice where the file system copies on write, and
 * a tenth (at least 64 MiB) to spare.
 */
export function requiredFreeBytes(plan: RunPlan, copiesOnWrite = false): number {
  const fileBytes = largestFileBytes(plan, copiesOnWrite);
  return fileBytes + Math.max(64 * mebibyte, Math.ceil(fileBytes / 10));
}

/** The part of the plan that a person may change, as it is. */
export function optionsOf({ workloads }: RunPlan): PlanOptions {
  const { modes } = workloads["sync-interval"];
  return {
    append: workloads["flush-modes"].append !== null,
    direct: workloads["buffer-sweep"].direct,
    syncModes: syncCallModeIds.filter((mode) => modes.includes(mode)),
    engines: workloads.commits.engines,
  };
}

/**
 * The plan with the changes. A layout that the plan leaves out cannot be added: its amounts belong
 * to the profile, and every profile has them.
 */
export function withChanges(plan: RunPlan, changes: PlanChanges): RunPlan {
  const { append, direct, syncModes, engines } = changes;
  const flush = plan.workloads["flush-modes"];
  const buffer = plan.workloads["buffer-sweep"];
  const interval = plan.workloads["sync-interval"];
  const { commits } = plan.workloads;
  return {
    ...plan,
    workloads: {
      ...plan.workloads,
      "flush-modes": { ...flush, append: append === false ? null : flush.append },
      "buffer-sweep": { ...buffer, direct: direct ?? buffer.direct },
      "sync-interval": { ...interval, modes: syncModes ?? interval.modes },
      commits: { ...commits, engines: engines ?? commits.engines },
    },
  };
}
