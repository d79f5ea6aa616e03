import { aidWords, cutWords, modeSentences, outcomeWords } from "../../analysis/power-cut/words";
import { boundWords, keptIn } from "../../analysis/verdict/power-cut";
import type { PlugModeResult, PlugTest } from "../../contract/power-cut-result";
import { isPlugReport, type Report } from "../../contract/report";
import { formatCount, formatDuration } from "../../text/format";
import { plugTable } from "../../text/power-cut";
import { tell, tellAll } from "../../text/statements";
import { tableLines } from "./table-lines";

/** The plug tests of a report as text for a terminal. Pure. */
export function plugTables(report: Report): string[] {
  const { powerCut, runId } = report;
  if (powerCut === null) {
    return [];
  }
  const own = isPlugReport(report) ? powerCut.tests.find(({ testId }) => testId === runId) : null;
  const others = powerCut.tests.length - (own ? 1 : 0);
  return [...(own ? ["", ...ownLines(own)] : []), ...(others > 0 ? ["", allTests(powerCut)] : [])];
}

function allTests(powerCut: NonNullable<Report["powerCut"]>): string {
  const { cuts, cutsWithLoss: lost } = powerCut;
  if (cuts === 0) {
    return plugTable.allTests({ result: plugTable.noProof() });
  }
  return lost > 0
    ? plugTable.allTests({ result: plugTable.lost({ lost, cuts }) })
    : plugTable.allTests({ result: tellAll([keptIn(powerCut), ...boundWords(powerCut)]) });
}

function ownLines(test: PlugTest): string[] {
  return [
    tell(outcomeWords(test)),
    tellAll(cutWords(test)),
    tell(aidWords(test)),
    ...modeSentences(test).map((sentences) => `  ${tellAll(sentences)}`),
    "",
    ...ownTable(test),
  ];
}

function ownTable({ modes }: PlugTest): string[] {
  const head = [
    plugTable.saves(),
    plugTable.confirmed(),
    plugTable.found(),
    plugTable.lostSaves(),
    plugTable.stale(),
    plugTable.torn(),
    plugTable.corrupt(),
    plugTable.renames(),
    plugTable.late(),
    plugTable.time(),
  ];
  const [headLine = "", ...rowLines] = tableLines(
    [27, 10, 10, 10, 10, 10, 10, 10, 10, 10],
    [{ cells: head }, ...modes.map(rowOf)],
  );
  return [
    headLine,
    ...modes.flatMap((result, place) => [rowLines[place] ?? "", ...detailsOf(result)]),
  ];
}

function rowOf({ mode, verdict, counts, reordered, lostSpanNs }: PlugModeResult) {
  if (verdict === "unavailable") {
    return { cells: [mode], rest: plugTable.notAvailable() };
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
  return { cells: [mode, ...cells, lostSpanNs === null ? "–" : formatDuration(lostSpanNs)] };
}

function detailsOf({ verdict, systemCall, provenBy, windowNs }: PlugModeResult): string[] {
  if (verdict === "unavailable") {
    return [];
  }
  const source =
    provenBy === null ? plugTable.unknownSource() : plugTable.source({ source: provenBy });
  const window =
    windowNs === null
      ? plugTable.unknownWindow()
      : plugTable.window({ age: formatDuration(windowNs) });
  return [`  ${systemCall}`, `  ${plugTable.row({ source, window })}`];
}
