import type {
  SequentialCounts as ContractSequentialCounts,
  LatencyCounts,
} from "#contract/engine-counts";
import type { FlushModeId } from "#contract/flush-mode";
import type { HealthPages } from "#contract/health";
import type { TimelineCounts } from "#contract/round-evidence";
import type { VolumeFacts, VolumeName } from "#contract/volume-facts";
import type { CapacityCounts } from "#contract/workloads/capacity";
import type { CommitCounts, CommitDatabase, CommitDurability } from "#contract/workloads/commits";
import type { DocumentCounts, DocumentWay } from "#contract/workloads/document-saves";
import type { ReadingCounts } from "#contract/workloads/reading";
import type { NativeFault } from "./fault";
import { loadAddon } from "./loader";
import type { NativePowerCutRemoval, NativePowerCutSession } from "./power-cut";
import type { NativeTasks } from "./tasks";

/** Times are nanoseconds of the monotonic clock, offsets and sizes are bytes. */

export interface NativeMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
}

interface InFolder {
  /** Path of an existing folder. */
  readonly directory: string;
  /**
   * Descriptor of the folder `directory`, in case its path comes to lead elsewhere. Not on Windows.
   */
  readonly folderDescriptor?: number | null;
  /** Random seed for incompressible content and all else that must differ between runs. */
  readonly seed: number;
}

/**
 * Options of a session that makes its files in a new folder inside `directory` and removes that
 * folder.
 */
interface InNewFolder extends InFolder {
  /**
   * Name of the new folder, without separators; the call fails with EEXIST if the name is taken.
   */
  readonly folderName: string;
}

/** Options of a test file's prepare(). The seed also decides the order of random offsets. */
export interface PrepareOptions extends InFolder {
  /** Name of the new file, without separators; the call fails with EEXIST if the name is taken. */
  readonly fileName: string;
  readonly fileBytes: number;
  readonly blockBytes: number;
  /** Bytes of each write that fills the file, as for `refill()`. Default: `blockBytes`. */
  readonly pieceBytes?: number | null;
}

export interface PreparedMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  /** `null` if a trial write and flush in this mode succeeded, otherwise the system's refusal. */
  readonly refusal: NativeFault | null;
}

export interface Prepared {
  readonly modes: readonly PreparedMode[];
  /** Required alignment of offset, length and buffer for unbuffered writes. */
  readonly alignmentBytes: number;
  readonly bytesWritten: number;
  readonly elapsedNs: number;
  /**
   * False if the file never had a name. True if it needs one: this file system would skip flushes
   * of a nameless file (btrfs, ZFS) or the system has no such files (macOS, Windows).
   */
  readonly named: boolean;
}

export interface RefillOptions {
  /** Bytes of each write: a power of two from `blockBytes` to 1 MiB. */
  readonly pieceBytes: number;
}

