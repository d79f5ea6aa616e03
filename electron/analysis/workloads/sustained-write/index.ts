import type { WorkloadResults } from "#contract/workloads/index";
import { SustainedReducer } from "./reduce";

export { estimate, leftOfStepNs } from "./estimate";
export { sustainedFindings as findings } from "./findings";
export { changed, fileBytes, profiles } from "./plan";

export const reduce = () => new SustainedReducer();

export function hasFigures({ sustained }: WorkloadResults): boolean {
  return sustained !== null && sustained.bytesPerSecond !== null;
}
