import type { Report } from "#contract/report";
import type { ReadingLoad, ReadingResult } from "#contract/workloads/reading";
import { formatBytesPerSecond, formatDuration, formatRate } from "#text/format";
import { measured } from "#text/measured";
import { tableText } from "#text/tables";
import {
  answeredBy,
  loadLabel,
  shortLoadLabel,
  readingTable as text,
} from "#text/workloads/reading";
import type { CsvRow } from "../csv";
import { absenceOf, failureOf } from "../modes";
import { latencies } from "../shared-columns";
import { type Column, figure, strong, type Table, tableOf } from "../table";

/** One load of the reading test; `result` is `null` if the run did not reach it. */
export interface ReadingRow {
  readonly load: ReadingLoad;
  readonly result: ReadingResult | null;
}

export function tables({ reading }: Report): Table[] {
  return reading.length === 0
    ? []
    : [readingTable(reading.map((result) => ({ load: result, result })))];
}

export function readingTable(rows: readonly ReadingRow[]): Table {
  return tableOf<ReadingRow>({
    caption: text.caption(),
    look: "modes",
    first: { terminal: text.short(), figures: text.loadAndCall(), hidden: text.load() },
    widths: [42, 11, 11, 9, 9],
    columns: columns(),
    of: rows,
    row: ({ load, result }) => ({
      name: loadLabel(load),
      brief: shortLoadLabel(load),
      ...(result === null ? {} : { systemCall: result.systemCall }),
      absence: result === null ? measured.notMeasured() : absenceOf(result, result.iops),
      failure: result && failureOf(result, result.iops),
    }),
  });
}

function columns(): Column<ReadingRow>[] {
  const rate = text.perSecond();
  const speed = text.speed();
  return [
    figure(
      { terminal: text.shortPerSecond(), figures: rate, hidden: rate },
      formatRate,
      ({ result }) => result?.iops,
      strong,
    ),
    figure(
      { terminal: text.shortSpeed(), figures: speed, hidden: speed },
      formatBytesPerSecond,
      ({ result }) => result?.bytesPerSecond,
    ),
    ...latencies<ReadingRow>(["p50", "p99"], ({ result }) => result?.latencyNs, true),
    ...latencies<ReadingRow>(["p999", "max"], ({ result }) => result?.latencyNs),
    figure({ hidden: tableText.p50() }, formatDuration, ({ result }) => result?.latencyNs?.p50),
    figure({ hidden: tableText.p99() }, formatDuration, ({ result }) => result?.latencyNs?.p99),
    {
      heads: { figures: text.answeredBy(), hidden: text.answeredBy() },
      text: ({ result }) => sourceWords(result),
    },
    {
      heads: { terminal: "" },
      text: ({ result }) => (result?.answeredBy === "drive" ? null : sourceWords(result)),
      isWords: true,
    },
  ];
}

/** Where the reads came from; `null` for a load without reads. */
function sourceWords(result: ReadingResult | null): string | null {
  const by = result?.answeredBy ?? null;
  return by === null ? null : answeredBy[by]();
}

/** One row per load and round. */
export function csvRows({ reading }: Report): CsvRow[] {
  return reading.flatMap((result) => {
    const { pattern, readShare, requests, blockBytes, systemCall, status, reason, rounds } = result;
    const row = { pattern, readShare, requests, sizeBytes: blockBytes, systemCall, status, reason };
    return rounds.length === 0
      ? [row]
      : rounds.map(({ round, iops, reads, writes, elapsedNs }) => ({
          ...row,
          round,
          iops,
          elapsedNs,
          operations: reads + writes,
          bytes: (reads + writes) * blockBytes,
          iopsElapsedNs: iops > 0 ? Math.round(((reads + writes) * 1e9) / iops) : null,
          answeredBy: result.answeredBy,
        }));
  });
}
