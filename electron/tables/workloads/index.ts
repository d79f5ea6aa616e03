import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler refuses a workload that is missing here or that lacks a part. */
const homes: Readonly<Record<WorkloadId, Home>> = registry;

export function homeOf(id: WorkloadId): Home {
  return homes[id];
}

/** The workloads in the order of their lines in the CSV. */
export const workloadsInCsv: readonly WorkloadId[] = [false, true].flatMap((isLast) =>
  workloadIds.filter((id) => (homes[id].isLastInCsv ?? false) === isLast),
);
