import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { IntervalReducer } from "./reduce";

export { findingCodes } from "./codes";
export { estimate } from "./estimate";
export { syncCostFindings as findings } from "./findings";
export { changes, fileBytes, options, profiles } from "./plan";
export { hasFigures } from "./results";

export const reduce = (plan: IntervalPlan) => new IntervalReducer(plan);

export const readsBack = true;
