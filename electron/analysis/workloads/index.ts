import type { RunPlan } from "#contract/run-plan";
import { type WorkloadId, type WorkloadResults, workloadIds } from "#contract/workloads/index";
import type { UnjudgedReport } from "../verdict/facts";
import type { Around, Home, Loss } from "./home";
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

/** The workloads that measured something, in their order. */
export function workloadsWithFigures(report: UnjudgedReport): WorkloadId[] {
  return workloadIds.filter((id) => homeOf(id).hasFigures(report));
}

/**
 * Data that the workloads have found lost. The last one comes first: that a drive is smaller than it
 * says explains what others have lost.
 */
export function lossesIn(report: UnjudgedReport): Loss[] {
  return [...workloadIds].reverse().flatMap((id) => homeOf(id).loss?.(report) ?? []);
}
