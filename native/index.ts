import type { FlushModeId } from "../electron/contract/flush-mode";

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
   * False once the file has no name any more. True where the file must keep its name while it is
   * measured, because this file system would skip flushes of an unlinked file (btrfs, ZFS).
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

export interface MeasureOptions {
  readonly mode: FlushModeId;
  readonly durationNs: number;
  /** The round ends early once this many bytes were written. */
  readonly maxBytes: number;
}

export interface RoundCounts {
  readonly operations: number;
  readonly bytes: number;
  readonly elapsedNs: number;
  readonly cpuUserNs: number;
  readonly cpuSystemNs: number;
  readonly latency: NativeLatency;
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
}

export interface SequentialCounts {
  readonly bytes: number;
  readonly writeCalls: number;
  readonly syncCalls: number;
  /** Syncs that the second thread completed. */
  readonly backgroundSyncCalls: number;
  readonly elapsedNs: number;
  /** Time the strongest flush took afterwards, for what was still in memory. Not in `elapsedNs`. */
  readonly settleNs: number;
  readonly settleSystemCall: string;
  /** Of the writing thread. */
  readonly cpuUserNs: number;
  readonly cpuSystemNs: number;
  /** One entry per write call with the sync that followed it, as the writing program feels it. */
  readonly latency: NativeLatency;
  readonly endedBy: "complete" | "time" | "stopped" | "error";
  readonly fault: NativeFault | null;
}

/** What the thread is doing at this moment; cheap, never waits for the thread. */
export interface NativeSnapshot {
  readonly task: "idle" | "preparing" | "measuring" | "draining" | "verifying";
  readonly operations: number;
  readonly bytes: number;
  readonly elapsedNs: number;
  readonly totalBytes: number;
  readonly latency: NativeLatency;
}

export interface VerifyCounts {
  readonly blocksChecked: number;
  readonly aroundCache: boolean;
  readonly mismatchCount: number;
  /** At most the first hundred. */
  readonly mismatches: readonly { offset: number; expected: string; found: string }[];
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

export interface NativeEngine {
  readonly version: string;
  /** The modes this operating system has, in the order of the contract. */
  readonly modes: readonly NativeMode[];
  openSession(): NativeSession;
}

export { loadNativeEngine } from "./loader";
