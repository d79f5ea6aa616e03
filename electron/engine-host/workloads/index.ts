import type { WorkloadId } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a workload that is missing here or lacks a part. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** A workload's side of the engine host; the caller supplies its plan. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}
