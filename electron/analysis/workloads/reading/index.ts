import type { WorkloadResults } from "#contract/workloads/index";
import type { ReadingPlan } from "#contract/workloads/reading";
import type { Around } from "../home";
import { ReadingReducer } from "./reduce";

export { estimate } from "./estimate";
export { readingFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = (plan: ReadingPlan, { isVirtual }: Around) =>
  new ReadingReducer(plan, isVirtual);

export function hasFigures({ reading }: WorkloadResults): boolean {
  return reading.some(({ iops }) => iops !== null);
}
