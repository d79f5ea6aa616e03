import { buffersDirectWrites } from "#analysis/buffered-direct";
import { aidWords, cutWords, modeSentences, outcomeWords } from "#analysis/power-cut/words";
import { hasFailedTest } from "#analysis/verdict/failures";
import { boundWords, keptIn } from "#analysis/verdict/power-cut";
import type { LiveState } from "#contract/live-state";
import type { PowerCut, PowerCutTest } from "#contract/power-cut/test";
import { isPowerCutReport, type Report } from "#contract/report";
import { workloadIds } from "#contract/workloads/index";
import { healthTables } from "#tables/health";
import { testTable } from "#tables/power-cut";
import { absentFrom, type Row, type Table, viewFor } from "#tables/table";
import type { LiveBar } from "#tables/workloads/home";
import { homeOf as tablesOf } from "#tables/workloads/index";
import { answerQuestions, interruptionText } from "#text/document";
import { computerName, fullDriveName } from "#text/drive-identity";
import { formatBytes, formatCount, formatRate, formatTimeLeft } from "#text/format";
import { powerCutsText } from "#text/power-cut";
import { outcomesText } from "#text/power-cut/outcomes";
import { tell, tellAll } from "#text/statements";
import { temperatureSentence } from "#text/temperature";
import { phases, terminal } from "#text/terminal";
import { homeOf } from "#text/workloads/index";

const barWidth = 24;
const nameWidth = 27;

/** The lines of the live table; each at most 100 columns wide in English. */
export function liveTable(state: LiveState): string[] {
  const about = {
    phase: phaseWord(state),
    percent: terminal.percent({ figure: formatCount(Math.floor(state.progress * 100)) }),
    written: formatBytes(state.bytesWritten),
  };
  const liveBars = workloadIds.flatMap((id) => tablesOf(id).liveBars?.(state) ?? []);
  return [
    state.phase === "stopping" || state.phase === "finished"
      ? terminal.progress(about)
      : terminal.progressAndTime({ ...about, left: formatTimeLeft(state.remainingNs) }),
    ...tableLines([2 + nameWidth, 14], liveBars.map(liveRow)),
  ];
}

function liveRow({ name, absence, isRunning, perSecond }: LiveBar): TableRow {
  if (absence !== null) {
    const word = absence === "failed" ? terminal.hasFailed() : terminal.notAvailable();
    return { cells: [`  ${name}`, word] };
  }
  return {
    cells: [
      `${isRunning ? "▸" : " "} ${name}`,
      perSecond === null ? "–" : terminal.rate({ rate: formatRate(perSecond) }),
    ],
    rest: `  ${perSecond === null ? "" : "▆".repeat(barLength(perSecond))}`,
  };
}

/**
 * The length of a bar: four columns per power of ten, because the axis is logarithmic, as in the
 * window.
 */
function barLength(perSecond: number): number {
  return Math.max(1, Math.min(barWidth, Math.round(Math.log10(Math.max(1, perSecond)) * 4)));
}

/** The run's current phase in words, the only progress that is printed outside a terminal. */
export function phaseWord(state: LiveState): string {
  return state.phase === "measuring" ? measuringWords(state) : phases[state.phase]();
}

export function measuringWords(state: LiveState): string {
  const workload = state.currentWorkload ?? state.plan.tests[0];
  const { stepsDone, stepsTotal: steps } = state;
  const place = { step: Math.min(stepsDone + 1, steps), steps };
  return workload === undefined ? "" : homeOf(workload).progress(place, state);
}

/** Why the result is incomplete, in the same words as in the window. */
function interruption(report: Report): string[] {
  if (report.error !== null) {
    return [interruptionText.brokeOff()];
  }
  if (hasFailedTest(report)) {
    return [interruptionText.notAllTests()];
  }
  return report.partial ? [interruptionText.stopped()] : [];
}

export function resultTable(report: Report): string[] {
  const { verdict, volume, computer } = report;
  const name = computerName(computer);
  const drive = fullDriveName(volume.drive);
  const temperature = temperatureSentence(report);
  return [
    verdict.headline,
    `  ${name === null ? drive : terminal.driveInComputer({ drive, computer: name })}`,
    ...interruption(report).map((line) => `  ${line}.`),
    ...verdict.answers.map(
      ({ question, word, reason }) =>
        `  ${terminal.answer({ question: answerQuestions[question](), word, reason })}`,
    ),
    ...[...healthTables(report.health), ...workloadIds.flatMap((id) => tablesOf(id).tables(report))]
      .map(tableText)
      .filter((lines) => lines.length > 0)
      .flatMap((lines) => ["", ...lines]),
    ...powerCutLines(report),
    "",
    ...(buffersDirectWrites(report)
      ? [terminal.bufferedDirectWrites({ mode: "o_direct", fileSystem: "btrfs" })]
      : []),
    ...(temperature === null ? [] : [temperature]),
    ...report.warnings.map(({ message }) => terminal.note({ message })),
    ...(report.bytesWritten === null
      ? []
      : [terminal.writtenInAll({ bytes: formatBytes(report.bytesWritten) })]),
  ];
}

