import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { addEffort, type Effort, noEffort } from "./effort";
import { estimateOf } from "./workloads/plans";

/**
 * The duration and bytes of a run, shown before it starts. The rates are those assumed for an
 * ordinary laptop drive; the report counts the bytes really written.
 */

/**
 * Duration and bytes of the plan's workloads on an ordinary drive, for the flush modes that the
 * plan names or, by default, all modes of the system. `modeCount`: number of modes that the chosen
 * folder offers; `freeBytes`: free space of its volume.
 */
export function estimateRun(
  plan: RunPlan,
  os: OperatingSystem,
  modeCount?: number,
  freeBytes?: number | null,
): Effort {
  const { durationNs, bytes } = plan.tests
    .map((id) => estimateOf(id).estimate(plan.workloads[id], { os, modeCount, freeBytes }))
    .reduce(addEffort, noEffort);
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}
