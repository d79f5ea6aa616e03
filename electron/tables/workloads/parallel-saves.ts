import { guaranteeOn } from "#analysis/guarantee";
import { flushModes, type OperatingSystem } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import type { ParallelSave } from "#contract/workloads/parallel-saves";
import { modeLabel } from "#text/flush-modes";
import { formatDuration, formatRate } from "#text/format";
import { measured } from "#text/measured";
import { tableText } from "#text/tables";
import { parallelTable as text } from "#text/workloads/parallel-saves";
import { type CsvRow, columnsIn } from "../csv";
import { absenceOf, failureOf } from "../modes";
import { latencies, perSave, rateInterval } from "../shared-columns";
import { figure, strong, type Table, tableOf } from "../table";

/** One number of writers in one mode; `result` is `null` if the run did not reach it. */
export interface ParallelRow extends Pick<ParallelSave, "mode" | "writers"> {
  readonly result: ParallelSave | null;
}

export function tables({ parallelSaves, host }: Report): Table[] {
  return parallelSaves === null
    ? []
    : [
        parallelTable(
          parallelSaves.map((result) => ({ ...result, result })),
          host.os,
        ),
      ];
}

/** "4 writers"; on macOS with the flush mode, because the test measures two modes on macOS. */
export function parallelName(
  { mode, writers }: Pick<ParallelRow, "mode" | "writers">,
  os: OperatingSystem,
): string {
  return flushModes.f_fullfsync[os] === undefined
    ? text.writers({ writers })
    : text.writersAndMode({ writers, mode: modeLabel(mode, os) });
}

export function parallelTable(rows: readonly ParallelRow[], os: OperatingSystem): Table {
  const isOneMode = new Set(rows.map(({ mode }) => mode)).size === 1;
  return tableOf<ParallelRow>({
    caption: text.caption(),
    calls: [...new Set(rows.flatMap(({ result }) => result?.systemCall ?? []))],
    look: "ladder",
    first: { terminal: text.caption(), figures: text.writersHead(), hidden: text.writersHead() },
    widths: [34, 10, 10, 10, 10, 10],
    columns: [
      figure(
        { terminal: text.terminalRate(), figures: text.rate(), hidden: text.perSecond() },
        formatRate,
        ({ result }) => result?.iops,
        strong,
      ),
      rateInterval({ figures: text.interval() }, ({ result }) => result?.iopsInterval),
      figure({ terminal: text.terminalEach(), figures: text.each() }, formatRate, ({ result }) =>
        result?.iops == null ? null : result.iops / result.writers,
      ),
      ...latencies<ParallelRow>(["p50", "p99"], ({ result }) => result?.latencyNs, true),
      figure({ hidden: text.typical() }, formatDuration, ({ result }) => result?.latencyNs?.p50),
      figure({ hidden: text.slowest() }, formatDuration, ({ result }) => result?.latencyNs?.p99),
      { heads: { figures: text.writerP99() }, text: ({ result }) => writerP99(result) },
      ...latencies<ParallelRow>(["max"], ({ result }) => result?.latencyNs),
      perSave(
        { terminal: text.flushesShort(), figures: text.flushes() },
        ({ result }) => result?.deviceFlushesPerSync,
      ),
    ],
    of: rows,
    row: (row) => ({
      name: parallelName(row, os),
      // If all rows share the mode, the system call below the table names it.
      ...(isOneMode ? { brief: text.writers({ writers: row.writers }) } : {}),
      absence:
        row.result === null ? measured.notMeasured() : absenceOf(row.result, row.result.iops),
      failure: row.result && failureOf(row.result, row.result.iops),
    }),
  });
}

/** The range of the writers' 99th percentiles, from the lowest to the highest. */
function writerP99(result: ParallelSave | null): string | null {
  const known = (result?.writerP99Ns ?? []).flatMap((ns) => ns ?? []);
  if (result === null || known.length < result.writers || known.length === 0) {
    return null;
  }
  const [low, high] = [Math.min(...known), Math.max(...known)].map(formatDuration) as [
    string,
    string,
  ];
  return low === high ? low : tableText.range({ low, high });
}

/** One row per mode, number of writers and round; one with the reason if nothing was measured. */
export function csvRows({ parallelSaves, host, volume }: Report): CsvRow[] {
  return (parallelSaves ?? []).flatMap((save): CsvRow[] => {
    const { mode, writers, systemCall, status, reason } = save;
    const guarantee = guaranteeOn(mode, host.os, volume);
    const row = { mode, writers, systemCall, guarantee, status, reason };
    return save.rounds.length === 0
      ? [row]
      : save.rounds.map((round) => ({ ...row, ...columnsIn(round) }));
  });
}
