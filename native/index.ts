import type { FlushModeId } from "../electron/contract/flush-mode";
import type { CommitEngine } from "../electron/contract/run-plan";
import type { NativePowerCutRemoval, NativePowerCutSession } from "./power-cut";

/**
 * The typed face of the native engine. All counts are integers; nothing here is divided.
 * Times are nanoseconds of the monotonic clock, offsets and sizes are bytes.
 */

/** A failed system call, exactly as the system reported it. */
export interface NativeFault {
  /** Symbolic name: `EIO`, `ENOSPC`, `ERROR_DISK_FULL`, … */
  readonly code: string;
  readonly syscall: string;
  readonly osCode: number;
  readonly message: string;
  /** Byte offset in the test file; `null` where the call has none. */
  readonly offset: number | null;
  /** The system's own error below a database's code; `null` where `code` is that, or none is known. */
  readonly systemCode?: string | null;
}

/** Thrown (as properties of an `Error`) by calls that reject because of a system call. */
export type NativeFaultError = Error & NativeFault;

export interface NativeMode {
  readonly mode: FlushModeId;
  /** The exact calls and flags behind the mode, for people who know them. */
  readonly systemCall: string;
}

export interface PrepareOptions {
  /** An existing folder; the file is made in it and nowhere else. */
  readonly directory: string;
  /** The same folder, held open: whatever its path leads to by then. Not on Windows. */
  readonly folderDescriptor?: number | null;
  /** A plain name without separators; an existing entry of that name is refused (EEXIST). */
  readonly fileName: string;
  readonly fileBytes: number;
  readonly blockBytes: number;
  /** Seeds the incompressible content and the order of offsets. */
  readonly seed: number;
}

export interface PreparedMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  /** `null` when one real write and flush worked this way, otherwise the system's refusal. */
  readonly refusal: NativeFault | null;
}

export interface Prepared {
  readonly modes: readonly PreparedMode[];
  /** Required alignment of offset, length and buffer for unbuffered writes. */
  readonly alignmentBytes: number;
  readonly bytesWritten: number;
  readonly elapsedNs: number;
  /**
   * False where the file never had a name in its folder. True where it must have one while it is
   * measured, because this file system would skip flushes of a nameless file (btrfs, ZFS), or
   * because the system knows no such files (macOS, Windows).
   */
  readonly named: boolean;
}

/** Non-empty buckets only; `valuesNs` are the upper edges, ascending. */
export interface NativeLatency {
  readonly valuesNs: readonly number[];
  readonly counts: readonly number[];
  readonly minNs: number;
  readonly maxNs: number;
  readonly sumNs: number;
}

/**
 * The same while a task runs, in a `Float64Array` each: making plain arrays of thousands of numbers
 * took most of a millisecond, ten times a second, beside the timed thread.
 */
