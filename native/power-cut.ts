import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCutNamed, PowerCutPlaces } from "#contract/power-cut/state";
import type { PowerCutLayout, PowerCutMode } from "#contract/power-cut/test";
import type { NativeFault } from "./fault";
import type { NativeTasks } from "./tasks";

/**
 * The power-cut test's part of the native engine. It writes numbered records in several modes,
 * reports which are acknowledged, and reads them back after the power cut.
 * electron/analysis/power-cut decides what the result means.
 */

export interface NativePowerCutFiles extends PowerCutLayout {
  /** Path of an existing folder, in which each mode gets a new folder with the mode's name. */
  readonly folder: string;
  /** Modes take turns in the order of this list, which has each mode once. */
  readonly modes: readonly FlushModeId[];
}

export interface NativePowerCutPreparedMode
  extends Readonly<Omit<PowerCutMode, "refusal" | "nameRefusal">> {
  /** The system's refusal of the mode in this folder; the mode is then not tested. */
  readonly refusal: NativeFault | null;
  /** The system's refusal to make names durable; the mode then has no operations on names. */
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
  /**
   * When the operation that failed began, in nanoseconds since the start of the writing; `null` if
   * none failed.
   */
  readonly failedAtNs: number | null;
  /** Nanoseconds of the longest operation that succeeded, without the wait for its mode's turn. */
  readonly longestNs: number;
  /** Per mode, the number of its last acknowledged operation; 0 before the first. */
  readonly acknowledged: readonly number[];
  /** Operations begun, including the failed one. */
  readonly operations: number;
  readonly bytesWritten: number;
  readonly elapsedNs: number;
}

export interface NativePowerCutSnapshot {
  readonly task: "idle" | "preparing" | "writing" | "reading";
  /**
   * Per mode, the number of its last acknowledged operation or of an earlier one, never of a later
   * one.
   */
  readonly acknowledged: readonly number[];
  /** Index of the mode whose turn it is. */
  readonly current: number;
  readonly operations: number;
  readonly bytes: number;
  readonly totalBytes: number;
  /**
   * Nanoseconds since the task began. `acknowledged` includes every operation acknowledged by then.
   */
  readonly elapsedNs: number;
}

/**
 * The records of one file, in file order. Each place of the file has room for one record and has
 * one entry in each column: -1 if it holds no whole record, as `broken` then says.
 */
export interface NativePowerCutPlaces extends Readonly<Omit<PowerCutPlaces, "fault">> {
  /** The first error of opening or reading that remained after every way of reading was tried. */
  readonly fault: NativeFault | null;
}

/** The newest whole record of a mode's files. */
export interface NativePowerCutNewest {
  readonly order: number;
  readonly elapsedNs: number;
  /** Per mode, the number of its last operation that had returned success when the record was made. */
  readonly returned: readonly number[];
}

export interface NativePowerCutModeFound {
  readonly mode: FlushModeId;
  readonly missing: boolean;
  readonly fault: NativeFault | null;
  readonly slots: NativePowerCutPlaces;
  readonly log: NativePowerCutPlaces;
  readonly names: readonly PowerCutNamed[];
  /** `null` if no record is whole except those of the fill before the test. */
  readonly newest: NativePowerCutNewest | null;
}

export interface NativePowerCutReadBack {
  readonly modes: readonly NativePowerCutModeFound[];
  /** Read errors that remained after cached and uncached attempts, each code once. */
  readonly faults: readonly NativeFault[];
}

/** The files of one power-cut test, which stay when the session ends. */
export interface NativePowerCutSession extends NativeTasks<NativePowerCutSnapshot> {
  /**
   * Makes and fills the files; all of it is on permanent storage when this resolves. Rejects with
   * `NativeFaultError`, or code `ABORTED` on stop(); files made by then stay.
   */
  prepare(files: NativePowerCutFiles): Promise<NativePowerCutPrepared>;
  /** Writes until stop() or the first error, which resolves with `endedBy: "error"`. Once only. */
  run(): Promise<NativePowerCutRun>;
  /** Reads back the files of an earlier session. Changes nothing. Code `ABORTED` on stop(). */
  readBack(files: NativePowerCutFiles): Promise<NativePowerCutReadBack>;
  /**
   * Notes that the witness (a page on a phone, or a file on another drive) has every number that
   * was acknowledged by this time of the run. The latest time wins; ignored after close().
   */
  setWitnessed(elapsedNs: number): void;
}

export interface NativePowerCutRemoval {
  readonly folder: string;
  /** Folders to remove in `folder`: one per flush mode of any system, where the test may have run. */
  readonly modeNames: readonly string[];
  /** Id of the test, which the folder's state file must contain; `null` if unknown. */
  readonly testId: string | null;
  /** Number of the test in its records; `null` if unknown. */
  readonly run: number | null;
}
