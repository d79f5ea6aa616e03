import type { RunPlan } from "#contract/run-plan";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import { homeOf } from "../../renderer/src/workloads";

/** What the chart of each workload is called. */
export function chartTitles(plan: RunPlan): Readonly<Record<WorkloadId, string>> {
  return Object.fromEntries(workloadIds.map((id) => [id, homeOf(id).title(plan)])) as Record<
    WorkloadId,
    string
  >;
}
