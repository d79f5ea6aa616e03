import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import type { Home, Stepwise, WorkloadOptions } from "./home";
import * as registry from "./registry";

/** The only workload that runs in rounds; live-run.ts makes its live states. */
type InRounds = "flush-modes";
export type StepTest = Exclude<WorkloadId, InRounds>;

export const stepTests = workloadIds.filter((id): id is StepTest => id !== "flush-modes");

/** The compiler rejects a workload that is missing here or lacks a part. */
const homes: {
  readonly [Id in WorkloadId]: Home<Id> & (Id extends InRounds ? unknown : Stepwise<Id>);
} = registry;

/** What each workload's own file exports for tests. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}

export function stepwiseHomeOf(id: StepTest): Stepwise<WorkloadId> {
  return homes[id];
}

/** The options of a sample report with the results of these workloads on an ordinary laptop. */
export function ordinaryOf(tests: readonly WorkloadId[] = workloadIds): WorkloadOptions {
  return Object.assign({}, ...tests.map((id) => homeOf(id).ordinary)) as WorkloadOptions;
}
