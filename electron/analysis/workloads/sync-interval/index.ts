import type { IntervalPlan } from "../../../contract/workloads/sync-interval";
import { IntervalReducer } from "./reduce";

export { estimate } from "./estimate";
export { syncCostFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = (plan: IntervalPlan) => new IntervalReducer(plan);
