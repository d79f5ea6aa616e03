import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { addEfforts, type Effort } from "./effort";
import { estimateOf } from "./workloads/plans";

/**
 * Duration and bytes of the plan's workloads on an ordinary laptop drive, shown before a run.
 * `modeCount`: flush modes that the folder offers, by default the plan's; `freeBytes`: free space
 * of its volume.
 */
export function estimateRun(
  plan: RunPlan,
  os: OperatingSystem,
  modeCount?: number,
  freeBytes?: number | null,
): Effort {
  const { durationNs, bytes } = addEfforts(
    plan.tests.map((id) =>
      estimateOf(id).estimate(plan.workloads[id], { os, modeCount, freeBytes }),
    ),
  );
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}
