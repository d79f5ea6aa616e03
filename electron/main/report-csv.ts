import type { FlushModeResult, FlushRound, Report } from "../contract/report";

/** Columns of the CSV, one row per mode and round; names as in the JSON, units included. */
const columns = [
  "runId",
  "startedAt",
  "mode",
  "systemCall",
  "guarantee",
  "status",
  "reason",
  "round",
  "iops",
  "operations",
  "bytes",
  "elapsedNs",
  "cpuUserNs",
  "cpuSystemNs",
  "deviceFlushes",
] as const;
type Row = Record<(typeof columns)[number], string | number | null>;

/** RFC 4180 text with a header line. What is not known is an empty field. */
export function reportCsv(report: Report): string {
  const rows = report.flushModes.flatMap((result) =>
    result.rounds.length > 0
      ? result.rounds.map((round) => rowOf(report, result, round))
      : [rowOf(report, result, null)],
  );
  const lines = rows.map((row) => columns.map((column) => field(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

function rowOf(report: Report, result: FlushModeResult, round: FlushRound | null): Row {
  return {
    runId: report.runId,
    startedAt: report.startedAt,
    mode: result.mode,
    systemCall: result.systemCall,
    guarantee: result.guarantee,
    status: result.status,
    reason: result.reason,
    round: round?.round ?? null,
    iops: round?.iops ?? null,
    operations: round?.operations ?? null,
    bytes: round?.bytes ?? null,
    elapsedNs: round?.elapsedNs ?? null,
    cpuUserNs: round?.cpuUserNs ?? null,
    cpuSystemNs: round?.cpuSystemNs ?? null,
    deviceFlushes: round?.deviceFlushes ?? null,
  };
}

function field(value: string | number | null): string {
  if (value === null) {
    return "";
  }
  const text = String(value);
  // A leading =, +, - or @ would be run as a formula by a spreadsheet.
  const safe = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
