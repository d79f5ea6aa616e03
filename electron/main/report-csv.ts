import type { FlushModeResult, FlushRound, Report } from "../contract/report";

/** Columns of the CSV; names as in the JSON, units included. What a test does not have is empty. */
const columns = [
  "runId",
  "startedAt",
  "test",
  "mode",
  "strategy",
  /** Buffer, sync interval or chunk, after the test. */
  "sizeBytes",
  "systemCall",
  "guarantee",
  "status",
  "reason",
  "round",
  "iops",
  "operations",
  "bytes",
  "elapsedNs",
  "extrapolated",
  "settleNs",
  "cpuUserNs",
  "cpuSystemNs",
  "deviceFlushes",
] as const;
type Row = Partial<Record<(typeof columns)[number], string | number | boolean | null>>;

/**
 * RFC 4180 text with a header line: one row per mode and round of the flush test, per size of the
 * buffer sweep, per trial of the sync interval, per mode of the chunks.
 */
export function reportCsv(report: Report): string {
  const rows = [
    ...flushRows(report),
    ...bufferRows(report),
    ...intervalRows(report),
    ...chunkedRows(report),
  ].map((row) => ({ runId: report.runId, startedAt: report.startedAt, ...row }));
  const lines = rows.map((row: Row) => columns.map((column) => field(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

function flushRows(report: Report): Row[] {
  return report.flushModes.flatMap((result) =>
    result.rounds.length > 0
      ? result.rounds.map((round) => flushRow(result, round))
      : [flushRow(result, null)],
  );
}

function flushRow(result: FlushModeResult, round: FlushRound | null): Row {
  const { mode, systemCall, guarantee, status, reason } = result;
  return { test: "flush", mode, systemCall, guarantee, status, reason, ...round };
}

function bufferRows({ bufferSweep }: Report): Row[] {
  return (bufferSweep?.points ?? []).map(({ bufferBytes, systemCalls, ...point }) => ({
    test: "buffer",
    mode: "none",
    systemCall: bufferSweep?.systemCall ?? null,
    sizeBytes: bufferBytes,
    operations: systemCalls,
    bytes: point.bytes,
    elapsedNs: point.elapsedNs,
    settleNs: point.settleNs,
    cpuUserNs: point.cpuUserNs,
    cpuSystemNs: point.cpuSystemNs,
  }));
}

function intervalRows({ syncInterval }: Report): Row[] {
  return (syncInterval?.strategies ?? []).flatMap((result) =>
    result.trialsNs.map((elapsedNs, round) => ({
      test: "interval",
      mode: result.strategy === "never" ? "none" : (syncInterval?.flushMode ?? null),
      strategy: result.strategy,
      sizeBytes: result.intervalBytes,
      systemCall: syncInterval?.systemCall ?? null,
      round,
      bytes: syncInterval?.totalBytes ?? null,
      elapsedNs,
      extrapolated: result.extrapolated,
    })),
  );
}

function chunkedRows({ chunked }: Report): Row[] {
  return (chunked?.modes ?? []).map(
    ({ mode, systemCall, status, reason, elapsedNs, extrapolated }) => ({
      test: "chunked",
      mode,
      systemCall,
      status,
      reason,
      sizeBytes: chunked?.chunkBytes ?? null,
      bytes: elapsedNs === null ? null : (chunked?.totalBytes ?? null),
      elapsedNs,
      extrapolated,
    }),
  );
}

function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) {
    return "";
  }
  const text = String(value);
  // A leading =, +, - or @ would be run as a formula by a spreadsheet.
  const safe = typeof value === "string" && /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
