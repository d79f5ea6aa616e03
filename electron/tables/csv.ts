/** What one line of the CSV has to say; what is not named is empty. */
export type CsvRow = Readonly<
  Partial<Record<(typeof csvColumns)[number], string | number | boolean | null>>
>;

/**
 * Columns of the CSV, with the names and units of the JSON. Programs may count on their order: what a
 * further workload alone has is added at the end.
 */
export const csvColumns = [
  "runId",
  "startedAt",
  "workload",
  "mode",
  "strategy",
  /**
   * Buffer, sync interval or chunk, after the workload; in the layout `refilled` the pieces the file
   * was filled in.
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
  /** Which layout of the flush modes, and whether the sweep went around the cache. */
  "layout",
  "direct",
  /** The median of a round's latencies, and the rest before each save of the layout `spaced`. */
  "p50Ns",
  "idleNs",
  /** What was asked in the test of reading, and whether a cache on the way answered. */
  "pattern",
  "readShare",
  "requests",
  "answeredBy",
  /** How many saved at once. */
  "writers",
  /** Of a database's write-ahead log, in the measured time. */
  "checkpoints",
] as const;

/** What of a round or a point has a column; the rest stands in the JSON alone. */
export function columnsIn<T extends object>(counted: T): Pick<T, keyof T & keyof CsvRow> {
  const entries = Object.entries(counted).filter(([name]) => names.has(name));
  return Object.fromEntries(entries) as Pick<T, keyof T & keyof CsvRow>;
}

const names: ReadonlySet<string> = new Set(csvColumns);
