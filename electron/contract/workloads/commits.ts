import { z } from "zod";
import { hostErrorSchema } from "../drive-error-schema";
import { cpuCounts, latencyCountsSchema } from "../engine-counts";
import { count, distinct, latencySchema, nanoseconds } from "../measures";
import { outcomeFields } from "../statement";

/** Real databases insert records with three levels of durability. */

export const order = 5;
export const shortName = "commits";

export const commitDatabases = ["append-log", "sqlite", "mdbx"] as const;
export type CommitDatabase = (typeof commitDatabases)[number];

/**
 * `durable`: a commit waits until the drive has stored it. `normal` (SQLite with a write-ahead
 * log): a commit does not wait, but the log is flushed before each checkpoint, so that a power cut
 * loses the last transactions and leaves the database consistent
 * (https://www.sqlite.org/pragma.html#pragma_synchronous). `relaxed`: nothing is flushed.
 */
export const commitDurabilities = ["durable", "normal", "relaxed"] as const;
export type CommitDurability = (typeof commitDurabilities)[number];

// Kept reports use the field name `engine` for a database.
export const planSchema = z.object({
  engines: z.array(z.enum(commitDatabases)).min(1),
  shapes: z
    .array(
      z.object({
        recordsPerTransaction: z.number().int().positive(),
        transactions: z.number().int().positive(),
      }),
    )
    .min(1),
  keyBytes: z.number().int().positive(),
  valueBytes: z.number().int().positive(),
  /** A run of one database and transaction size ends at the first commit after this time. */
  capNs: z.number().int().positive(),
});
export type CommitsPlan = z.infer<typeof planSchema>;

const run = {
  engine: z.enum(commitDatabases),
  variant: z.string(),
  durability: z.enum(commitDurabilities),
  recordsPerTransaction: count,
};

export const options = {
  engines: distinct(commitDatabases),
};

export const steps = [z.object({ kind: z.literal("commit-run"), ...run })] as const;

/** Counts of one database with one transaction size and one durability. */
export const commitCountsSchema = z.object({
  transactions: count,
  records: count,
  /** Records in the reopened database; `null` if the run did not get that far. */
  recordsFound: count.nullable(),
  /** Checkpoints of the write-ahead log while the transactions ran; `null` without a log. */
  checkpoints: count.nullable().default(null),
  /** Size of the database's files at the end. */
  fileBytes: count,
  /** Bytes written, journals and rewritten pages included; the records alone if not counted. */
  bytesWritten: count,
  elapsedNs: count,
  ...cpuCounts,
  /** Latencies of the commit calls, one for each transaction. */
  latency: latencyCountsSchema,
  deviceFlushes: count.nullable(),
  endedBy: z.enum(["complete", "time", "stopped", "error"]),
});
export type CommitCounts = z.infer<typeof commitCountsSchema>;

export const events = [
  z.object({
    type: z.literal("commit-run"),
    ...run,
    settings: z.string(),
    /** Why this database is not available, in words, so that `counts` is `null`. */
    refusal: z.string().nullable(),
    counts: commitCountsSchema.nullable(),
    /** The error that ended the run early. */
    error: hostErrorSchema.nullable(),
  }),
] as const;

export const commitSideSchema = z.object({
  /** The database's exact settings: `journal_mode=WAL, synchronous=FULL`. */
  settings: z.string(),
  /** The rate over all transactions, from the first begin to the last commit. */
  operationsPerSecond: z.number().nonnegative(),
  transactions: count,
  records: count,
  /** Records in the reopened database. A difference from `records` is a finding. */
  recordsFound: count,
  elapsedNs: nanoseconds,
  /** Latency of one commit call, until the database reports the transaction as saved. */
  commitLatencyNs: latencySchema,
  /** The drive's flushes, those of making, closing and opening the database included. */
  deviceFlushesPerCommit: z.number().nonnegative().nullable(),
  /**
   * Checkpoints of the write-ahead log in `elapsedNs`; `null` without a log, and in older reports.
   * If 0, the measured rate contains none of the cost of checkpoints.
   */
  checkpoints: count.nullable().default(null),
  /** Whether the time limit ended the measurement before all planned transactions. */
  cutShort: z.boolean(),
});
export type CommitSide = z.infer<typeof commitSideSchema>;

/** One database with one transaction size, at each durability. */
export const commitResultSchema = z.object({
  engine: z.enum(commitDatabases),
  /** The database's journal mode: `log`, `wal`, `rollback`, `mdbx`, on macOS `wal-fullfsync`, … */
  variant: z.string(),
  recordsPerTransaction: count,
  ...outcomeFields,
  /** Records at all durabilities together. */
  records: count,
  durable: commitSideSchema.nullable(),
  /**
   * Figures with the setting `normal`, whose commits are not durable; `null` if not offered or not
   * measured.
   */
  normal: commitSideSchema.nullable().default(null),
  relaxed: commitSideSchema.nullable(),
  /** `relaxed` operations per second divided by `durable` ones. */
  ratio: z.number().nonnegative().nullable(),
});
export type CommitResult = z.infer<typeof commitResultSchema>;

export const results = {
  /** One result for each database, journal and transaction size; `null` if not measured. */
  commits: z.array(commitResultSchema).nullable(),
};

export const mostShown = { commits: 200 };
