import { modesAlikeTo } from "#analysis/alike-modes";
import type { ReferenceDrive } from "#analysis/reference-drives";
import { hidesFlushes } from "#analysis/workloads/flush-modes/results";
import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { LatencySummary } from "#contract/measures";
import type { FlushModeResult, FlushRound } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type {
  FlushLayout,
  LiveMode,
  PlainWrites,
  SpacedSaves,
} from "#contract/workloads/flush-modes";
import { modeLabel } from "#text/flush-modes";
import {
  formatBlockBytes,
  formatCount,
  formatDuration,
  formatList,
  formatNotNone,
  formatPercent,
  formatRate,
} from "#text/format";
import { absenceWords } from "#text/measured";
import { guaranteeLegend, guaranteeNames } from "#text/names";
import { tableText } from "#text/tables";
import { layoutNames, name, flushModesTable as text } from "#text/workloads/flush-modes";
import { type CsvRow, columnsIn } from "../csv";
import { absenceOf, failureOf, reportModeLabel } from "../modes";
import { latencies, rateRange } from "../shared-columns";
import { type Column, figure, strong, type Table, tableOf } from "../table";
import type { LiveBar } from "./home";

/**
 * Flush modes rewriting and extending a file, the ordinary save after a pause, and plain writes by
 * how the file was filled.
 */
export function tables(report: Report): Table[] {
  const { flushModes, appendModes, spacedSaves, plainWrites } = report;
  const isPair = appendModes !== null;
  const caption = isPair ? text.captionRewrite() : name();
  return [
    modesTable(report, flushModes, caption, layoutNames.rewrite()),
    ...(isPair
      ? [modesTable(report, appendModes, text.captionAppend(), layoutNames.append())]
      : []),
    ...(spacedSaves === null ? [] : [spacedTable(report, spacedSaves)]),
    ...((plainWrites?.states.length ?? 0) > 1 && plainWrites ? [plainTable(plainWrites)] : []),
  ];
}

/** The flush modes on one file layout; a screen reader also gets their rates in a growing file. */
export function modesTable(
  report: Report,
  results: readonly FlushModeResult[],
  caption = name(),
  short = layoutNames.rewrite(),
): Table {
  return tableOf<FlushModeResult>({
    caption,
    look: "rates",
    first: { terminal: short, figures: tableText.modeAndCall(), hidden: tableText.wayOfSaving() },
    widths: [27, 12, 10, 10, 12],
    columns: modeColumns(report),
    of: results,
    row: (result) => ({
      name: reportModeLabel(result.mode, report),
      id: result.mode,
      guarantee: result.guarantee,
      systemCall: result.systemCall,
      remarks: [guaranteeNames[result.guarantee](), ...alikeWords(result, results)],
      absence: absenceOf(result, result.iops),
      failure: failureOf(result, result.iops),
    }),
    notes: results.some(hidesFlushes) ? [text.hiddenFlushes()] : [],
  });
}

function modeColumns({ appendModes }: Report): Column<FlushModeResult>[] {
  const appendOf = (mode: FlushModeId) => appendModes?.find((result) => result.mode === mode);
  const rate = {
    terminal: text.rateShort(),
    figures: text.rate(),
    hidden: appendModes === null ? tableText.median() : text.rewriteMedian(),
  };
  return [
    {
      heads: { hidden: tableText.promise() },
      text: ({ guarantee }) => guaranteeNames[guarantee](),
    },
    figure(rate, formatRate, (of) => of.iops, { ...strong, remarks: boundsOf }),
    figure({ hidden: text.slowest() }, formatRate, (of) => of.iopsMin),
    figure({ hidden: text.fastest() }, formatRate, (of) => of.iopsMax),
    ...(appendModes === null
      ? []
      : [
          figure<FlushModeResult>(
            { hidden: text.append() },
            formatRate,
            ({ mode }) => appendOf(mode)?.iops,
          ),
        ]),
    ...latencies<FlushModeResult>(times, (of) => of.latencyNs, true),
    figure({ figures: text.operations() }, formatCount, (of) => of.operations),
    ...flushes(),
    figure(
      { figures: text.amplification() },
      (bytes) => formatNotNone(bytes, 2),
      (of) => of.writeAmplification,
    ),
    {
      heads: { terminal: text.survives() },
      text: ({ guarantee }) => guaranteeLegend[guarantee](),
      isWords: true,
    },
  ];
}

const times = ["p50", "p90", "p99", "p999", "max"] as const;

/** Flush commands per save; a note below a terminal's table says why some were not counted. */
function flushes(): Column<Pick<FlushModeResult, "mode" | "deviceFlushesPerSync">>[] {
  return [
    { heads: { terminal: text.flushesShort() }, notCounted: text.notCountedShort() },
    { heads: { figures: text.flushes() }, notCounted: text.notCounted() },
  ].map(({ heads, notCounted }) => ({
    heads,
    unknown: tableText.notKnown(),
    text: (result) =>
      hidesFlushes(result)
        ? notCounted
        : result.deviceFlushesPerSync === null
          ? null
          : formatNotNone(result.deviceFlushesPerSync, 2),
  }));
}

