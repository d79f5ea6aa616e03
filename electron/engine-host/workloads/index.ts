import type { WorkloadId } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The type makes the compiler reject a workload that is not in the registry or lacks a part. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** What the engine host does for a workload: announce its steps and run them. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}
