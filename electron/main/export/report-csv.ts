import type { Report } from "#contract/report";
import { type CsvRow, csvColumns } from "#tables/csv";
import { powerCutCsvColumns, powerCutCsvRows } from "#tables/power-cut";
import { homeOf, workloadsInCsv } from "#tables/workloads/index";

/** Which drive it was stands in all lines, behind what is known from before. */
const columns = [...csvColumns, ...powerCutCsvColumns, "driveModel"] as const;
type Value = CsvRow[keyof CsvRow];
type Row = Readonly<Partial<Record<(typeof columns)[number], Value>>>;

/** RFC 4180 text with a header line; what the lines are is told by the tables of each workload. */
export function reportCsv(report: Report): string {
  const { runId, startedAt, volume } = report;
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
    // A round has its own `startedAt`.
    .map((row): Row => ({ runId, startedAt, driveModel, ...row }))
    .map((row) => columns.map((column) => field(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

/**
 * What a spreadsheet would run: =, +, - or @ at the beginning, also in their wide, small and mathematical
 * forms, and behind spaces and signs that it drops; and a tab or an end of a line, behind which some
 * begin a cell of their own.
 */
const formula =
  /^(?:[\s\p{C}\p{M}\u115f\u1160\u3164\uffa0\u2800]*[=+\-@\uff1d\uff0b\uff0d\uff20\u207a\u207b\u207c\u2212\ufe62\ufe63\ufe66\ufe6b]|[\t\r\n])/u;

function field(value: Value): string {
  if (value === null || value === undefined) {
    return "";
  }
  const text = String(value);
  const safe = typeof value === "string" && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