/** The median's confidence interval with its coverage, and the rounds' range if that differs. */
function boundsOf({ iopsMin, iopsMax, iopsInterval }: FlushModeResult): string[] {
  if (iopsMin === null || iopsMax === null) {
    return [];
  }
  const range = rateRange(iopsMin, iopsMax);
  if (iopsInterval === null) {
    return [range];
  }
  const interval = rateRange(iopsInterval.low, iopsInterval.high);
  return [
    ...(interval === range ? [] : [range]),
    text.plusMinus({ range: interval }),
    text.sure({ share: formatPercent(iopsInterval.coverage) }),
  ];
}

/** Ids of the modes that were faster than this one in some rounds and slower in others. */
function alikeWords(result: FlushModeResult, results: readonly FlushModeResult[]): string[] {
  const modes = modesAlikeTo(result, results).map(({ mode }) => mode);
  return modes.length === 0 ? [] : [text.noDifference({ modes: formatList(modes) })];
}

/** The ordinary save after a pause. It has no rate, which would only reflect the pauses. */
function spacedTable({ host }: Report, saves: SpacedSaves): Table {
  const rest = formatDuration(saves.idleNs);
  return tableOf<SpacedSaves>({
    caption: text.captionSpaced(),
    calls: [saves.systemCall],
    look: "modes",
    first: { terminal: text.afterRestShort({ rest }), figures: text.afterRest({ rest }) },
    widths: [27, 22, 10, 12],
    columns: [
      ...latencies<SpacedSaves>(times, (of) => of.latencyNs, true),
      figure({ figures: text.operations() }, formatCount, (of) => of.operations),
      ...flushes(),
    ],
    of: [saves],
    row: ({ mode }) => ({ name: modeLabel(mode, host.os), id: mode }),
  });
}

type PlainState = PlainWrites["states"][number];

/** Plain writes into a file filled in two ways or more; the first is also a row of the flush modes. */
function plainTable({ systemCall, states }: PlainWrites): Table {
  return tableOf<PlainState>({
    caption: text.captionPlain(),
    calls: [systemCall],
    look: "rates",
    first: { terminal: layoutNames.rewrite(), figures: tableText.wayOfSaving() },
    widths: [27, 12, 10, 10, 12],
    columns: [
      figure({ terminal: text.rateShort(), figures: text.writes() }, formatRate, (of) => of.iops, {
        ...strong,
        remarks: ({ iopsMin, iopsMax }) => [rateRange(iopsMin, iopsMax)],
      }),
      figure(
        { terminal: text.roundLengthShort(), figures: text.roundLength() },
        formatDuration,
        (of) => of.roundNs,
      ),
      ...latencies<PlainState>(times, (of) => of.latencyNs, true),
      figure({ figures: text.operations() }, formatCount, (of) => of.operations),
    ],
    of: states,
    row: ({ pieceBytes }) => {
      const piece = formatBlockBytes(pieceBytes);
      return { name: text.filledIn({ piece }), id: text.filledInShort({ piece }) };
    },
  });
}

interface LatencyRow {
  readonly label: string;
  readonly latencyNs: LatencySummary;
}

/** Latencies of single saves, for a screen reader. */
export function latencyTable(rows: readonly LatencyRow[]): Table {
  const headOf = { ...tableText, p50: text.typical };
  return tableOf<LatencyRow>({
    ...hiddenFrame(),
    columns: (["p50", "p99", "p999", "max"] as const).map((key) =>
      figure({ hidden: headOf[key]() }, formatDuration, ({ latencyNs }) => latencyNs[key]),
    ),
    of: rows,
    row: ({ label }) => ({ name: label }),
  });
}

interface WorstRow {
  readonly label: string;
  readonly systemCall: string;
  /** The slowest stretch in words; empty if it is not known. */
  readonly worst: string;
}

/** The slowest stretch of each flush mode, for a screen reader. */
export function worstTable(rows: readonly WorstRow[]): Table {
  return tableOf<WorstRow>({
    ...hiddenFrame(),
    columns: [{ heads: { hidden: text.worst() }, text: (of) => of.worst || null }],
    of: rows,
    row: ({ label, systemCall }) => ({ name: text.modeOfCall({ mode: label, call: systemCall }) }),
  });
}

/** The published rates of other drives, which the chart shows as lines, for screen readers. */
export function publishedTable(drives: readonly ReferenceDrive[]): Table {
  return tableOf<ReferenceDrive>({
    ...hiddenFrame(),
    first: { hidden: text.otherDrive() },
    columns: [
      figure({ hidden: text.perSecond() }, formatRate, (of) => of.iops),
      { heads: { hidden: text.source() }, text: (of) => of.sourceName },
    ],
    of: drives,
    row: ({ name: drive }) => ({ name: drive }),
  });
}

