import type { WorkloadResults } from "#contract/workloads/index";
import { ParallelReducer } from "./reduce";

export { findingCodes } from "./codes";
export { estimate } from "./estimate";
export { fewestFlushes, parallelFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new ParallelReducer();

export const readsBack = true;

export function hasFigures({ parallelSaves }: WorkloadResults): boolean {
  return (parallelSaves ?? []).some(({ iops }) => iops !== null);
}
