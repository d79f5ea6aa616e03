import type { WorkloadId } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a registry that lacks a workload or a part of one. */
const homes: { readonly [Id in WorkloadId]: Home } = registry;

export function homeOf(id: WorkloadId): Home {
  return homes[id];
}
