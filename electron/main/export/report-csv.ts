import type { Report } from "#contract/report";
import { type CsvRow, csvColumns, laterCsvColumns } from "#tables/csv";
import { powerCutCsvColumns, powerCutCsvRows } from "#tables/power-cut";
import { homeOf, workloadsInCsv } from "#tables/workloads/index";

/** Newer columns follow the drive's model, so that every older column keeps its position. */
const columns = [...csvColumns, ...powerCutCsvColumns, "driveModel", ...laterCsvColumns] as const;
type Value = CsvRow[keyof CsvRow];
type Row = Readonly<Partial<Record<(typeof columns)[number], Value>>>;

/** The report as CSV (RFC 4180) with a header line; each workload's table defines its rows. */
export function reportCsv(report: Report): string {
  const { runId, startedAt, partial, volume } = report;
  const { model: driveModel } = volume.drive;
  const rows: Row[] = [
    ...workloadsInCsv.flatMap((workload) =>
      homeOf(workload)
        .csvRows(report)
        .map((row) => ({ workload, ...row })),
    ),
    ...powerCutCsvRows(report).map((row) => ({ workload: "power-cut", ...row })),
  ];
  const lines = rows
    // A `startedAt` of the row replaces the report's.
    .map((row): Row => ({ runId, startedAt, driveModel, partial, ...row }))
    .map((row) => columns.map((column) => field(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

/**
 * The position before text that a spreadsheet would run as a formula: =, +, - or @, also in
 * fullwidth, small and mathematical forms, and after spaces and characters that the spreadsheet
 * drops. The text starts a cell or, in many languages, follows a semicolon, a tab or a line break
 * in the cell.
 */
const beforeFormula =
  /(^|;|(?<=\S)[\t\r\n])(?=[\s\p{C}\p{M}\u115f\u1160\u3164\uffa0\u2800]*[=+\-@\uff1d\uff0b\uff0d\uff20\u207a\u207b\u207c\u2212\ufe62\ufe63\ufe66\ufe6b])|^(?=[\t\r\n])/gu;

/**
 * Longest text of a cell, in characters. This program never writes more; longer text of reports
 * from elsewhere is cut.
 */
const mostCharacters = 1000;

function field(value: Value): string {
  if (typeof value !== "string") {
    return String(value ?? "");
  }
  const safe = value.slice(0, mostCharacters).replace(beforeFormula, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
