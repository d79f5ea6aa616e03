import type { RunPlan } from "#contract/run-plan";
import { type WorkloadPlans, workloadIds } from "#contract/workloads/index";

/** The plan with these changes to the plans of single workloads. */
export function planWith(
  plan: RunPlan,
  changes: { readonly [Id in keyof WorkloadPlans]?: Partial<WorkloadPlans[Id]> },
): RunPlan {
  const workloads = workloadIds.map((id) => [id, { ...plan.workloads[id], ...changes[id] }]);
  return { ...plan, workloads: Object.fromEntries(workloads) as WorkloadPlans };
}
