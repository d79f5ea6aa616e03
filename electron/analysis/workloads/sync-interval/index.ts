export { findingCodes } from "./codes";
export { syncCostFindings as findings } from "./findings";
export { reduce } from "./reduce";
export { hasFigures } from "./results";

export const readsBack = true;
