import type { FlushModeId } from "../electron/contract/flush-mode";
import type { PlugLayout } from "../electron/contract/power-cut-plan";
import type { NativeFault } from "./index";

/**
 * The plug test's half of the native engine. It writes numbered records in several modes, tells
 * which of them are acknowledged, and after the power cut reads back what is left. What the figures
 * mean is decided in electron/analysis/power-cut.
 */

export interface NativePowerCutFiles extends PlugLayout {
  /** An existing folder; each mode gets a folder of its own name in it, which must not be there. */
  readonly folder: string;
  /** In the order of their turns, each once. */
  readonly modes: readonly FlushModeId[];
}

export interface NativePowerCutPreparedMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  /** The calls that make a new name safe. */
  readonly nameCall: string;
  /** The system's refusal of the mode in this folder; it then has no turns. */
  readonly refusal: NativeFault | null;
  /** Its refusal to make names safe; the mode then has no operations on names. */
  readonly nameRefusal: NativeFault | null;
}

export interface NativePowerCutPrepared {
  readonly modes: readonly NativePowerCutPreparedMode[];
  readonly bytesWritten: number;
  readonly elapsedNs: number;
}

export interface NativePowerCutRun {
  readonly endedBy: "stopped" | "error";
  readonly fault: NativeFault | null;
  /** Place of the mode whose operation failed. */
  readonly faultyMode: number | null;
  /** When that operation began, since the start of the writing; `null` where none failed. */
  readonly failedAtNs: number | null;
  /** The longest operation that succeeded, without the wait for its turn. */
  readonly longestNs: number;
  /** Per mode, the number of its last acknowledged operation; 0 before the first. */
  readonly acknowledged: readonly number[];
  /** Those begun, the failed one included. */
  readonly operations: number;
  readonly bytesWritten: number;
  readonly elapsedNs: number;
}

/** What the thread is doing at this moment; cheap, never waits for the thread. */
export interface NativePowerCutSnapshot {
  readonly task: "idle" | "preparing" | "writing" | "reading";
  /** Per mode, as in `NativePowerCutRun`. May be behind what is acknowledged, never ahead of it. */
  readonly acknowledged: readonly number[];
  /** Place of the mode whose turn it is. */
  readonly current: number;
  readonly operations: number;
  readonly bytes: number;
  readonly totalBytes: number;
  /** Whatever was acknowledged by this time of the task is in `acknowledged`. */
  readonly elapsedNs: number;
}

/** One sector: the number of the record it is of, or one of `sectorCodes` of the contract. */
export type NativePowerCutSector = number;

/**
 * The places of one file in order, as far as the file goes. Columns have one entry per place;
 * -1 where no whole record stands, and then the place is in `broken`.
 */
export interface NativePowerCutPlaces {
  readonly missing: boolean;
  /**
   * False when a place could be read through the system's cache only: a copy in memory may have been
   * read. In `slots` this speaks of the named files, too.
   */
  readonly aroundCache: boolean;
  readonly fileBytes: number;
  /** The first error of opening or reading that no other way of reading made up for. */
  readonly fault: NativeFault | null;
  readonly numbers: readonly number[];
  readonly orders: readonly number[];
  readonly elapsedNs: readonly number[];
  /** Up to when the witness held the writing when the record was made; 0: nothing of it. */
  readonly witnessedNs: readonly number[];
  readonly broken: readonly { place: number; sectors: readonly NativePowerCutSector[] }[];
}

export interface NativePowerCutNamed {
  /** `17.created` or `17.renamed`. */
  readonly name: string;
  /** Of the whole record in it, otherwise `null`. */
  readonly number: number | null;
  readonly order: number;
  readonly elapsedNs: number;
  /** Empty where the record is whole. */
  readonly sectors: readonly NativePowerCutSector[];
}

/** The newest whole record of a mode's files. */
export interface NativePowerCutNewest {
  readonly order: number;
  readonly elapsedNs: number;
  /**
   * Per mode, the number of its last operation that had returned success when the record was made.
   * Zeros in tests that an earlier version of the program began.
   */
  readonly returned: readonly number[];
}

export interface NativePowerCutModeFound {
  readonly mode: FlushModeId;
  /** The mode's folder is not there. */
  readonly missing: boolean;
  readonly fault: NativeFault | null;
  readonly slots: NativePowerCutPlaces;
  readonly log: NativePowerCutPlaces;
  readonly names: readonly NativePowerCutNamed[];
  /** `null` where no record is whole but those of the fill before the test. */
  readonly newest: NativePowerCutNewest | null;
}

export interface NativePowerCutReadBack {
  readonly modes: readonly NativePowerCutModeFound[];
  /** What stood in the way of a reading and no other way led around, each code once. */
  readonly faults: readonly NativeFault[];
}

/**
 * The files of one plug test and the one thread that works on them. One task at a time: a second
 * call while one is pending throws ERR_SESSION_BUSY, any call after close() throws
 * ERR_SESSION_CLOSED. The files stay when the session ends.
 */
export interface NativePowerCutSession {
  /**
   * Makes and fills the files; all of it is on permanent storage when this resolves. Rejects with
   * `NativeFaultError`, or code `ABORTED` on stop(); what was made by then stays.
   */
  prepare(files: NativePowerCutFiles): Promise<NativePowerCutPrepared>;
  /** Writes until stop() or the first error, which resolves with `endedBy: "error"`. Once only. */
  run(): Promise<NativePowerCutRun>;
  /** Reads back what an earlier session has left. Changes nothing. Code `ABORTED` on stop(). */
  readBack(files: NativePowerCutFiles): Promise<NativePowerCutReadBack>;
  snapshot(): NativePowerCutSnapshot;
  /** The witness holds the writing up to this time. The latest wins; without effect once closed. */
  setWitnessed(elapsedNs: number): void;
  /** Asks the running task to end early; idempotent, returns at once. */
  stop(): void;
  /** Stops, joins the thread and closes the files. Idempotent. */
  close(): Promise<void>;
}

/** What is known of a test that is to be removed. */
export interface NativePowerCutRemoval {
  readonly folder: string;
  /** Names of the folders a test may have in its own, also of other systems. */
  readonly modeNames: readonly string[];
  /** Of the state beside the files; the folder must hold that. `null` where none is known. */
  readonly testId: string | null;
  /** Number of the test in its records; `null` where it is not known. */
  readonly run: number | null;
}
