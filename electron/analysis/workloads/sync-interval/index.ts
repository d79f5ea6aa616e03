import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { IntervalReducer } from "./reduce";

export { findingCodes } from "./codes";
export { syncCostFindings as findings } from "./findings";
export { hasFigures } from "./results";

export const reduce = (plan: IntervalPlan) => new IntervalReducer(plan);

export const readsBack = true;
