import type { OperatingSystem } from "#contract/flush-mode";
import {
  type PowerCutCounts,
  type PowerCutModeResult,
  type PowerCutModeSum,
  powerCutCountNames,
} from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import { modeLabel } from "#text/flush-modes";
import { formatCount, formatDuration } from "#text/format";
import { plainText } from "#text/messages";
import { guaranteeNames } from "#text/names";
import { powerCutTable as short } from "#text/power-cut";
import {
  outcomeNames,
  outcomeRows,
  proverNames,
  outcomesText as text,
} from "#text/power-cut/outcomes";
import { tableText, terminalHeads } from "#text/tables";
import { listOfClauses } from "#text/words";
import { type Column, type Table, tableOf } from "./table";

/** The fate of a flush mode's confirmed saves, in one test or in several. */
interface Outcome
  extends Pick<
    PowerCutModeResult,
    "mode" | "systemCall" | "guarantee" | "counts" | "failed" | "reordered" | "windowNs"
  > {
  readonly result: string;
  /** Whether anything was written in this mode; if not, all its figures are meaningless. */
  readonly hasFigures: boolean;
  readonly lostSpanNs: number | null;
  /** Source of the last checked save's number: the witness or the disk. Absent for several tests. */
  readonly provenBy?: PowerCutModeResult["provenBy"];
}

export function testTable(modes: readonly PowerCutModeResult[], os: OperatingSystem): Table {
  const outcomes = modes.map((mode) => ({
    ...mode,
    result: outcomeNames[mode.verdict](),
    hasFigures: mode.verdict !== "unavailable",
  }));
  const columns = [...outcomeColumns(), ...oneTestColumns(), ...timeColumns()];
  return outcomeTable(text.oneTestTable(), columns, outcomes, os);
}

/** The combined result of all tests of a drive. */
export function summedTable(modes: readonly PowerCutModeSum[], os: OperatingSystem): Table {
  const outcomes = modes.map((mode) => ({
    ...mode,
    result: sumWords(mode),
    hasFigures: mode.cuts > 0,
  }));
  return outcomeTable(text.allTestsTable(), [...outcomeColumns(), ...timeColumns()], outcomes, os);
}

function sumWords({
  cuts,
  cutsWithLoss: lost,
  notProven: count,
  lossExpected,
}: PowerCutModeSum): string {
  const proven =
    lost === 0
      ? text.keptIn({ kept: cuts, cuts })
      : lossExpected
        ? text.lostAsExpected({ lost, cuts })
        : text.lostIn({ lost, cuts });
  return listOfClauses([
    ...(cuts === 0 ? [] : [proven]),
    ...(cuts > 0 && count === 0 ? [] : [text.notProvenIn({ count })]),
  ]);
}

function outcomeTable(
  caption: string,
  columns: readonly Column<Outcome>[],
  outcomes: readonly Outcome[],
  os: OperatingSystem,
): Table {
  return tableOf<Outcome>({
    caption,
    look: "modes",
    first: { terminal: short.saves(), figures: tableText.wayOfSaving() },
    widths: [27, 10, 10, 10, 10, 10, 10, 10, 10, 10],
    columns: [
      { heads: { figures: text.result() }, text: (of) => of.result, role: "sum" },
      ...columns,
    ],
    of: outcomes,
    row: ({ mode, systemCall, guarantee, ...outcome }) => ({
      name: modeLabel(mode, os),
      id: mode,
      systemCall,
      guarantee,
      remarks: [guaranteeNames[guarantee]()],
      ...(outcome.hasFigures
        ? { details: [systemCall, evidenceWords(outcome)] }
        : { absence: outcome.result }),
    }),
  });
}

function outcomeColumns(): Column<Outcome>[] {
  return [
    counted("acknowledged", short.acknowledged()),
    counted("replaced"),
    counted("inFlight"),
    counted("survived", short.survived()),
    row("failed", ({ failed }) => formatCount(failed)),
    part(counted("lost", outcomeNames.lost())),
    part(counted("stale", short.stale())),
    part(counted("torn", short.torn())),
    part(counted("corrupted")),
    part(counted("misplaced")),
    part(counted("unreadable")),
    inTerminal(short.corrupt(), ({ counts }) =>
      formatCount(counts.corrupted + counts.misplaced + counts.unreadable),
    ),
    part(counted("nameMissing")),
    part(row("renameLost", ({ counts }) => formatCount(counts.nameOld + counts.nameBoth))),
    inTerminal(short.renames(), ({ counts }) =>
      formatCount(counts.nameMissing + counts.nameOld + counts.nameBoth),
    ),
    row("reordered", ({ reordered }) => formatCount(reordered), short.late()),
  ];
}

