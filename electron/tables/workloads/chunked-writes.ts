import { guaranteeOn } from "#analysis/guarantee";
import type { FlushModeId, Guarantee } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import type { Chunked, ChunkedMode } from "#contract/workloads/chunked-writes";
import { formatBlockBytes, formatDuration, formatList } from "#text/format";
import { measured } from "#text/measured";
import { guaranteeNames } from "#text/names";
import { tableText, terminalHeads } from "#text/tables";
import {
  againstQuickest,
  chunkedWritesScreen,
  name,
  chunkedWritesTable as text,
} from "#text/workloads/chunked-writes";
import type { CsvRow } from "../csv";
import { absenceOf, reportModeLabel } from "../modes";
import {
  extrapolatedRemark,
  howKnown,
  latencies,
  type PublishedSeries,
  publishedColumn,
} from "../shared-columns";
import { type Column, figure, strong, type Table, tableOf } from "../table";

/** What is shown of one flush mode; `result` is `null` if the run did not reach it. */
export interface ChunkedRow {
  readonly mode: FlushModeId;
  readonly label: string;
  /** What the mode guarantees on this volume; `null` if not known. */
  readonly guarantee: Guarantee | null;
  readonly result: ChunkedMode | null;
}

export function tables(report: Report): Table[] {
  const { chunked, host, volume } = report;
  if (chunked === null) {
    return [];
  }
  const total = formatBlockBytes(chunked.totalBytes);
  const chunk = formatBlockBytes(chunked.chunkBytes);
  const rows = chunked.modes.map((result) => ({
    mode: result.mode,
    label: reportModeLabel(result.mode, report),
    guarantee: guaranteeOn(result.mode, host.os, volume),
    result,
  }));
  return [chunkedTable(rows, text.short({ total, chunk }))];
}

/** Published times of the same work, already scaled to the total that this run wrote. */
export interface PublishedChunks extends PublishedSeries {
  readonly times: readonly { readonly mode: FlushModeId; readonly elapsedNs: number }[];
}

export function chunkedTable(
  rows: readonly ChunkedRow[],
  short = name(),
  published: PublishedChunks | null = null,
): Table {
  return tableOf<ChunkedRow>({
    caption: name(),
    look: "modes",
    first: { terminal: short, figures: tableText.modeAndCall(), hidden: tableText.wayOfSaving() },
    widths: [27, 12],
    columns: [
      ...columns(),
      ...publishedColumn<ChunkedRow>(
        published,
        formatDuration,
        ({ mode }) => published?.times.find((time) => time.mode === mode)?.elapsedNs,
      ),
    ],
    of: rows,
    row: ({ label, guarantee, result }) => ({
      name: label,
      ...(result === null ? {} : { id: result.mode, systemCall: result.systemCall }),
      ...(guarantee === null ? {} : { guarantee }),
      absence: result === null ? measured.notMeasured() : absenceOf(result, result.elapsedNs),
    }),
  });
}

function columns(): Column<ChunkedRow>[] {
  const time = {
    terminal: terminalHeads.time(),
    figures: tableText.time(),
    hidden: tableText.time(),
  };
  const quickest = chunkedWritesScreen.againstQuickest();
  return [
    {
      heads: { hidden: tableText.promise() },
      text: ({ guarantee }) => (guarantee === null ? "–" : guaranteeNames[guarantee]()),
    },
    figure(time, formatDuration, ({ result }) => result?.elapsedNs, {
      ...strong,
      remarks: ({ result }) => extrapolatedRemark(result?.extrapolated),
    }),
    ...howKnown<ChunkedRow>(({ result }) =>
      result?.elapsedNs == null ? null : result.extrapolated,
    ),
    {
      heads: { terminal: "", figures: quickest, hidden: quickest },
      text: ({ result }) => ratioWords(result),
      isWords: true,
    },
    ...latencies<ChunkedRow>(["p50", "p90", "p99", "max"], ({ result }) => result?.latencyNs),
  ];
}

/** "4.0 times", or the duration of each pass if the passes do not agree on one ratio. */
function ratioWords(result: ChunkedMode | null): string | null {
  const times = (result?.passes ?? []).map(({ elapsedNs }) => formatDuration(elapsedNs));
  const instead = times.length > 1 ? text.passes({ times: formatList(times) }) : null;
  return againstQuickest(result?.ratioToFastest ?? null) ?? instead;
}

/** One row per mode and pass. */
export function csvRows({ chunked }: Report): CsvRow[] {
  return chunked === null ? [] : chunked.modes.flatMap((mode) => modeRows(chunked, mode));
}

function modeRows({ chunkBytes, totalBytes }: Chunked, result: ChunkedMode): CsvRow[] {
  const { mode, systemCall, status, reason, elapsedNs, extrapolated, passes } = result;
  const bytes = elapsedNs === null ? null : totalBytes;
  const row = { mode, systemCall, status, reason, sizeBytes: chunkBytes, bytes };
  return passes.length > 0
    ? passes.map(({ pass, ...time }) => ({ ...row, round: pass, ...time }))
    : [{ ...row, elapsedNs, extrapolated: elapsedNs === null ? null : extrapolated }];
}
