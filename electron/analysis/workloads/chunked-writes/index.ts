import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { WorkloadResults } from "#contract/workloads/index";
import type { UnjudgedReport } from "../../facts/facts";
import type { BrokenMode } from "../../facts/told";
import { ChunkedReducer } from "./reduce";

export { findingCodes } from "./codes";
export { estimate } from "./estimate";
export { chunkedFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = (plan: ChunkedPlan) => new ChunkedReducer(plan);

export function brokenModes({ chunked }: UnjudgedReport): BrokenMode[] {
  return (chunked?.modes ?? []).filter(({ status }) => status === "failed");
}

export function hasFigures({ chunked }: WorkloadResults): boolean {
  return (chunked?.modes ?? []).some(({ elapsedNs }) => elapsedNs !== null);
}
