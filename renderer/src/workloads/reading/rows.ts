import { isSameLoad } from "#analysis/workloads/reading/results";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { ReadingLoad, ReadingResult } from "#contract/workloads/reading";

/** A load of the plan; `result` is `null` until it has been measured. */
export interface ReadingRow {
  readonly load: ReadingLoad;
  readonly result: ReadingResult | null;
  readonly isCurrent: boolean;
}

export function reportRows({ reading }: Report): ReadingRow[] {
  return reading.map((result) => ({ load: result, result, isCurrent: false }));
}

/** The rows while the test runs: every load of the plan, from the beginning. */
export function liveRows({ plan, reading, step }: LiveState): ReadingRow[] {
  const current = step?.kind === "reading-round" ? step.load : null;
  return plan.workloads.reading.loads.map((load) => ({
    load,
    result: reading.find((result) => isSameLoad(result, load)) ?? null,
    isCurrent: current !== null && isSameLoad(current, load),
  }));
}
