import { formatCount, formatDuration } from "../../analysis/format";
import { aidWords, cutWords, modeSentences, outcomeWords } from "../../analysis/power-cut/words";
import { boundWords, keptIn } from "../../analysis/verdict/power-cut";
import type { PlugModeResult, PlugTest } from "../../contract/power-cut-result";
import { isPlugReport, type Report } from "../../contract/report";

/** The plug tests of a report as text for a terminal. Pure. */
export function plugTables(report: Report): string[] {
  const { powerCut, runId } = report;
  if (powerCut === null) {
    return [];
  }
  const own = isPlugReport(report) ? powerCut.tests.find(({ testId }) => testId === runId) : null;
  const others = powerCut.tests.length - (own ? 1 : 0);
  const together =
    powerCut.cuts === 0
      ? "No cut has proven anything yet."
      : powerCut.cutsWithLoss > 0
        ? `Confirmed saves were lost in ${formatCount(powerCut.cutsWithLoss)} of ${formatCount(powerCut.cuts)} cuts.`
        : `${keptIn(powerCut)}. ${boundWords(powerCut)}`;
  return [
    ...(own ? ["", ...ownLines(own)] : []),
    ...(others > 0 ? ["", `All plug tests of this drive: ${together}`] : []),
  ];
}

const columns = [
  "confirmed",
  "found",
  "lost",
  "stale",
  "torn",
  "corrupt",
  "renames",
  "late",
  "time",
];
const nameWidth = 27;
const width = 10;

function ownLines(test: PlugTest): string[] {
  return [
    outcomeWords(test),
    cutWords(test),
    aidWords(test),
    ...modeSentences(test).map((sentence) => `  ${sentence}`),
    "",
    `${"confirmed saves".padEnd(nameWidth)}${columns.map((name) => name.padStart(width)).join("")}`,
    ...test.modes.flatMap((result) => {
      const { mode, systemCall, verdict, counts, reordered, lostSpanNs } = result;
      if (verdict === "unavailable") {
        return [`${mode.padEnd(nameWidth)}not available`];
      }
      const cells = [
        counts.acknowledged,
        counts.survived,
        counts.lost,
        counts.stale,
        counts.torn,
        counts.corrupted + counts.misplaced + counts.unreadable,
        counts.nameMissing + counts.nameOld + counts.nameBoth,
        reordered,
      ].map(formatCount);
      const time = lostSpanNs === null ? "–" : formatDuration(lostSpanNs);
      return [
        `${mode.padEnd(nameWidth)}${[...cells, time].map((cell) => cell.padStart(width)).join("")}`,
        `  ${systemCall}`,
        `  ${proverWords(result)}; ${windowWords(result)}`,
      ];
    }),
  ];
}

function proverWords({ provenBy }: PlugModeResult): string {
  return provenBy === null
    ? "source of the last number not known"
    : `last number known from the ${provenBy}`;
}

function windowWords({ windowNs }: PlugModeResult): string {
  return windowNs === null
    ? "how old the newest save was at the cut is not known"
    : `newest save at most ${formatDuration(windowNs)} old at the cut`;
}