export interface NativeLatencySoFar extends Omit<NativeLatency, "valuesNs" | "counts"> {
  readonly valuesNs: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

export interface MeasureOptions {
  readonly mode: FlushModeId;
  readonly durationNs: number;
  /** The round ends early once this many bytes were written. */
  readonly maxBytes: number;
  /**
   * From the start of one operation to the next; an operation's latency then counts from when it was
   * due, so that those a slow one keeps waiting are slow themselves. Left out: without pause.
   */
  readonly paceNs?: number | null;
  /**
   * From the end of one operation to the start of the next, and before the first; a latency then
   * counts from the operation's own start. Not together with `paceNs`. Left out: none.
   */
  readonly idleNs?: number | null;
  /**
   * Written right before, in the same way and on the same thread, at most `maxBytes` too, and left
   * out of all counts but `warmupBytes`. Left out: nothing.
   */
  readonly warmupNs?: number | null;
}

/** What happened when, in at most 256 windows of equal length; one entry per window in each list. */
export interface NativeTimeline {
  readonly windowNs: number;
  /** Operations that ended in the window; 0 where one took longer than the window. */
  readonly operations: readonly number[];
  readonly bytes: readonly number[];
  /** Of the slowest operation that ended in the window: its latency, and when it began. */
  readonly slowestNs: readonly number[];
  readonly slowestAtNs: readonly number[];
}

export interface RoundCounts {
  readonly warmupBytes: number;
  readonly operations: number;
  readonly bytes: number;
  /** 0 where it ended in the warm-up. */
  readonly elapsedNs: number;
  readonly cpuUserNs: number;
  readonly cpuSystemNs: number;
  readonly latency: NativeLatency;
  readonly timeline: NativeTimeline;
  readonly endedBy: "time" | "bytes" | "stopped" | "error";
  /** Set when `endedBy` is `error`; the counts are those of the operations that succeeded. */
  readonly fault: NativeFault | null;
}

/** One sequential write of a total, with or without syncs on the way. */
export interface SequentialOptions {
  /** The primitive of every sync; modes with an open flag sync with every write; `none` never. */
  readonly mode: FlushModeId;
  /** Size of one write call, 512 B to 16 MiB. */
  readonly writeBytes: number;
  /** Ends after this many bytes; with layout `rewrite` at most the size of the file. */
  readonly totalBytes: number;
  /** Ends early after this time, between two writes. */
  readonly maxNs: number;
  /**
   * `rewrite`: from the start of the prepared file; blocks are stamped and can be verified (write
   * size a multiple of the block size). `append`: the file is emptied first and grows.
   */
  readonly layout: "rewrite" | "append";
  /** A sync whenever this many bytes were written since the last; `null`: none on the way. */
  readonly syncEveryBytes: number | null;
  /** A sync after the last write, inside the measured time. */
  readonly syncAtEnd: boolean;
  /** A second thread syncs at this interval while the writer goes on; `null`: none. */
  readonly backgroundSyncNs: number | null;
  /**
   * Writes around the page cache (O_DIRECT, F_NOCACHE, FILE_FLAG_NO_BUFFERING), for modes that do
   * not say so themselves. Rejects with the system's refusal where it does not allow that for this
   * size or on this file system, and where it is found to have used its cache all the same. Not
   * for modes with other flags of their own; `totalBytes` is a multiple of `writeBytes`.
   */
  readonly unbuffered: boolean;
}

export interface SequentialCounts {
  readonly bytes: number;
  readonly writeCalls: number;
  readonly syncCalls: number;
  /** Syncs that the second thread completed. */
  readonly backgroundSyncCalls: number;
  readonly elapsedNs: number;
  /**
   * Time the strongest flush took afterwards, for what was still in memory. Not in `elapsedNs`.
   * `null` when nothing was settled: after an error, and where the mode itself had synced it all.
   */
  readonly settleNs: number | null;
  readonly settleSystemCall: string;
  /** The exact call and flags of the writes and syncs. */
  readonly systemCall: string;
  /** Of the writing thread. */
  readonly cpuUserNs: number;
  readonly cpuSystemNs: number;
  /** One entry per write call with the sync that followed it, as the writing program feels it. */
  readonly latency: NativeLatency;
  readonly timeline: NativeTimeline;
  readonly endedBy: "complete" | "time" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

/** What the thread is doing at this moment; cheap, never waits for the thread. */
export interface NativeSnapshot {
  readonly task: "idle" | "preparing" | "warming-up" | "measuring" | "draining" | "verifying";
  readonly operations: number;
  readonly bytes: number;
  readonly elapsedNs: number;
  readonly totalBytes: number;
  readonly latency: NativeLatencySoFar;
}

export interface VerifyCounts {
  readonly blocksChecked: number;
  readonly aroundCache: boolean;
  readonly mismatchCount: number;
  /** At most the first hundred. */
  readonly mismatches: readonly { offset: number; expected: string; found: string }[];
  /**
   * Where blocks begin that could not be read; the rest was compared all the same. After the
   * sixteenth reading back ends. Empty with a `fault` of reading: it could be read the second time.
   */
  readonly unreadable: readonly number[];
  readonly endedBy: "complete" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

/**
 * One test file and the one thread that works on it. One task at a time: a second call while one
 * is pending throws ERR_SESSION_BUSY, any call after close() throws ERR_SESSION_CLOSED.
 */
export interface NativeSession {
  /** Makes, fills and syncs the file; with `fileBytes` 0 it stays empty. Rejects with `NativeFaultError`, or code `ABORTED` on stop(). */
  prepare(options: PrepareOptions): Promise<Prepared>;
  /** Writes for a while in one mode. An I/O error resolves with `endedBy: "error"`. */
  measure(options: MeasureOptions): Promise<RoundCounts>;
  /** Writes a total one after the other. An I/O error resolves with `endedBy: "error"`. */
  sequential(options: SequentialOptions): Promise<SequentialCounts>;
  /** Takes all content away and flushes that, so that an append has nothing left to pay for. */
  empty(): Promise<void>;
  /** Brings everything written so far to the drive with the strongest flush of the system. */
  drain(): Promise<{ elapsedNs: number; systemCall: string }>;
  /** Reads every block back around the cache and compares it with what was last written there. */
  verify(): Promise<VerifyCounts>;
  snapshot(): NativeSnapshot;
  /** Asks the running task to end early; idempotent, returns at once. */
  stop(): void;
  /** Stops, joins the thread, closes and removes the file. Idempotent. */
  close(): Promise<void>;
}

/** One way to keep a database's journal, with the exact settings of both sides. */
export interface NativeCommitVariant {
  readonly engine: CommitEngine;
  /** `log`, `wal`, `rollback`, `mdbx`; on macOS also `wal-fullfsync`, `rollback-fullfsync`. */
  readonly variant: string;
  readonly durableSettings: string;
  readonly relaxedSettings: string;
  /** `null` when it can be used, otherwise why not: "built without libmdbx". */
  readonly refusal: string | null;
}

export interface CommitOptions {
  readonly engine: CommitEngine;
  readonly variant: string;
  readonly durability: "durable" | "relaxed";
  /** An existing folder; the database gets a folder of its own in it, made here and removed again. */
  readonly directory: string;
  /** The same folder, held open; as with `PrepareOptions`. */
  readonly folderDescriptor?: number | null;
  /** A plain name without separators; an existing entry of that name is refused (EEXIST). */
  readonly folderName: string;
  /** At most 1 000 000, and 1 GiB of keys and values. */
  readonly recordsPerTransaction: number;
  readonly transactions: number;
  /** 8 to 256; every key is unique. */
  readonly keyBytes: number;
  /** 1 to 65 536, incompressible. */
  readonly valueBytes: number;
  /** Ends early after this time, between two transactions. */
  readonly maxNs: number;
  /** Seeds keys and values. */
  readonly seed: number;
}

/**
 * Of the transactions that were committed. Errors of a database have its own result code's name as
 * `code` (`SQLITE_FULL`, `MDBX_MAP_FULL`) where there is one, and the call of its interface as
 * `syscall`: `sqlite3_step(COMMIT)`.
 */
export interface NativeCommitCounts {
  readonly transactions: number;
  readonly records: number;
  /**
   * Records found with their right content after the database was closed and opened again; `null`
   * when that was not reached, as after an error or a stop.
   */
  readonly recordsFound: number | null;
  /** Size of the database's files before they were removed. */
  readonly fileBytes: number;
  /** From the first begin to the end of the last commit. */
  readonly elapsedNs: number;
  /** Of the session's thread. */
  readonly cpuUserNs: number;
  readonly cpuSystemNs: number;
  /** One entry per commit call. */
  readonly latency: NativeLatency;
  readonly endedBy: "complete" | "time" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

/** Database commits, on a thread of their own. One task at a time, as with a NativeSession. */
export interface NativeCommitSession {
  /**
   * Makes a database, commits, reopens it, counts, and removes it with its folder. Rejects with
   * `NativeFaultError` when there could be no database to measure: an entry of that name is there,
   * no room, a flush that this file system refuses. Throws ERR_VARIANT_UNAVAILABLE for a variant
   * with a refusal. What goes wrong later resolves with `endedBy: "error"`; after stop() it
   * resolves with `endedBy: "stopped"`, even when nothing was committed.
   */
  run(options: CommitOptions): Promise<NativeCommitCounts>;
  /** `operations` are commits, `bytes` keys and values; "verifying" is the reopening and counting. */
  snapshot(): NativeSnapshot;
  /** As of a NativeSession; seen between two records, not inside a commit. */
  stop(): void;
  /** Stops and joins the thread. Rejects when the folder of a run could not be removed. Idempotent. */
  close(): Promise<void>;
}

/** A file or folder that a run of this user has made. */
export interface NativeLeftover {
  readonly name: string;
  /** Still there, because a process holds it, or because nobody can know that none does. */
  readonly held: boolean;
  /** Why it is still there; with neither it was removed. */
  readonly fault: NativeFault | null;
}

export interface NativeEngine {
  readonly version: string;
  /** The databases this addon was built with or without, in the order they are measured. */
  readonly commitVariants: readonly NativeCommitVariant[];
  openCommitSession(): NativeCommitSession;
  /** The modes this operating system has, in the order of the contract. */
  readonly modes: readonly NativeMode[];
  openSession(): NativeSession;
  openPowerCutSession(): NativePowerCutSession;
  /**
   * Removes what runs of this user have left in this folder that were killed with all their
   * processes: entries with names of ours that nobody holds. Follows no link and looks into no
   * other folder. Rejects with `NativeFaultError` where it cannot look into this one.
   */
  removeLeftovers(directory: string): Promise<readonly NativeLeftover[]>;
  /**
   * Locks the file or folder that is open under this descriptor, until it is closed or the process
   * ends; false where another holds it. Throws `NativeFaultError` where this file system, or
   * Windows, has no such lock.
   */
  tryLock(descriptor: number): boolean;
  /**
   * Removes the files of a plug test and its folder by handles: what holds no record of the test, or
   * is not this user's, stays. Resolves with whether the folder is gone (also where none was).
   * Rejects with `NativeFaultError`.
   */
  removePowerCutTest(removal: NativePowerCutRemoval): Promise<boolean>;
}

export { loadNativeEngine } from "./loader";
export type * from "./power-cut";
