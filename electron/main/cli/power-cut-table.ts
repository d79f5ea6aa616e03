import { aidWords, cutWords, modeSentences, outcomeWords } from "../../analysis/power-cut/words";
import { boundWords, keptIn } from "../../analysis/verdict/power-cut";
import type { PowerCutModeResult, PowerCutTest } from "../../contract/power-cut-result";
import { isPowerCutReport, type Report } from "../../contract/report";
import { formatCount, formatDuration } from "../../text/format";
import { powerCutTable } from "../../text/power-cut";
import { tell, tellAll } from "../../text/statements";
import { tableLines } from "./table-lines";

/** The plug tests of a report as text for a terminal. Pure. */
export function powerCutTables(report: Report): string[] {
  const { powerCut, runId } = report;
  if (powerCut === null) {
    return [];
  }
  const own = isPowerCutReport(report)
    ? powerCut.tests.find(({ testId }) => testId === runId)
    : null;
  const others = powerCut.tests.length - (own ? 1 : 0);
  return [...(own ? ["", ...ownLines(own)] : []), ...(others > 0 ? ["", allTests(powerCut)] : [])];
}

function allTests(powerCut: NonNullable<Report["powerCut"]>): string {
  const { cuts, cutsWithLoss: lost } = powerCut;
  if (cuts === 0) {
    return powerCutTable.allTests({ result: powerCutTable.noProof() });
  }
  return lost > 0
    ? powerCutTable.allTests({ result: powerCutTable.lost({ lost, cuts }) })
    : powerCutTable.allTests({ result: tellAll([keptIn(powerCut), ...boundWords(powerCut)]) });
}

function ownLines(test: PowerCutTest): string[] {
  return [
    tell(outcomeWords(test)),
    tellAll(cutWords(test)),
    tell(aidWords(test)),
    ...modeSentences(test).map((sentences) => `  ${tellAll(sentences)}`),
    "",
    ...ownTable(test),
  ];
}

function ownTable({ modes }: PowerCutTest): string[] {
  const head = [
    powerCutTable.saves(),
    powerCutTable.confirmed(),
    powerCutTable.found(),
    powerCutTable.lostSaves(),
    powerCutTable.stale(),
    powerCutTable.torn(),
    powerCutTable.corrupt(),
    powerCutTable.renames(),
    powerCutTable.late(),
    powerCutTable.time(),
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

function rowOf({ mode, verdict, counts, reordered, lostSpanNs }: PowerCutModeResult) {
  if (verdict === "unavailable") {
    return { cells: [mode], rest: powerCutTable.notAvailable() };
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

function detailsOf({ verdict, systemCall, provenBy, windowNs }: PowerCutModeResult): string[] {
  if (verdict === "unavailable") {
    return [];
  }
  const source =
    provenBy === null ? powerCutTable.unknownSource() : powerCutTable.source({ source: provenBy });
  const window =
    windowNs === null
      ? powerCutTable.unknownWindow()
      : powerCutTable.window({ age: formatDuration(windowNs) });
  return [`  ${systemCall}`, `  ${powerCutTable.row({ source, window })}`];
}
