import type { Report } from "../../contract/report";
import type { BufferSweep, Stream } from "../../contract/workloads/buffer-sweep";
import type { CommitResult } from "../../contract/workloads/commits";
import type {
  FlushLayout,
  FlushModeResult,
  SpacedSaves,
} from "../../contract/workloads/flush-modes";
import type { SyncInterval } from "../../contract/workloads/sync-interval";
import { powerCutColumns, powerCutRows } from "./power-cut-csv";

/** Columns of the CSV; names as in the JSON, units included. What a workload does not have is empty. */
const columns = [
  "runId",
  "startedAt",
  "workload",
  "mode",
  "strategy",
  /** Buffer, sync interval or chunk, after the workload. */
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
  "engine",
  "variant",
  "durability",
  "settings",
  "recordsPerTransaction",
  "transactions",
  "records",
  "recordsFound",
  "operationsPerSecond",
  "deviceFlushesPerCommit",
  "cutShort",
  /** Which layout of the flush modes, and whether the sweep went around the cache. */
  "layout",
  "direct",
  /** The median of a round's latencies, and the rest before each save of the layout `spaced`. */
  "p50Ns",
  "idleNs",
  ...powerCutColumns,
] as const;
type Row = Partial<Record<(typeof columns)[number], string | number | boolean | null>>;

/**
 * RFC 4180 text with a header line: one row per layout, mode and round of the flush modes, per size
 * of each buffer sweep and one for its stream, per primitive and trial of the sync interval, per mode
 * and pass of the chunks, two,
 * one for each durability, per database and batch, and one per plug test and mode.
 */
export function reportCsv(report: Report): string {
  const rows = [
    ...flushRows(report),
    ...bufferRows(report),
    ...intervalRows(report),
    ...chunkedRows(report),
    ...sustainedRows(report),
    ...commitRows(report),
    ...powerCutRows(report),
  ].map((row) => ({ runId: report.runId, startedAt: report.startedAt, ...row }));
  const lines = rows.map((row: Row) => columns.map((column) => field(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

function flushRows({ flushModes, appendModes, spacedSaves }: Report): Row[] {
  return [
    ...flushModes.flatMap((result) => layoutRows("rewrite", result)),
    ...(appendModes ?? []).flatMap((result) => layoutRows("append", result)),
    ...(spacedSaves === null ? [] : spacedRows(spacedSaves)),
  ];
}

function spacedRows({ mode, systemCall, idleNs, rounds }: SpacedSaves): Row[] {
  const row = {
    workload: "flush-modes",
    layout: "spaced",
    mode,
    systemCall,
    idleNs,
    status: "measured",
  };
  return rounds.map((round) => ({ ...row, ...round }));
}

function layoutRows(layout: FlushLayout, result: FlushModeResult): Row[] {
  const { mode, systemCall, guarantee, status, reason, rounds } = result;
  const row = { workload: "flush-modes", layout, mode, systemCall, guarantee, status, reason };
  return rounds.length > 0 ? rounds.map((round) => ({ ...row, ...round })) : [row];
}

function bufferRows({ bufferSweeps, stream }: Report): Row[] {
  return [...bufferSweeps.flatMap(sweepRows), ...(stream === null ? [] : [streamRow(stream)])];
}

/** Its last flush is in `elapsedNs`. */
function streamRow({ systemCall, unbuffered, reason, bytes, elapsedNs }: Stream): Row {
  const status = "measured";
  const row = {
    workload: "buffer-sweep",
    strategy: "stream",
    direct: unbuffered,
    systemCall,
    status,
    reason,
  };
  return { ...row, bytes, elapsedNs };
}

function sweepRows(sweep: BufferSweep): Row[] {
  const { direct, systemCall } = sweep;
  const row = { workload: "buffer-sweep", direct, mode: "none", systemCall };
  return [
    ...sweep.points.map((point) => ({
      ...row,
      status: "measured",
      sizeBytes: point.bufferBytes,
      operations: point.systemCalls,
      bytes: point.bytes,
      elapsedNs: point.elapsedNs,
      settleNs: point.settleNs,
      cpuUserNs: point.cpuUserNs,
      cpuSystemNs: point.cpuSystemNs,
    })),
    ...sweep.skipped.map(({ bufferBytes, reason }) => ({
      ...row,
      status: "unavailable",
      reason,
      sizeBytes: bufferBytes,
    })),
  ];
}

function intervalRows({ syncIntervals }: Report): Row[] {
  return syncIntervals.flatMap(ladderRows);
}

function ladderRows(ladder: SyncInterval): Row[] {
  const { flushMode, systemCall, reason, totalBytes, strategies } = ladder;
  if (reason !== null) {
    return [
      { workload: "sync-interval", mode: flushMode, systemCall, status: "unavailable", reason },
    ];
  }
  return strategies.flatMap(({ strategy, intervalBytes, trialsNs, extrapolated }) =>
    trialsNs.map((elapsedNs, round) => ({
      workload: "sync-interval",
      mode: strategy === "never" ? "none" : flushMode,
      strategy,
      sizeBytes: intervalBytes,
      systemCall,
      status: "measured",
      round,
      bytes: totalBytes,
      elapsedNs,
      extrapolated,
    })),
  );
}

function chunkedRows({ chunked }: Report): Row[] {
  return (chunked?.modes ?? []).flatMap(({ mode, systemCall, status, reason, ...figures }) => {
    const { elapsedNs, extrapolated, passes } = figures;
    const sizeBytes = chunked?.chunkBytes ?? null;
    const row = { workload: "chunked-writes", mode, systemCall, status, reason, sizeBytes };
    const bytes = elapsedNs === null ? null : (chunked?.totalBytes ?? null);
    return passes.length > 0
      ? passes.map(({ pass, ...time }) => ({ ...row, round: pass, bytes, ...time }))
      : [{ ...row, bytes, elapsedNs, extrapolated }];
  });
}

/** One row per stretch of the long write. */
function sustainedRows({ sustained }: Report): Row[] {
  const { systemCall, reason, points } = sustained ?? { systemCall: "", reason: null, points: [] };
  if (reason !== null) {
    return [{ workload: "sustained-write", systemCall, status: "unavailable", reason }];
  }
  return points.map(({ elapsedNs, bytes }, round) => ({
    workload: "sustained-write",
    systemCall,
    status: "measured",
    round,
    bytes,
    elapsedNs,
  }));
}

function commitRows({ commits }: Report): Row[] {
  return (commits ?? []).flatMap((result) =>
    (["durable", "relaxed"] as const).map((durability) => commitRow(result, durability)),
  );
}

function commitRow(result: CommitResult, durability: "durable" | "relaxed"): Row {
  const { engine, variant, recordsPerTransaction, status, reason } = result;
  const { commitLatencyNs: _, ...figures } = result[durability] ?? {};
  const row = { workload: "commits", engine, variant, durability, status, reason };
  return { ...row, recordsPerTransaction, ...figures };
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
