import type { IntervalPlan } from "#contract/workloads/sync-interval";

export { findingCodes } from "./codes";
export { syncCostFindings as findings } from "./findings";
export { reduce } from "./reduce";
export { hasFigures } from "./results";

export const readsBack = true;
export const rewrittenBytes = ({ totalBytes }: IntervalPlan) => totalBytes;
