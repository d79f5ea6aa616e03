import type { FlushPlan } from "#contract/workloads/flush-modes";
import type { WorkloadResults } from "#contract/workloads/index";
import { type Facts, isMeasured } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import type { Around } from "../home";
import { appendFindings } from "./append-cost";
import { plainWritesFindings } from "./plain-writes";
import { FlushReducer } from "./reduce";
import { spacedFindings } from "./spaced-saves";

export { estimate } from "./estimate";
export { changed, fileBytes, options, profiles } from "./plan";

export const reduce = (plan: FlushPlan, around: Around) => new FlushReducer(plan, around);

export function findings(facts: Facts): FindingDraft[] {
  return [...spacedFindings(facts), ...appendFindings(facts), ...plainWritesFindings(facts)];
}

export const readsBack = true;

export function hasFigures(results: WorkloadResults): boolean {
  const { flushModes, appendModes, spacedSaves } = results;
  return spacedSaves !== null || [...flushModes, ...(appendModes ?? [])].some(isMeasured);
}
