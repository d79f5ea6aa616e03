import type { RunPlan } from "#contract/run-plan";
import { type WorkloadId, type WorkloadResults, workloadIds } from "#contract/workloads/index";
import type { UnjudgedReport } from "../facts/facts";
import type { BrokenMode, FreeSpace, LongWrite, Loss, Saves } from "../facts/told";
import { least } from "../statistics";
import type { Around, Home } from "./home";
import * as registry from "./registry";

/** The compiler rejects a registry that lacks a workload or a part of one. */
const homes: { readonly [Id in WorkloadId]: Home<Id> } = registry;

/** What the analysis does for a workload: reduce its events to results and judge them. */
export function homeOf(id: WorkloadId): Home<WorkloadId> {
  return homes[id];
}

/** The workloads' fields in a report of an inspection that ran no workload. */
export function nothingMeasured(
  { workloads }: RunPlan,
  around: Omit<Around, "isPlanned">,
): WorkloadResults {
  const all = workloadIds.map((id) =>
    homeOf(id)
      .reduce(workloads[id], { ...around, isPlanned: false })
      .results(),
  );
  return Object.assign({}, ...all) as WorkloadResults;
}

/** The workloads that measured something, in the order in which workloads run. */
export function workloadsWithFigures(report: UnjudgedReport): WorkloadId[] {
  return workloadIds.filter((id) => homeOf(id).hasFigures(report));
}

/** Whether each planned workload measured something: the system may refuse a whole workload. */
export function isEachMeasured(report: UnjudgedReport): boolean {
  return report.plan.tests.every((id) => homeOf(id).hasFigures(report));
}

/** Whether a workload with figures compared what it saved, round by round. */
export function isComparedIn(report: UnjudgedReport): boolean {
  return workloadsWithFigures(report).some((id) => homeOf(id).comparesRounds === true);
}

/** The first answer, in the order of the run; `null` if no workload answers. */
export function firstAnswer<Answer>(
  ask: (home: Home<WorkloadId>) => Answer | null | undefined,
): Answer | null {
  return answersOf(ask)[0] ?? null;
}

function answersOf<Answer>(
  ask: (home: Home<WorkloadId>, id: WorkloadId) => Answer | null | undefined,
): Answer[] {
  return workloadIds.map((id) => ask(homeOf(id), id) ?? null).filter((answer) => answer !== null);
}

/** What came back of the free space; `null` if it was not written. */
export function freeSpaceIn(report: UnjudgedReport): FreeSpace | null {
  return firstAnswer((home) => home.freeSpace?.(report));
}

export function savesIn(report: UnjudgedReport): Saves {
  const [saves] = answersOf((home, id) => {
    const own = home.saves?.(report);
    return own && { ...own, isPlanned: report.plan.tests.includes(id) };
  });
  if (saves === undefined) {
    throw new Error("no workload measures the ways of saving");
  }
  return saves;
}

export function brokenModesIn(report: UnjudgedReport): BrokenMode[] {
  return answersOf((home) => home.brokenModes?.(report)).flat();
}

/** The last workload's loss comes first: a drive smaller than it claims explains other losses. */
export function lossesIn(report: UnjudgedReport): Loss[] {
  return answersOf((home) => home.loss?.(report)).reverse();
}

/** The longest write; of two equally long ones the first. */
export function longestWriteIn(report: UnjudgedReport): LongWrite | null {
  const [first = null, ...others] = answersOf((home) => home.longWrite?.(report));
  return others.reduce(
    (longest, one) => (longest && longest.bytes >= one.bytes ? longest : one),
    first,
  );
}

/** The fastest stretch of plain writing; `null` if no workload did any. */
export function fastestWritingIn(report: UnjudgedReport): number | null {
  const fastest = Math.max(0, ...answersOf((home) => home.fastestBytesPerSecond?.(report)));
  return fastest > 0 ? fastest : null;
}

/** Fewest flushes per confirmed save, without the verdict's own saves; `null` if not counted. */
export function fewestFlushesIn(report: UnjudgedReport): number | null {
  return least(answersOf((home) => home.fewestFlushes?.(report)));
}

/**
 * Fewest flushes per ordinary save: in a growing file, after a pause, or of a whole document;
 * `null` if not counted.
 */
export function fewestOrdinaryFlushesIn(report: UnjudgedReport): number | null {
  return least(answersOf((home) => (home.savesOrdinarily ? home.fewestFlushes?.(report) : null)));
}
