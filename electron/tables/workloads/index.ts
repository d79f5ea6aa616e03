import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a registry that lacks a workload or a part of one. */
const homes: Readonly<Record<WorkloadId, Home>> = registry;

export function homeOf(id: WorkloadId): Home {
  return homes[id];
}

/** The workloads in the order of their CSV rows. */
export const workloadsInCsv: readonly WorkloadId[] = [false, true].flatMap((isLast) =>
  workloadIds.filter((id) => (homes[id].isLastInCsv ?? false) === isLast),
);
