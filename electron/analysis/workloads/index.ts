import type { RunPlan } from "../../contract/run-plan";
import { type WorkloadId, type WorkloadResults, workloadIds } from "../../contract/workloads";
import type { Around, Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a workload that is missing here or lacks a part. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** A workload's side of the analysis; the caller supplies its plan and events. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}

/** The workloads' fields of a report in which none of them ran. */
export function nothingMeasured({ workloads }: RunPlan, around: Around): WorkloadResults {
  const all = workloadIds.map((id) => homeOf(id).reduce(workloads[id], around).results());
  return Object.assign({}, ...all) as WorkloadResults;
}
