import type { BufferPlan } from "#contract/workloads/buffer-sweep";
import type { WorkloadResults } from "#contract/workloads/index";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { directFindings } from "./direct-writes";
import { BufferReducer } from "./reduce";
import { throughputFindings } from "./throughput";

export { estimate } from "./estimate";
export { changed, fileBytes, options, profiles } from "./plan";

export const reduce = (_plan: BufferPlan) => new BufferReducer();

export function findings(facts: Facts): FindingDraft[] {
  return [...throughputFindings(facts), ...directFindings(facts)];
}

export function hasFigures({ bufferSweeps, stream }: WorkloadResults): boolean {
  return stream !== null || bufferSweeps.some(({ points }) => points.length > 0);
}
