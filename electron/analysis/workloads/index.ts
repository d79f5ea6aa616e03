import type { RunPlan } from "../../contract/run-plan";
import { type WorkloadId, type WorkloadResults, workloadIds } from "../../contract/workloads";
import type { Around, Home } from "./home";
import * as registry from "./registry";

/** The compiler refuses a workload that is missing here or that lacks a part. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** What a workload brings to the analysis; its plan and its events are the caller's to give. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}

/** What the workloads leave in a report for which none of them was run. */
export function nothingMeasured({ workloads }: RunPlan, around: Around): WorkloadResults {
  const all = workloadIds.map((id) => homeOf(id).reduce(workloads[id], around).results());
  return Object.assign({}, ...all) as WorkloadResults;
}
