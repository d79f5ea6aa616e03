import type { WorkloadId } from "#contract/workloads/index";
import * as estimates from "./estimate-registry";
import type { Estimated, Planned } from "./home";
import * as plans from "./plan-registry";

/** What is known before a run. The first screen loads it without the judging in `index.ts`. */

/** The compiler rejects a registry that lacks a workload or a part of one. */
const planned: { readonly [Id in WorkloadId]: Planned<Id> } = plans;
const estimated: { readonly [Id in WorkloadId]: Estimated<Id> } = estimates;

export function planOf(id: WorkloadId): Planned<WorkloadId> {
  return planned[id];
}

export function estimateOf(id: WorkloadId): Estimated<WorkloadId> {
  return estimated[id];
}
