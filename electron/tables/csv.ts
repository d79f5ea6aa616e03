/** One row of the CSV; missing columns are empty. */
export type CsvRow = Readonly<
  Partial<
    Record<(typeof csvColumns | typeof laterCsvColumns)[number], string | number | boolean | null>
  >
>;

/**
 * Columns of the CSV, with the names and units of the JSON. Programs may rely on their order, so
 * a new column goes to the end of `laterCsvColumns`.
 */
export const csvColumns = [
  "runId",
  "startedAt",
  "workload",
  "mode",
  "strategy",
  /**
   * Size of the buffer, sync interval or chunk, depending on the workload; in the layout
   * `refilled`, the size of the pieces with which the file was filled.
   */
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
  /**
   * How the test of the flush modes writes its file: `rewrite`, `append`, `spaced` or `refilled`.
   */
  "layout",
  /** Whether the sweep bypassed the page cache. */
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
  /** Number of concurrent writers. */
  "writers",
] as const;

/**
 * Columns added later. They follow all others, including the plug test's, so that no earlier column
 * moves; a new column goes to the end.
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
   * The time over which `iops` counts `operations` in the test of reading: the mean over its
   * threads. `elapsedNs` may be longer, because the last request of the slowest thread may run
   * alone.
   */
  "iopsElapsedNs",
] as const;

/** Returns the fields of `counted` that have a CSV column. Only the JSON contains all fields. */
export function columnsIn<T extends object>(counted: T): Pick<T, keyof T & keyof CsvRow> {
  const entries = Object.entries(counted).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as Pick<T, keyof T & keyof CsvRow>;
}

const names: ReadonlySet<string> = new Set([...csvColumns, ...laterCsvColumns]);
