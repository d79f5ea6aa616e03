import type { PowerCut, PowerCutMode } from "../../contract/power-cut-report";
import {
  type PlugCounts,
  type PlugModeResult,
  type PlugTest,
  plugCountsSchema,
} from "../../contract/power-cut-result";

/**
 * Several plug tests of one drive as one result; `null` for none. A test counts once, whoever hands
 * it in twice, and one that proves nothing is named but adds nothing.
 */
export function powerCutOf(known: readonly PlugTest[]): PowerCut | null {
  const tests = [...new Map(known.map((test) => [test.testId, test])).values()].sort((a, b) =>
    a.finishedAt.localeCompare(b.finishedAt),
  );
  if (tests.length === 0) {
    return null;
  }
  const cuts = tests.filter(({ outcome }) => outcome !== "not-proven");
  const cutsWithLoss = cuts.filter(({ outcome }) => outcome === "lost").length;
  const modes = new Set(tests.flatMap((test) => test.modes.map(({ mode }) => mode)));
  return {
    tests,
    mode: null,
    cuts: cuts.length,
    cutsWithLoss,
    confirmedCuts: cuts.filter(isConfirmed).length,
    notProven: tests.length - cuts.length,
    lossRateBound: lossRateBound(cuts.length, cutsWithLoss),
    modes: [...modes].flatMap((mode) =>
      sumOf(tests.flatMap((test) => test.modes.filter((result) => result.mode === mode))),
    ),
  };
}

/**
 * The rule of three: where an event was not seen in n independent trials, 3 / n bounds its
 * probability with 95 % confidence, because 0.95 = 1 - (1 - p)^n gives p = 1 - 0.05^(1/n), about
 * 3 / n (Hanley and Lippman-Hand, "If nothing goes wrong, is everything all right?", JAMA 249,
 * 1983). Up to three trials it bounds nothing. A share from 0 to 1; `null` where it does not apply.
 */
export function lossRateBound(cuts: number, cutsWithLoss: number): number | null {
  return cuts === 0 || cutsWithLoss > 0 ? null : Math.min(3 / cuts, 1);
}

/** The drive's own counter says that its power went. */
export function isConfirmed({ cut }: PlugTest): boolean {
  return cut.unsafeShutdowns !== null && cut.unsafeShutdowns.after > cut.unsafeShutdowns.before;
}

/** Results of one mode, oldest first; nothing for a mode that was never available. */
function sumOf(results: readonly PlugModeResult[]): PowerCutMode[] {
  const available = results.filter(({ verdict }) => verdict !== "unavailable");
  const latest = available[available.length - 1];
  if (latest === undefined) {
    return [];
  }
  const proven = available.filter(({ verdict }) => verdict !== "not-proven");
  const cutsWithLoss = proven.filter(({ verdict }) => verdict === "lost").length;
  const spans = proven.flatMap(({ lostSpanNs }) => lostSpanNs ?? []);
  const { mode, systemCall, guarantee, lossExpected } = latest;
  return [
    {
      mode,
      systemCall,
      guarantee,
      lossExpected,
      cuts: proven.length,
      cutsWithLoss,
      systemCuts: 0,
      notProven: available.length - proven.length,
      counts: addCounts(proven),
      failed: total(proven.map(({ failed }) => failed)),
      reordered: total(proven.map(({ reordered }) => reordered)),
      unaided: total(proven.map(({ unaided }) => unaided)),
      lostSpanNs: spans.length === 0 ? null : Math.max(...spans),
      windowNs: null,
      lossRateBound: lossRateBound(proven.length, cutsWithLoss),
    },
  ];
}

function addCounts(results: readonly PlugModeResult[]): PlugCounts {
  const names = Object.keys(plugCountsSchema.shape) as (keyof PlugCounts)[];
  const sums = names.map((name) => [name, total(results.map(({ counts }) => counts[name]))]);
  return Object.fromEntries(sums) as PlugCounts;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
