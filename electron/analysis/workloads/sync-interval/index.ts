import type { WorkloadResults } from "#contract/workloads/index";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { IntervalReducer } from "./reduce";

export { findingCodes } from "./codes";
export { estimate } from "./estimate";
export { syncCostFindings as findings } from "./findings";
export { changed, fileBytes, options, profiles } from "./plan";

export const reduce = (plan: IntervalPlan) => new IntervalReducer(plan);

export const readsBack = true;

export function hasFigures({ syncIntervals }: WorkloadResults): boolean {
  return syncIntervals.some(({ strategies }) => strategies.some(({ p50Ns }) => p50Ns !== null));
}
