import "./workloads.css";
import type { Report } from "#contract/report";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import type { Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a workload that is missing here or lacks a part. */
const homes: Readonly<Record<WorkloadId, Home>> = registry;

export function homeOf(id: WorkloadId): Home {
  return homes[id];
}

/** The workloads of a report's plan in the order in which they are shown. */
export function shownWorkloads({ plan }: Report): WorkloadId[] {
  return workloadIds.filter((id) => plan.tests.includes(id));
}

/** As `shownWorkloads`, without those that were not reached or that the system refused. */
export function measuredWorkloads(report: Report): WorkloadId[] {
  return shownWorkloads(report).filter((id) => homeOf(id).hasFigures(report));
}