/** The table's lines for a terminal; only its notes if it has no rows for a terminal. */
function tableText(table: Table): string[] {
  const { widths = [], notes = [] } = table;
  const view = viewFor("terminal", table);
  if (view === null || view.rows.length === 0) {
    return [...notes];
  }
  const { first, columns, rows } = view;
  const lines = tableLines(widths, [
    {
      cells: [first, ...columns.filter(({ isWords }) => !isWords).map(({ head }) => head)],
      rest: restOf(columns.filter(({ isWords }) => isWords).map(({ head }) => head)),
    },
    ...rows.map((row) => rowText(row, columns)),
  ]);
  const [headLine = "", ...rowLines] = lines;
  return [
    headLine,
    ...rows.flatMap(({ details = [], failure = null }, place) => [
      rowLines[place] ?? "",
      ...[...details, ...(failure === null ? [] : [failure])].map((line) => `  ${line}`),
    ]),
    ...notes,
  ];
}

function rowText(
  row: Row,
  columns: readonly Pick<Table["columns"][number], "isWords" | "unknown">[],
): TableRow {
  const { name, id = name, absence = "", cells } = row;
  const absent = absentFrom(row);
  const figures = cells
    .slice(0, absent ?? cells.length)
    .flatMap(({ text }, place) =>
      columns[place]?.isWords ? [] : [text ?? columns[place]?.unknown ?? "–"],
    );
  if (absent !== null) {
    return { cells: [id, ...figures], rest: absent === 0 ? `${absence}` : `  ${absence}` };
  }
  return {
    cells: [id, ...figures],
    rest: restOf(cells.flatMap(({ text }, place) => (columns[place]?.isWords ? [text ?? ""] : []))),
  };
}

function restOf(words: readonly string[]): string {
  return words
    .filter((word) => word !== "")
    .map((word) => `  ${word}`)
    .join("");
}

/**
 * Sentences and table of the test that the report is about, and one line that sums up the drive's
 * other plug tests. Empty if there was no test.
 */
export function powerCutLines(report: Report): string[] {
  const { powerCut, runId, host } = report;
  if (powerCut === null) {
    return [];
  }
  const own = isPowerCutReport(report)
    ? powerCut.tests.find(({ testId }) => testId === runId)
    : undefined;
  const others = powerCut.tests.length - (own ? 1 : 0);
  return [
    ...(own ? ["", ...sentencesOf(own), "", ...tableText(testTable(own.modes, host.os))] : []),
    ...(others > 0 ? ["", powerCutsText.allTests({ result: allTests(powerCut) })] : []),
  ];
}

function sentencesOf(test: PowerCutTest): string[] {
  return [
    tell(outcomeWords(test)),
    tellAll(cutWords(test)),
    tell(aidWords(test)),
    ...modeSentences(test.modes).map((sentences) => `  ${tellAll(sentences)}`),
  ];
}

function allTests(powerCut: PowerCut): string {
  const { cuts, cutsWithLoss: lost } = powerCut;
  if (cuts === 0) {
    return outcomesText.noneProven();
  }
  return lost > 0
    ? powerCutsText.lost({ lost, cuts })
    : tellAll([keptIn(powerCut), ...boundWords(powerCut)]);
}

interface TableRow {
  /** The first cell is left-aligned in its column, all others are right-aligned. */
  readonly cells: readonly string[];
  /** Text after the last cell, outside the columns. */
  readonly rest?: string;
}

/** Rows aligned in columns of these widths; a column grows to fit its longest cell. */
function tableLines(widths: readonly number[], rows: readonly TableRow[]): string[] {
  const grown = widths.map((width, column) =>
    Math.max(width, ...rows.map(({ cells }) => (cells[column]?.length ?? -1) + 1)),
  );
  return rows.map(({ cells, rest = "" }) => {
    const placed = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(grown[column] ?? 0) : cell.padStart(grown[column] ?? 0),
    );
    return `${placed.join("")}${rest}`;
  });
}
