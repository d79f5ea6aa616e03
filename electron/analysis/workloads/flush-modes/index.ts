import type { FlushPlan } from "#contract/workloads/flush-modes";
import type { WorkloadResults } from "#contract/workloads/index";
import { countedFlushes, type Facts, isMeasured, type UnjudgedReport } from "../../facts/facts";
import type { BrokenMode, Saves } from "../../facts/told";
import { guaranteeOn } from "../../guarantee";
import { least } from "../../statistics";
import type { Around } from "../home";
import { appendFindings } from "./append-cost";
import type { FindingDraft } from "./codes";
import { plainWritesFindings } from "./plain-writes";
import { FlushReducer } from "./reduce";
import { spacedFindings } from "./spaced-saves";

export { findingCodes } from "./codes";
export { spacedWords as besideSafeSpeed } from "./spaced-saves";

export const reduce = (plan: FlushPlan, around: Around) => new FlushReducer(plan, around);

export function findings(facts: Facts): FindingDraft[] {
  return [...spacedFindings(facts), ...appendFindings(facts), ...plainWritesFindings(facts)];
}

export const readsBack = true;
export const savesOrdinarily = true;

export function saves({ flushModes, plan }: UnjudgedReport): Omit<Saves, "isPlanned"> {
  const { blockBytes, fileBytes, paceOperationsPerSecond } = plan.workloads["flush-modes"];
  return { modes: flushModes, blockBytes, fileBytes, isPaced: paceOperationsPerSecond !== null };
}

/** Fewest flushes per save in a growing file or after a pause; the verdict looks at rewrites. */
export function fewestFlushes({ appendModes, spacedSaves, host, volume }: UnjudgedReport) {
  const measured = [
    ...(appendModes ?? []).filter(isMeasured),
    ...(spacedSaves ? [spacedSaves] : []),
  ];
  return least(
    measured
      .filter(({ mode }) => guaranteeOn(mode, host.os, volume) === "power-loss")
      .flatMap((save) => countedFlushes(save) ?? []),
  );
}

export function brokenModes({ flushModes, appendModes }: UnjudgedReport): BrokenMode[] {
  return [...flushModes, ...(appendModes ?? [])].filter(({ status }) => status === "failed");
}

export function hasFigures(results: WorkloadResults): boolean {
  const { flushModes, appendModes, spacedSaves } = results;
  return spacedSaves !== null || [...flushModes, ...(appendModes ?? [])].some(isMeasured);
}
