import type { FlushModeId } from "../../contract/flush-mode";
import type { CommitResult } from "../../contract/workloads/commits";
import type { FlushModeResult } from "../../contract/workloads/flush-modes";
import { formatCount } from "../format";

/** The names engineers know the modes by; given once, in brackets, beside the plain word. */
export const termOfArt: Readonly<Record<FlushModeId, string>> = {
  none: "write only",
  fsync: "fsync",
  fdatasync: "fdatasync",
  o_dsync: "O_DSYNC",
  o_sync: "O_SYNC",
  o_direct: "O_DIRECT",
  o_direct_dsync: "O_DIRECT and O_DSYNC",
  f_barrierfsync: "F_BARRIERFSYNC",
  f_fullfsync: "F_FULLFSYNC",
  flush_file_buffers: "FlushFileBuffers",
  write_through: "FILE_FLAG_WRITE_THROUGH",
  no_buffering_write_through: "FILE_FLAG_NO_BUFFERING and WRITE_THROUGH",
  nt_flush_data_only: "NtFlushBuffersFileEx, data only",
};

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Of one save; `null` where it is not known. */
export function medianNsOf({ latencyNs }: Pick<FlushModeResult, "latencyNs">): number | null {
  return latencyNs?.p50 ?? null;
}

const engineNames: Readonly<Record<CommitResult["engine"], string>> = {
  "append-log": "a bare log",
  sqlite: "SQLite",
  mdbx: "libmdbx",
};

const variantNames: Readonly<Record<string, string>> = {
  wal: "write-ahead log",
  "wal-fullfsync": "write-ahead log, full flush",
  rollback: "rollback journal",
  "rollback-fullfsync": "rollback journal, full flush",
};

/** A database and how it keeps its journal; the second part only where there is a choice. */
export function databaseName({ engine, variant }: Pick<CommitResult, "engine" | "variant">) {
  const how = variantNames[variant];
  return how === undefined ? engineNames[engine] : `${engineNames[engine]} (${how})`;
}

/** With the records of one transaction: "SQLite (write-ahead log), 10 at a time". */
export function batchName(
  result: Pick<CommitResult, "engine" | "variant" | "recordsPerTransaction">,
): string {
  return `${databaseName(result)}, ${formatCount(result.recordsPerTransaction)} at a time`;
}
