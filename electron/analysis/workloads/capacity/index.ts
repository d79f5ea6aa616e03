import type { WorkloadResults } from "#contract/workloads/index";
import { CapacityReducer } from "./reduce";

export { findingCodes } from "./codes";
export { capacityFindings as findings } from "./findings";
export { freeSpace } from "./free-space";
export { loss } from "./loss";

export const reduce = () => new CapacityReducer();

export function hasFigures({ capacity }: WorkloadResults): boolean {
  return capacity !== null && capacity.filledBytes > 0;
}
