/** One row of the CSV; missing columns are empty. */
export type CsvRow = Readonly<
  Partial<
    Record<(typeof csvColumns | typeof laterCsvColumns)[number], string | number | boolean | null>
  >
>;

/** Names and units as in the JSON report. Programs may rely on the order of the columns. */
export const csvColumns = [
  "runId",
  "startedAt",
  "workload",
  "mode",
  "strategy",
  /** Size of a buffer, interval or chunk; in `refilled`, of the pieces that filled the file. */
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
  /** How the flush modes write their file: `rewrite`, `append`, `spaced` or `refilled`. */
  "layout",
  /** Whether the buffer sweep bypassed the page cache. */
  "direct",
  /** Median of a round's latencies. */
  "p50Ns",
  /** The pause before each save in the layout `spaced`. */
  "idleNs",
  /** Order of the reading test's requests: `sequential` or `random`. */
  "pattern",
  "readShare",
  "requests",
  /** What answered the reads: `drive`, `cache` or `not-known`. */
  "answeredBy",
  "writers",
] as const;

/**
 * Columns behind all others, including the plug test's, so that no earlier column moves; a new
 * column goes to the end.
 */
export const laterCsvColumns = [
  /** Checkpoints of a database's write-ahead log during the measured time. */
  "checkpoints",
  /** What disturbed a round, and how much. */
  "disturbances",
  /** Whether this is the second measurement of a round that was disturbed. */
  "repeated",
  /** Whether the inspection ended before its plan was done. */
  "partial",
  /** Blocks that the drive lost in the size test; `null` if nothing was read back. */
  "badBlocks",
  /**
   * The time in which the reading test made `operations`: the mean over its threads. `elapsedNs`
   * may be longer, if the slowest thread's last request runs alone.
   */
  "iopsElapsedNs",
] as const;

/** Returns the fields of `counted` that have a CSV column. Only the JSON contains all fields. */
export function columnsIn<T extends object>(counted: T): Pick<T, keyof T & keyof CsvRow> {
  const entries = Object.entries(counted).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as Pick<T, keyof T & keyof CsvRow>;
}

const names: ReadonlySet<string> = new Set([...csvColumns, ...laterCsvColumns]);