const hiddenFrame = () =>
  ({
    caption: name(),
    look: "modes",
    first: { hidden: tableText.wayOfSaving() },
  }) as const;

/** The screen reader's table while the flush modes are measured. */
export function soFarTable({ modes, appendModes, plan }: LiveState, os: OperatingSystem): Table {
  const unknown = { unknown: text.notYet() };
  const withAppend = plan.workloads["flush-modes"].append !== null;
  const appendOf = (mode: FlushModeId) => appendModes?.find((result) => result.mode === mode);
  return tableOf<LiveMode>({
    ...hiddenFrame(),
    columns: [
      {
        heads: { hidden: tableText.promise() },
        text: ({ guarantee }) => guaranteeNames[guarantee](),
      },
      figure(
        { hidden: withAppend ? text.rewrite() : text.perSecond() },
        formatRate,
        (mode) => (liveAbsence(mode) === null ? mode.iops : null),
        unknown,
      ),
      ...(withAppend
        ? [
            figure<LiveMode>(
              { hidden: text.append() },
              formatRate,
              ({ mode }) => appendOf(mode)?.iops,
              unknown,
            ),
          ]
        : []),
    ],
    of: modes,
    row: (mode) => ({ name: modeLabel(mode.mode, os), absence: liveAbsence(mode) }),
  });
}

export function liveAbsence({ status, reason }: LiveMode): string | null {
  return status === "unavailable" || status === "failed" ? absenceWords(status, reason) : null;
}

const sliceNs = 5_000_000_000;

/** The last half minute in slices, each with its last measurement. */
export function lastSecondsTable(samples: LiveState["samples"], os: OperatingSystem): Table {
  const now = samples[samples.length - 1]?.atNs ?? 0;
  const slices = [0, 1, 2, 3, 4, 5].map((slice) => {
    const sliceOf = ({ atNs }: LiveState["samples"][number]) => Math.floor((now - atNs) / sliceNs);
    return { slice, last: samples.filter((sample) => sliceOf(sample) === slice).pop() ?? null };
  });
  return tableOf<(typeof slices)[number]>({
    ...hiddenFrame(),
    first: { hidden: text.when() },
    columns: [
      {
        heads: { hidden: tableText.wayOfSaving() },
        text: ({ last }) => last && modeLabel(last.mode, os),
        unknown: text.none(),
      },
      figure({ hidden: text.perSecond() }, formatRate, ({ last }) => last?.iops, {
        unknown: text.notMeasured(),
      }),
    ],
    of: slices,
    row: ({ slice }) => ({
      name: slice === 0 ? text.now() : text.secondsAgo({ seconds: slice * 5 }),
    }),
  });
}

/** The bars of the rewrites or, while appends are measured, of the appends. */
export function liveBars({ modes, appendModes, step }: LiveState): LiveBar[] {
  const append = step?.kind === "flush-round" && step.layout === "append" ? step.mode : null;
  return modes.map(({ mode, status, iops }) => ({
    name: mode,
    absence: status === "unavailable" || (status === "failed" && mode !== append) ? status : null,
    isRunning: append === null ? status === "running" : mode === append,
    perSecond:
      append === null ? iops : (appendModes?.find((result) => result.mode === mode)?.iops ?? null),
  }));
}

/** One row per layout, mode and round. */
export function csvRows(report: Report): CsvRow[] {
  const { flushModes, appendModes, spacedSaves, plainWrites } = report;
  return [
    ...flushModes.flatMap((result) => layoutRows("rewrite", result)),
    ...(appendModes ?? []).flatMap((result) => layoutRows("append", result)),
    ...(spacedSaves === null ? [] : spacedRows(spacedSaves)),
    ...(plainWrites === null ? [] : refilledRows(plainWrites)),
  ];
}

function layoutRows(layout: FlushLayout, result: FlushModeResult): CsvRow[] {
  const { mode, systemCall, guarantee, status, reason, rounds } = result;
  const row = { layout, mode, systemCall, guarantee, status, reason };
  return rounds.length > 0 ? rounds.map((round) => ({ ...row, ...roundColumns(round) })) : [row];
}

function spacedRows({ mode, systemCall, idleNs, rounds }: SpacedSaves): CsvRow[] {
  const row = { layout: "spaced", mode, systemCall, idleNs, status: "measured" };
  return rounds.map((round) => ({ ...row, ...roundColumns(round) }));
}

function refilledRows({ systemCall, states, refilledRounds }: PlainWrites): CsvRow[] {
  const sizeBytes = states[1]?.pieceBytes ?? null;
  const row = { layout: "refilled", mode: "none", systemCall, sizeBytes, status: "measured" };
  return refilledRounds.map((round) => ({ ...row, ...roundColumns(round) }));
}

function roundColumns<R extends Pick<FlushRound, "disturbances">>(round: R): CsvRow {
  return { ...columnsIn(round), disturbances: round.disturbances.join("; ") };
}