function oneTestColumns(): Column<Outcome>[] {
  return [
    row("provenBy", ({ provenBy }) =>
      provenBy == null ? tableText.notKnown() : proverNames[provenBy](),
    ),
  ];
}

function timeColumns(): Column<Outcome>[] {
  return [
    row("window", ({ windowNs }) => duration(windowNs)),
    row("lostSpan", ({ failed, lostSpanNs }) =>
      failed === 0 ? text.none() : duration(lostSpanNs),
    ),
    inTerminal(terminalHeads.time(), ({ lostSpanNs }) =>
      lostSpanNs === null ? null : formatDuration(lostSpanNs),
    ),
  ];
}

/** Defines a row of the page's table; `terminal` is the heading of the same column in a terminal. */
function row(
  id: keyof typeof outcomeRows,
  of: (outcome: Outcome) => string,
  terminal?: string,
): Column<Outcome> {
  const richHead = outcomeRows[id]();
  const heads = { figures: plainText(richHead), ...(terminal === undefined ? {} : { terminal }) };
  return { heads, richHead, text: (outcome) => (outcome.hasFigures ? of(outcome) : null) };
}

function inTerminal(terminal: string, of: (outcome: Outcome) => string | null): Column<Outcome> {
  return {
    heads: { terminal },
    text: (outcome) => (outcome.hasFigures ? of(outcome) : null),
  };
}

function counted(id: keyof PowerCutCounts & keyof typeof outcomeRows, terminal?: string) {
  return row(id, ({ counts }) => formatCount(counts[id]), terminal);
}

const part = (column: Column<Outcome>): Column<Outcome> => ({ ...column, role: "part" });

function duration(ns: number | null): string {
  return ns === null ? tableText.notKnown() : formatDuration(ns);
}

/** For a terminal: the source of the last save's number, and the newest save's age. */
function evidenceWords({ provenBy = null, windowNs }: Pick<Outcome, "provenBy" | "windowNs">) {
  return short.row({
    source: provenBy === null ? short.unknownSource() : short.source({ source: provenBy }),
    window:
      windowNs === null ? short.unknownWindow() : short.window({ age: formatDuration(windowNs) }),
  });
}

export const powerCutCsvColumns = [
  "testId",
  "finishedAt",
  "cutEvidence",
  "shownBy",
  "lostPower",
  "deed",
  "computerRestarted",
  "driveLost",
  "unsafeShutdownsBefore",
  "unsafeShutdownsAfter",
  "othersFlushesPerSecond",
  ...powerCutCountNames,
  "failed",
  "reordered",
  "unaided",
  "provenBy",
  "windowNs",
  "lostSpanNs",
] as const;

/** One row per plug test and mode, oldest test first; `round` is the test's index. */
export function powerCutCsvRows({ powerCut }: Report) {
  return (powerCut?.tests ?? []).flatMap(
    ({ testId, finishedAt, cut, modes, othersFlushesPerSecond }, round) =>
      modes.map(({ mode, systemCall, guarantee, verdict, doubt, refusal, counts, ...result }) => {
        const { failed, reordered, unaided, provenBy, windowNs, lostSpanNs } = result;
        const figures = { failed, reordered, unaided, provenBy, windowNs, lostSpanNs };
        return {
          round,
          testId,
          finishedAt,
          cutEvidence: cut.evidence,
          shownBy: cut.shown?.by ?? null,
          lostPower: cut.shown?.lostPower ?? null,
          deed: cut.deed,
          computerRestarted: cut.computerRestarted,
          driveLost: cut.driveLost,
          unsafeShutdownsBefore: cut.unsafeShutdowns?.before ?? null,
          unsafeShutdownsAfter: cut.unsafeShutdowns?.after ?? null,
          othersFlushesPerSecond,
          mode,
          systemCall,
          guarantee,
          status: verdict,
          reason: refusal ?? doubt,
          // A mode that could not be used has empty cells and not 0, because nothing was counted.
          ...(verdict === "unavailable" ? {} : { ...counts, ...figures }),
        };
      }),
  );
}
