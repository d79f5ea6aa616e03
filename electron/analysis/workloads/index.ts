import type { WorkloadId } from "../../contract/workloads";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler refuses a workload that is missing here or that lacks a part. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** What a workload brings to the analysis; its plan and its events are the caller's to give. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}
