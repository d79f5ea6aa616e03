import type { FlushModeId } from "#contract/flush-mode";
import {
  type PowerCut,
  type PowerCutCounts,
  type PowerCutModeResult,
  type PowerCutModeSum,
  type PowerCutTest,
  powerCutCountNames,
} from "#contract/power-cut/test";

/**
 * Combines the plug tests of one drive; `null` if there are none. A test that proves nothing is
 * listed but not counted. One cut usually proves something about one mode only, the last that
 * waited for the drive: so each mode has its own counts and bound, and the ordinary save's stand
 * for the drive.
 */
export function powerCutOf(known: readonly PowerCutTest[]): PowerCut | null {
  const tests = [...new Map(known.map((test) => [test.testId, test])).values()].sort((a, b) =>
    a.finishedAt.localeCompare(b.finishedAt),
  );
  if (tests.length === 0) {
    return null;
  }
  const modes = [...new Set(tests.flatMap((test) => test.modes.map(({ mode }) => mode)))].flatMap(
    (mode) => sumOf(mode, tests),
  );
  const main = answeringMode(modes);
  const lost = tests.filter((test) => isCut(test) && test.outcome === "lost");
  const proven = tests.filter(
    (test) => lost.includes(test) || (main !== null && provenIn(test, main.mode).length > 0),
  );
  return {
    tests,
    mode: main?.mode ?? null,
    cuts: proven.length,
    cutsWithLoss: lost.length,
    confirmedCuts: proven.filter(isConfirmed).length,
    notProven: tests.length - proven.length,
    lossRateBound: lost.length > 0 ? null : (main?.lossRateBound ?? null),
    modes,
  };
}

/**
 * Bound of the probability of a loss, from 0 to 1, with 95 % confidence; `null` without a cut or
 * after a loss. The rule of three: after n trials without the event, 0.95 = 1 - (1 - p)^n gives p =
 * 1 - 0.05^(1/n), about 3 / n (Hanley and Lippman-Hand, "If nothing goes wrong, is everything all
 * right?", JAMA 249, 1983).
 */
export function lossRateBound(cuts: number, cutsWithLoss: number): number | null {
  return cuts === 0 || cutsWithLoss > 0 ? null : Math.min(3 / cuts, 1);
}

/** Whether the system's records show that the drive lost power. */
export function isConfirmed({ cut }: PowerCutTest): boolean {
  return cut.evidence === "system";
}

/** Whether a power cut is shown; tests of earlier versions took any restart for one. */
function isCut({ cut }: PowerCutTest): boolean {
  return cut.evidence !== "none";
}

/**
 * The mode that stands for the drive: the ordinary save if it promises to survive a power cut, else
 * the first mode that does (the only one on macOS).
 */
function answeringMode(modes: readonly PowerCutModeSum[]): PowerCutModeSum | null {
  const promising = modes.filter(({ lossExpected }) => !lossExpected);
  const wanted: readonly FlushModeId[] = ["fsync", "flush_file_buffers"];
  const [first = null] = [
    ...wanted.flatMap((id) => promising.filter(({ mode }) => mode === id)),
    ...promising,
  ];
  return first;
}

/** The mode's result in a list, which is empty if the test proves nothing about the mode. */
function provenIn(test: PowerCutTest, mode: FlushModeId): PowerCutModeResult[] {
  return test.modes.filter(
    (result) =>
      result.mode === mode &&
      isCut(test) &&
      (result.verdict === "kept" || result.verdict === "lost"),
  );
}

/** The results of one mode in all tests, oldest first; empty if the mode was never available. */
function sumOf(mode: FlushModeId, tests: readonly PowerCutTest[]): PowerCutModeSum[] {
  const available = tests
    .flatMap((test) => test.modes)
    .filter((result) => result.mode === mode && result.verdict !== "unavailable");
  const latest = available[available.length - 1];
  if (latest === undefined) {
    return [];
  }
  const cuts = tests.filter((test) => provenIn(test, mode).length > 0);
  const proven = cuts.flatMap((test) => provenIn(test, mode));
  const cutsWithLoss = proven.filter(({ verdict }) => verdict === "lost").length;
  const { systemCall, guarantee, lossExpected } = latest;
  return [
    {
      mode,
      systemCall,
      guarantee,
      lossExpected,
      cuts: proven.length,
      cutsWithLoss,
      systemCuts: cuts.filter(isConfirmed).length,
      notProven: available.length - proven.length,
      counts: addCounts(proven),
      failed: total(proven.map(({ failed }) => failed)),
      reordered: total(proven.map(({ reordered }) => reordered)),
      unaided: total(proven.map(({ unaided }) => unaided)),
      lostSpanNs: widest(proven.flatMap(({ lostSpanNs }) => lostSpanNs ?? [])),
      windowNs: widest(proven.map(({ windowNs }) => windowNs)),
      lossRateBound: lossRateBound(proven.length, cutsWithLoss),
    },
  ];
}

/** The longest of the time spans; `null` if there are none or if one of them is unknown. */
export function widest(spansNs: readonly (number | null)[]): number | null {
  const known = spansNs.filter((ns) => ns !== null);
  return known.length === 0 || known.length < spansNs.length ? null : Math.max(...known);
}

function addCounts(results: readonly PowerCutModeResult[]): PowerCutCounts {
  const sums = powerCutCountNames.map((name) => [
    name,
    total(results.map(({ counts }) => counts[name])),
  ]);
  return Object.fromEntries(sums) as PowerCutCounts;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
