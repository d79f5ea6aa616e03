import { hidesFlushes, modesAlikeTo } from "../../analysis/workloads/flush-modes/results";
import type { FlushModeId } from "../../contract/flush-mode";
import type { Report } from "../../contract/report";
import type {
  FlushLayout,
  FlushModeResult,
  SpacedSaves,
} from "../../contract/workloads/flush-modes";
import { modeLabel } from "../../text/flush-modes";
import {
  formatCount,
  formatDuration,
  formatFixed,
  formatList,
  formatPercent,
  formatRate,
} from "../../text/format";
import { guaranteeNames } from "../../text/names";
import { tableText } from "../../text/tables";
import { survives } from "../../text/terminal";
import { layoutNames, name, flushModesTable as text } from "../../text/workloads/flush-modes";
import type { CsvRow } from "../csv";
import { absenceOf, reportModeLabel } from "../modes";
import { latencies } from "../shared-columns";
import { type Column, figure, type Table, tableOf } from "../table";

/** The flush modes, once more for a file that grows, and the ordinary save after a rest. */
export function tables(report: Report): Table[] {
  const { flushModes, appendModes, spacedSaves } = report;
  const isPair = appendModes !== null;
  const caption = isPair ? text.captionRewrite() : name();
  return [
    modesTable(report, flushModes, caption, layoutNames.rewrite()),
    ...(isPair
      ? [modesTable(report, appendModes, text.captionAppend(), layoutNames.append())]
      : []),
    ...(spacedSaves === null ? [] : [spacedTable(report, spacedSaves)]),
  ];
}

/** The rewrites, of which a screen reader also hears the rate of the same mode in a growing file. */
export function modesTable(
  report: Report,
  results: readonly FlushModeResult[],
  caption = name(),
  short = layoutNames.rewrite(),
): Table {
  return tableOf<FlushModeResult>({
    caption,
    calls: [],
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
    }),
    notes: results.some(hidesFlushes) ? [text.hiddenFlushes()] : [],
  });
}

function modeColumns({ appendModes }: Report): Column<FlushModeResult>[] {
  const appendOf = (mode: FlushModeId) => appendModes?.find((result) => result.mode === mode);
  const rate = { terminal: text.rateShort(), figures: text.rate(), hidden: tableText.median() };
  return [
    {
      heads: { hidden: tableText.promise() },
      text: ({ guarantee }) => guaranteeNames[guarantee](),
    },
    {
      ...figure<FlushModeResult>(rate, formatRate, ({ iops }) => iops),
      isStrong: () => true,
      remarks: boundsOf,
      failure: ({ status, reason }) => (status === "failed" ? reason : null),
    },
    figure({ hidden: text.slowest() }, formatRate, ({ iopsMin }) => iopsMin),
    figure({ hidden: text.fastest() }, formatRate, ({ iopsMax }) => iopsMax),
    ...(appendModes === null
      ? []
      : [
          figure<FlushModeResult>(
            { hidden: text.append() },
            formatRate,
            ({ mode }) => appendOf(mode)?.iops,
          ),
        ]),
    ...latencies<FlushModeResult>(times, ({ latencyNs }) => latencyNs, true),
    figure({ figures: text.operations() }, formatCount, ({ operations }) => operations),
    ...flushes(),
    figure(
      { figures: text.amplification() },
      (bytes) => formatFixed(bytes, 2),
      ({ writeAmplification }) => writeAmplification,
    ),
    {
      heads: { terminal: text.survives() },
      text: ({ guarantee }) => survives[guarantee](),
      isWords: true,
    },
  ];
}

const times = ["p50", "p90", "p99", "p999", "max"] as const;

/** A terminal has no room to name the reason in every row; it stands below the table. */
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
          : formatFixed(result.deviceFlushesPerSync, 2),
  }));
}

/** Slowest and fastest round, the interval of the median (the same for few rounds), how sure it is. */
function boundsOf({ iopsMin, iopsMax, iopsInterval }: FlushModeResult): string[] {
  if (iopsMin === null || iopsMax === null) {
    return [];
  }
  const range = rangeWords(iopsMin, iopsMax);
  if (iopsInterval === null) {
    return [range];
  }
  const interval = rangeWords(iopsInterval.low, iopsInterval.high);
  return [
    ...(interval === range ? [] : [range]),
    text.plusMinus({ range: interval }),
    text.sure({ share: formatPercent(iopsInterval.coverage) }),
  ];
}

function rangeWords(low: number, high: number): string {
  return tableText.range({ low: formatRate(low), high: formatRate(high) });
}

/** Modes of which now one and now the other was faster, by their identifiers. */
function alikeWords(result: FlushModeResult, results: readonly FlushModeResult[]): string[] {
  const modes = modesAlikeTo(result, results).map(({ mode }) => mode);
  return modes.length === 0 ? [] : [text.noDifference({ modes: formatList(modes) })];
}

/** The ordinary save after a rest; a rate would be that of the rests. */
function spacedTable({ host }: Report, saves: SpacedSaves): Table {
  const rest = formatDuration(saves.idleNs);
  return tableOf<SpacedSaves>({
    caption: text.captionSpaced(),
    calls: [saves.systemCall],
    look: "modes",
    first: { terminal: text.afterRestShort({ rest }), figures: text.afterRest({ rest }) },
    widths: [27, 22, 10, 12],
    columns: [
      ...latencies<SpacedSaves>(times, ({ latencyNs }) => latencyNs, true),
      figure({ figures: text.operations() }, formatCount, ({ operations }) => operations),
      ...flushes(),
    ],
    of: [saves],
    row: ({ mode }) => ({ name: modeLabel(mode, host.os), id: mode }),
  });
}

/** One for each layout, mode and round. */
export function csvRows({ flushModes, appendModes, spacedSaves }: Report): CsvRow[] {
  return [
    ...flushModes.flatMap((result) => layoutRows("rewrite", result)),
    ...(appendModes ?? []).flatMap((result) => layoutRows("append", result)),
    ...(spacedSaves === null ? [] : spacedRows(spacedSaves)),
  ];
}

function layoutRows(layout: FlushLayout, result: FlushModeResult): CsvRow[] {
  const { mode, systemCall, guarantee, status, reason, rounds } = result;
  const row = { layout, mode, systemCall, guarantee, status, reason };
  return rounds.length > 0 ? rounds.map((round) => ({ ...row, ...round })) : [row];
}

function spacedRows({ mode, systemCall, idleNs, rounds }: SpacedSaves): CsvRow[] {
  const row = { layout: "spaced", mode, systemCall, idleNs, status: "measured" };
  return rounds.map((round) => ({ ...row, ...round }));
}
