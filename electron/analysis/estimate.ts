import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { addEffort, type Effort, noEffort } from "./effort";
import { homeOf } from "./workloads";

/**
 * What a run will take, shown before it starts. The rates are assumptions about an ordinary laptop
 * drive; the bytes really written are counted and reported afterwards.
 */

/**
 * Time and bytes of the plan's workloads on an ordinary drive. The modes are those the plan names, or
 * all that the system has; `modeCount` is how many of them the folder offers and `freeBytes` what is
 * free there, as far as that is known.
 */
export function estimateRun(
  plan: RunPlan,
  os: OperatingSystem,
  modeCount?: number,
  freeBytes?: number | null,
): Effort {
  const { durationNs, bytes } = plan.tests
    .map((id) => homeOf(id).estimate(plan.workloads[id], { os, modeCount, freeBytes }))
    .reduce(addEffort, noEffort);
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}
