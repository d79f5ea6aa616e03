import { guaranteeOn } from "#analysis/guarantee";
import { flushModeOfWay } from "#analysis/workloads/document-saves/ways";
import type { Guarantee } from "#contract/flush-mode";
import type { LatencySummary } from "#contract/measures";
import type { Report } from "#contract/report";
import type { DocumentSave, DocumentWay } from "#contract/workloads/document-saves";
import { formatBlockBytes, formatCount, formatDuration, formatRate } from "#text/format";
import { measured } from "#text/measured";
import { documentsTable as text, wayLabel } from "#text/workloads/document-saves";
import type { CsvRow } from "../csv";
import { absenceOf, failureOf } from "../modes";
import { latencies, perSave, rateInterval } from "../shared-columns";
import { figure, strong, type Table, tableOf } from "../table";

/** One way of saving with one size; `result` is `null` if the run did not reach it. */
export interface DocumentRow {
  readonly way: DocumentWay;
  readonly documentBytes: number;
  readonly guarantee: Guarantee;
  readonly result: DocumentSave | null;
}

export function tables(report: Report): Table[] {
  const { documentSaves } = report;
  return documentSaves === null
    ? []
    : [
        documentsTable(
          documentSaves.map((result) => ({
            ...result,
            result,
            guarantee: guaranteeOfWay(result.way, report),
          })),
        ),
      ];
}

/** What a document saved in this way is promised to survive on the report's volume. */
export function guaranteeOfWay(way: DocumentWay, { host, volume }: Report): Guarantee {
  return guaranteeOn(flushModeOfWay[way], host.os, volume);
}

export function documentName({ way, documentBytes, guarantee }: DocumentRow): string {
  return text.row({ size: formatBlockBytes(documentBytes), way: wayLabel(way, guarantee) });
}

export function documentsTable(rows: readonly DocumentRow[]): Table {
  const latencyOf = ({ result }: DocumentRow): LatencySummary | null => result?.latencyNs ?? null;
  return tableOf<DocumentRow>({
    caption: text.caption(),
    calls: callsOf(rows),
    look: "ladder",
    first: { terminal: text.caption(), figures: text.document(), hidden: text.document() },
    widths: [34, 10, 10, 10, 10],
    columns: [
      figure(
        { terminal: text.terminalRate(), figures: text.rate(), hidden: text.perSecond() },
        formatRate,
        ({ result }) => result?.documentsPerSecond,
        strong,
      ),
      rateInterval({ figures: text.interval() }, (of) => of.result?.documentsPerSecondInterval),
      ...latencies<DocumentRow>(["p50", "p99"], latencyOf, true),
      ...latencies<DocumentRow>(["max"], latencyOf),
      figure({ hidden: text.typical() }, formatDuration, (of) => latencyOf(of)?.p50),
      figure({ hidden: text.slowest() }, formatDuration, (of) => latencyOf(of)?.p99),
      figure({ figures: text.documents() }, formatCount, ({ result }) => result?.documents),
      perSave(
        { terminal: text.flushesShort(), figures: text.flushes() },
        ({ result }) => result?.deviceFlushesPerDocument,
      ),
    ],
    of: rows,
    row: (row) => ({
      name: documentName(row),
      absence:
        row.result === null
          ? measured.notMeasured()
          : absenceOf(row.result, row.result.documentsPerSecond),
      failure: row.result && failureOf(row.result, row.result.documentsPerSecond),
    }),
  });
}

/** The system calls of each way of saving, without repeats. */
function callsOf(rows: readonly DocumentRow[]): string[] {
  const calls = new Map(
    rows.flatMap(({ way, guarantee, result }) =>
      result ? [[wayLabel(way, guarantee), result.systemCall] as const] : [],
    ),
  );
  return [...calls].map(([way, call]) => text.callsOf({ way, calls: call }));
}

/** One row per way of saving, size and round, or one with the reason why nothing was measured. */
export function csvRows({ documentSaves }: Report): CsvRow[] {
  return (documentSaves ?? []).flatMap((save): CsvRow[] => {
    const { way, documentBytes, systemCall, status, reason } = save;
    const row = { variant: way, sizeBytes: documentBytes, systemCall, status, reason };
    return save.rounds.length === 0
      ? [row]
      : save.rounds.map(({ round, documents, documentsPerSecond, elapsedNs, deviceFlushes }) => ({
          ...row,
          round,
          operations: documents,
          bytes: documents * documentBytes,
          elapsedNs,
          deviceFlushes,
          operationsPerSecond: documentsPerSecond,
        }));
  });
}