export interface Refilled {
  /** False if pages of the file stayed in the cache, or may have; then nothing was written. */
  readonly dropped: boolean;
  readonly bytesWritten: number;
  readonly elapsedNs: number;
  readonly endedBy: "complete" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

/**
 * `LatencyCounts` while a task runs, as `Float64Array`s: building plain arrays of thousands of
 * numbers took most of a millisecond, ten times a second, beside the timed thread.
 */
export interface NativeLatencySoFar extends Omit<LatencyCounts, "valuesNs" | "counts"> {
  readonly valuesNs: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

export interface MeasureOptions {
  readonly mode: FlushModeId;
  readonly durationNs: number;
  /** The round ends early once this many bytes were written. */
  readonly maxBytes: number;
  /**
   * Time from the start of one operation to the next, in nanoseconds. Latency then counts from when
   * an operation was due, so that operations delayed by a slow one count as slow, too. Default: no
   * pause.
   */
  readonly paceNs?: number | null;
  /**
   * Idle time before each operation, in nanoseconds; latency counts from the operation's start. Not
   * with `paceNs`.
   */
  readonly idleNs?: number | null;
  /**
   * Time, in nanoseconds, of a warm-up directly before the round, on the same thread and also of at
   * most `maxBytes`, counted only in `warmupBytes`. Default: none.
   */
  readonly warmupNs?: number | null;
}

export interface RoundCounts {
  readonly warmupBytes: number;
  readonly operations: number;
  readonly bytes: number;
  /** Nanoseconds of the round without the warm-up; 0 if the round ended during the warm-up. */
  readonly elapsedNs: number;
  /**
   * CPU time in nanoseconds; `null` if the system counts it in steps too coarse for so short a
   * round.
   */
  readonly cpuUserNs: number | null;
  readonly cpuSystemNs: number | null;
  readonly latency: LatencyCounts;
  readonly timeline: TimelineCounts;
  readonly endedBy: "time" | "bytes" | "stopped" | "error";
  /** The error, if `endedBy` is `error`; the counts are those of the operations that succeeded. */
  readonly fault: NativeFault | null;
}

export interface SequentialOptions {
  /** How each sync is made; modes with an open flag sync with every write; `none` never syncs. */
  readonly mode: FlushModeId;
  /** Size of one write call, 512 B to 16 MiB. */
  readonly writeBytes: number;
  /** The task ends after this many bytes; with layout `rewrite` at most the size of the file. */
  readonly totalBytes: number;
  /** The task ends early after this time in nanoseconds, between two writes. */
  readonly maxNs: number;
  /**
   * `rewrite` writes from the start of the prepared file; blocks are stamped and can be verified
   * (write size a multiple of the block size). `append` empties the file first, and the file grows.
   */
  readonly layout: "rewrite" | "append";
  /** Bytes from one sync to the next; `null`: no syncs between the writes. */
  readonly syncEveryBytes: number | null;
  /** Whether a sync follows the last write, inside the measured time. */
  readonly syncAtEnd: boolean;
  /**
   * Interval, in nanoseconds, at which a second thread syncs while the writer continues; `null`:
   * none.
   */
  readonly backgroundSyncNs: number | null;
  /**
   * Bypasses the page cache (O_DIRECT, F_NOCACHE, FILE_FLAG_NO_BUFFERING) in modes that do not do
   * so anyway. Rejects if the system refuses that for this size or file system, or turns out to
   * have used its cache. Not for modes with other open flags; `totalBytes` is a multiple of
   * `writeBytes`.
   */
  readonly unbuffered: boolean;
}

export interface SequentialCounts extends Readonly<ContractSequentialCounts> {
  readonly systemCall: string;
  readonly settleSystemCall: string;
  readonly fault: NativeFault | null;
}

/** Uncached requests to the prepared file, several in flight at a time. */
export interface ConcurrentOptions {
  /** `sequential`: the threads share one stream of blocks, from the start of the file. */
  readonly pattern: "sequential" | "random";
  /** Bytes of one request: a power of two, and a multiple of the file's block size. */
  readonly blockBytes: number;
  /** Requests in flight, one thread each: 1 to 64. */
  readonly requests: number;
  /** Percentage of requests that read, chosen at random: 100 only reads, 0 only writes. */
  readonly readPercent: number;
  /**
   * Time, in nanoseconds, of an uncounted warm-up directly before the counted requests, on the same
   * threads and with the same mix of requests.
   */
  readonly warmupNs: number;
  readonly durationNs: number;
  /**
   * The task ends early when a thread has written its equal share; bytes of the warm-up do not
   * count.
   */
  readonly maxWrittenBytes: number;
}

export interface ConcurrentCounts extends Readonly<Omit<ReadingCounts, "deviceReadBytes">> {
  readonly systemCall: string;
  /** The error, if `endedBy` is `error`; the counts are those of the requests that succeeded. */
  readonly fault: NativeFault | null;
}

export interface NativeSnapshot {
  readonly task:
    | "idle"
    | "preparing"
    | "warming-up"
    | "measuring"
    | "draining"
    | "verifying"
    | "writing"
    | "reading";
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
  /** The first mismatches, at most a hundred. */
  readonly mismatches: readonly { offset: number; expected: string; found: string }[];
  /**
   * Offsets of unreadable blocks; all other blocks were compared. Verification ends after the
   * sixteenth. If empty although `fault` is a read error, a second attempt read everything.
   */
  readonly unreadable: readonly number[];
  readonly endedBy: "complete" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

export interface NativeSession extends NativeTasks<NativeSnapshot> {
  /**
   * Makes, fills and syncs the file; with `fileBytes` 0 it stays empty. Rejects with
   * `NativeFaultError`, or code `ABORTED` on stop().
   */
  prepare(options: PrepareOptions): Promise<Prepared>;
  /** Writes for a while in one mode. An I/O error resolves with `endedBy: "error"`. */
  measure(options: MeasureOptions): Promise<RoundCounts>;
  /** Writes `totalBytes` sequentially. An I/O error resolves with `endedBy: "error"`. */
  sequential(options: SequentialOptions): Promise<SequentialCounts>;
  /**
   * Makes uncached reads, writes or a mix of both for a while. Rejects if the system refuses that
   * for this size or file system, or turns out to have used its cache; an I/O error resolves with
   * `endedBy: "error"`. What it writes cannot be verified. In a snapshot `operations` are requests
   * and `bytes` the bytes written.
   */
  concurrent(options: ConcurrentOptions): Promise<ConcurrentCounts>;
  /**
   * Fills the file again, with writes of a size that decides how the page cache stores it (see
   * file_work.h). An I/O error resolves with `endedBy: "error"`.
   */
  refill(options: RefillOptions): Promise<Refilled>;
  /**
   * Truncates the file to 0 and flushes that, so that no measured append pays for the truncation.
   */
  empty(): Promise<void>;
  /** Flushes everything written so far with the strongest flush of the system. */
  drain(): Promise<{ elapsedNs: number; systemCall: string }>;
  /** Reads every block back uncached and compares it with the last write to it. */
  verify(): Promise<VerifyCounts>;
}

export interface NativeCommitVariant {
  readonly database: CommitDatabase;
  /**
   * Id of the variant: `log`, `wal`, `rollback`, `mdbx`; on macOS also `wal-fullfsync`,
   * `rollback-fullfsync`.
   */
  readonly variant: string;
  readonly durableSettings: string;
  /**
   * Settings with which commits wait for nothing, but the log is flushed before each checkpoint;
   * `null` for a variant without such settings.
   */
  readonly normalSettings: string | null;
  readonly relaxedSettings: string;
  /** `null` if this variant can be used, otherwise why not: "built without libmdbx". */
  readonly refusal: string | null;
}

export interface CommitOptions extends InNewFolder {
  readonly database: CommitDatabase;
  readonly variant: string;
  readonly durability: CommitDurability;
  /** Records of each transaction: at most 1 000 000, and 1 GiB of keys and values. */
  readonly recordsPerTransaction: number;
  readonly transactions: number;
  /** Length of a key, 8 to 256 bytes; every key is unique. */
  readonly keyBytes: number;
  /** Length of a value, 1 to 65 536 incompressible bytes. */
  readonly valueBytes: number;
  /** The run ends early after this time in nanoseconds, between two transactions. */
  readonly maxNs: number;
}

/**
 * Counts of the committed transactions. A database's error has the name of its result code, if
 * there is one, as `code` (`SQLITE_FULL`, `MDBX_MAP_FULL`) and the call of its interface as
 * `syscall`: `sqlite3_step(COMMIT)`.
 */
export interface NativeCommitCounts
  extends Readonly<Omit<CommitCounts, "bytesWritten" | "deviceFlushes">> {
  readonly fault: NativeFault | null;
}

/**
 * In a snapshot `operations` are commits, `bytes` keys and values, and "verifying" is the reopening
 * and counting. stop() takes effect between two records, not inside a commit.
 */
export interface NativeCommitSession extends NativeTasks<NativeSnapshot> {
  /**
   * Makes a database, commits, reopens it, counts, and removes it with its folder. Rejects with
   * `NativeFaultError` if no database could be made: the name is taken, the volume is full, or the
   * file system refuses a flush. Throws ERR_VARIANT_UNAVAILABLE for a variant with a refusal. Later
   * errors resolve with `endedBy: "error"`; stop() resolves with `endedBy: "stopped"`, even if
   * nothing was committed.
   */
  run(options: CommitOptions): Promise<NativeCommitCounts>;
}

export interface PrepareFilesOptions extends PrepareOptions {
  /** Number of files; their names have "-1", "-2" and so on before the extension of `fileName`. */
  readonly files: number;
}

export interface MeasureTogetherOptions extends MeasureOptions {
  /** How many of the files are rewritten at the same time, each by its own thread. */
  readonly writers: number;
}

/** One of several writers; `startNs` and `endNs` count from the start of the first writer. */
export interface WriterRoundCounts extends RoundCounts {
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * Several test files with one writer each. In a snapshot `operations` and `bytes` are sums over all
 * writers; there are no latencies. stop() takes effect within 25 ms plus the operations in flight.
 */
export interface NativeParallelSession extends NativeTasks<NativeSnapshot> {
  /** Creates, fills and syncs the files one after the other; returns one result for all of them. */
  prepare(options: PrepareFilesOptions): Promise<Prepared>;
  /** All writers start together; returns one entry per writer. */
  measure(options: MeasureTogetherOptions): Promise<readonly WriterRoundCounts[]>;
  drain(): Promise<{ elapsedNs: number; systemCall: string }>;
  /** Verifies all files; offsets count as if the files were concatenated. */
  verify(): Promise<VerifyCounts>;
}

export interface NativeDocumentWay {
  readonly way: DocumentWay;
  readonly systemCall: string;
}

export interface PrepareDocumentOptions extends InNewFolder {
  readonly mostBytes: number;
}

export interface PreparedDocument {
  /** Length of the document's first version, in bytes. */
  readonly bytesWritten: number;
}

export interface SaveDocumentsOptions {
  readonly way: DocumentWay;
  /**
   * Bytes of the document: a multiple of 4096, up to 64 MiB. The content is incompressible, and
   * different with every save.
   */
  readonly documentBytes: number;
  readonly durationNs: number;
  /** The saving ends early once this many bytes were saved. */
  readonly maxBytes: number;
}

export interface NativeDocumentCounts extends Readonly<Omit<DocumentCounts, "deviceFlushes">> {
  readonly fault: NativeFault | null;
}

/**
 * One document in a new folder. In a snapshot `operations` are documents. stop() takes effect between
 * two saves.
 */
export interface NativeDocumentSession extends NativeTasks<NativeSnapshot> {
  /** Makes the folder and a first version. Rejects with `NativeFaultError`. */
  prepare(options: PrepareDocumentOptions): Promise<PreparedDocument>;
  /** Saves at least once. An error or the refusal of a call resolves with `endedBy: "error"`. */
  save(options: SaveDocumentsOptions): Promise<NativeDocumentCounts>;
  /**
   * Flushes the document, reads it back uncached and compares it: true if the folder contains only
   * the document, with the content saved last. Not after an error. Rejects with `NativeFaultError`.
   */
  check(): Promise<boolean>;
}

/** The seed also identifies the run in every block. */
export interface CapacityPrepareOptions extends InNewFolder {
  /** Size of each file, a multiple of 1 MiB and at most 1 GiB; the last may be shorter. */
  readonly fileBytes: number;
}

export interface CapacityHash {
  /** xxHash64 as a decimal number; empty with a fault. */
  readonly hash: string;
  /** Number of blocks of 4096 bytes that begin with a stamp of this session. */
  readonly ownBlocks: number;
  readonly aroundCache: boolean;
  readonly fault: NativeFault | null;
}

export interface CapacityRead extends Readonly<Omit<CapacityCounts, "deviceReadBytes">> {
  /**
   * False if the system cannot bypass its cache, or the cache is known to hold some of the data.
   */
  readonly aroundCache: boolean;
  /** The first error; its offset counts over all files. */
  readonly fault: NativeFault | null;
}

/** Counts of what was written and then flushed without an error. */
export type CapacityWritten = Omit<
  CapacityRead,
  "aroundCache" | "badBlocks" | "damagedBlocks" | "unreadableBlocks" | "extents"
>;

export interface CapacityRemoved {
  /**
   * Why something could not be removed: `ENOTEMPTY` if the folder contains files of other programs.
   */
  readonly fault: NativeFault | null;
  /** Path of the folder if it could not be removed; `null`: it is gone. */
  readonly folder: string | null;
  /** Paths of test files that were moved out of the folder; they are empty now. */
  readonly moved: readonly string[];
  /**
   * Bytes that the removal did not return to the volume's free space, at most the bytes written; 0
   * if it returned almost all, `null` if not known.
   */
  readonly missingBytes: number | null;
}

/**
 * Files that fill a volume, in a new folder that is removed with the session. Blocks of 4096 bytes
 * name the run, their position among all blocks, and the pass that wrote them. All sizes are
 * multiples of 1 MiB.
 */
export interface NativeCapacitySession extends NativeTasks<NativeSnapshot> {
  /** Makes the folder. Rejects with `NativeFaultError`. */
  prepare(options: CapacityPrepareOptions): Promise<{
    readonly freeBytes: number;
    /** Size of the volume in bytes; `null`: not known. */
    readonly totalBytes: number | null;
    /** Bytes in use, without those that the system reserves for its administrator. */
    readonly usedBytes: number | null;
  }>;
  /**
   * Fills the volume; may be called once. Ends (`full`) before fewer than `reserveBytes` are free,
   * even if other programs write, too. An I/O error of fill(), rewrite() or read() resolves with
   * `endedBy: "error"`.
   */
  fill(options: {
    readonly bytes: number;
    readonly reserveBytes?: number;
  }): Promise<CapacityWritten>;
  /** Overwrites the first `bytes` of the files with other content. */
  rewrite(options: { readonly bytes: number }): Promise<CapacityWritten>;
  /** Reads a part of the files back uncached and compares it. */
  read(options: { readonly fromBytes: number; readonly bytes: number }): Promise<CapacityRead>;
  /**
   * Hashes a piece of another program's regular file on the same volume, opened for reading only
   * and through no link; at most 1 MiB, in multiples of 4096. A failure resolves with `fault`.
   */
  hashOf(options: {
    readonly path: string;
    readonly fromBytes: number;
    readonly bytes: number;
  }): Promise<CapacityHash>;
  /** Frees the space and removes files and folder, even moved ones. Only close() may follow. */
  remove(): Promise<CapacityRemoved>;
}

/** A file or folder that an earlier run of this user made. */
export interface NativeLeftover {
  readonly name: string;
  /** Whether the file or folder is still there because a process holds it or may hold it. */
  readonly held: boolean;
  /** Why the file or folder could not be removed; with `null`, and not `held`, it was removed. */
  readonly fault: NativeFault | null;
}

export interface NativeEngine {
  readonly version: string;
  /** All databases, including those this addon was built without, in the order of measurement. */
  readonly commitVariants: readonly NativeCommitVariant[];
  openCommitSession(): NativeCommitSession;
  openParallelSession(): NativeParallelSession;
  /** All ways to save a document on this system; the first does not wait for the drive. */
  readonly documentWays: readonly NativeDocumentWay[];
  openDocumentSession(): NativeDocumentSession;
  /** The modes of this operating system, in the order of electron/contract/flush-mode.ts. */
  readonly modes: readonly NativeMode[];
  openSession(): NativeSession;
  openCapacitySession(): NativeCapacitySession;
  openPowerCutSession(): NativePowerCutSession;
  /**
   * Reads a drive's health pages (`\\\\.\\PhysicalDrive0`). All are empty except on Windows,
   * because other systems report health through programs. Rejects with `NativeFaultError`.
   */
  readHealthPages(drive: string): Promise<HealthPages>;
  /** All volumes of Windows, without opening any of them; none on other systems. */
  listVolumes(): Promise<readonly VolumeName[]>;
  /**
   * Reads the facts of one volume; may wait for its drive. Without a mount point the encryption is
   * not known; facts that the system does not report are `null` or empty.
   */
  readVolume(volume: {
    readonly path: string;
    readonly mountPoint: string | null;
  }): Promise<VolumeFacts>;
  /**
   * Removes what killed runs of this user left in this folder: entries with names that this program
   * makes and that no process holds. Never follows links or enters other folders. Rejects with
   * `NativeFaultError` if the folder cannot be read.
   */
  removeLeftovers(directory: string): Promise<readonly NativeLeftover[]>;
  /**
   * Nanoseconds the computer has slept since it started; grows only during sleep. `null`: not
   * known.
   */
  sleptNs(): number | null;
  /**
   * Locks the file or folder that is open under this descriptor until it is closed or the process
   * ends; false if another process holds the lock. Throws `NativeFaultError` if this file system,
   * or Windows, has no such lock.
   */
  tryLock(descriptor: number): boolean;
  /**
   * Removes the files of a power-cut test and its folder by handles; files without a record of the
   * test, or of other users, stay. Resolves with whether the folder no longer exists. Rejects with
   * `NativeFaultError`.
   */
  removePowerCutTest(removal: NativePowerCutRemoval): Promise<boolean>;
}

/** Loads the addon; see `loadAddon` for the paths that it tries. */
export function loadNativeEngine(nativeDirectory: string): NativeEngine {
  return loadAddon(nativeDirectory) as NativeEngine;
}

export type * from "./fault";
export { AddonMissing } from "./loader";
export type * from "./power-cut";
