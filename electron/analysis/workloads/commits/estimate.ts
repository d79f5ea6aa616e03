import { type FlushModeId, intervalSyncMode, type OperatingSystem } from "#contract/flush-mode";
import type { CommitDatabase, CommitsPlan } from "#contract/workloads/commits";
import { assumedRate, second } from "../../assumed-drive";
import { addEfforts, type Effort } from "../../effort";
import type { On } from "../home";

/** A database variant with the costs assumed before any measurement. */
interface AssumedDatabase {
  readonly engine: CommitDatabase;
  /** The sync call that a durable commit waits for. */
  readonly sync: FlushModeId;
  /** How many times one commit makes that call. */
  readonly syncsPerCommit: number;
  /** How many times a changed page is written: to the journal and to the database. */
  readonly copies: number;
  /** Pages in the database's cache; transactions that change more pages write some repeatedly. */
  readonly cachePages: number;
  readonly recordNs: number;
  readonly commitNs: number;
  /** Whether the database has a setting that flushes only at checkpoints. */
  readonly hasNormal?: true;
}

const pageBytes = 4096;
/** Pages beside those of the records: inner tree nodes and the file header. */
const extraPages = 4;
/** Pages filled in random order are about two thirds full. */
const fillFactor = 0.67;
/** Bytes that the log writes before each record. */
const logHeaderBytes = 24;
/** Assumed time for creating a database, reopening it to count its records, and removing it. */
const aroundNs = 20_000_000;

/** The databases that the addon offers, as `commitVariants` in native/index.ts lists them. */
function assumedDatabases(os: OperatingSystem): AssumedDatabase[] {
  const sync = intervalSyncMode(os);
  const log = { engine: "append-log", sync, syncsPerCommit: 1, copies: 1 } as const;
  // The default cache is 2 MB (https://www.sqlite.org/pragma.html#pragma_cache_size).
  const sqlite = { engine: "sqlite", sync, cachePages: 488, recordNs: 3000 } as const;
  const wal = {
    ...sqlite,
    hasNormal: true,
    syncsPerCommit: 1,
    copies: 1.5,
    commitNs: 30_000,
  } as const;
  const rollback = { ...sqlite, syncsPerCommit: 4, copies: 2, commitNs: 150_000 };
  const mdbx = { engine: "mdbx", sync, syncsPerCommit: 2, copies: 1 } as const;
  const unlimited = Number.POSITIVE_INFINITY;
  return [
    { ...log, cachePages: unlimited, recordNs: 300, commitNs: 3000 },
    wal,
    rollback,
    // SQLite uses F_FULLFSYNC on macOS only with `PRAGMA fullfsync`.
    ...(os === "macos"
      ? [wal, rollback].map((database) => ({ ...database, sync: "fsync" as const }))
      : []),
    { ...mdbx, cachePages: unlimited, recordNs: 1500, commitNs: 50_000 },
  ];
}

export function estimate(plan: CommitsPlan, { os }: On): Effort {
  const databases = assumedDatabases(os).filter(({ engine }) => plan.engines.includes(engine));
  const sides = databases.flatMap((database) =>
    plan.shapes.flatMap((shape) => {
      const syncNs = (database.syncsPerCommit * second) / assumedRate(database.sync, os);
      const waits = [syncNs, 0, ...(database.hasNormal ? [checkpointNs(shape, syncNs)] : [])];
      return waits.map((waitNs) => estimateSide(plan, shape, database, waitNs));
    }),
  );
  return addEfforts(sides);
}

/**
 * A commit's share of the checkpoints: two flushes for a thousand pages of the log
 * (https://www.sqlite.org/wal.html#automatic_checkpoint), at most a page for each record.
 */
function checkpointNs({ recordsPerTransaction }: Shape, syncNs: number): number {
  return ((recordsPerTransaction + extraPages) / 1000) * 2 * syncNs;
}

type Shape = CommitsPlan["shapes"][number];

function estimateSide(
  plan: CommitsPlan,
  { recordsPerTransaction, transactions }: Shape,
  database: AssumedDatabase,
  waitNs: number,
): Effort {
  const transactionNs = waitNs + database.commitNs + recordsPerTransaction * database.recordNs;
  // The time cap ends a setting's run between two transactions; the first transaction always runs.
  const done = Math.max(1, Math.min(transactions, plan.capNs / transactionNs));
  const recordBytes = plan.keyBytes + plan.valueBytes;
  const bytesPerCommit =
    database.engine === "append-log"
      ? recordsPerTransaction * (recordBytes + logHeaderBytes)
      : pagesPerCommit(recordsPerTransaction, done, recordBytes, database) * pageBytes;
  return { durationNs: aroundNs + done * transactionNs, bytes: done * bytesPerCommit };
}

/** Mean pages that a commit writes, repeated ones included; keys come in random order. */
function pagesPerCommit(
  records: number,
  transactions: number,
  recordBytes: number,
  { copies, cachePages }: AssumedDatabase,
): number {
  const atTheEnd = (records * transactions * recordBytes) / (pageBytes * fillFactor);
  // The database grows from empty to `atTheEnd`; a single transaction writes all of it.
  const pages = (atTheEnd * (transactions + 1)) / (2 * transactions);
  const changed = pages * (1 - Math.exp(-records / pages));
  const spilled = records * Math.max(0, 1 - cachePages / atTheEnd);
  return Math.max(copies * (changed + extraPages), spilled + changed);
}
