import type { FlushModeResult } from "#contract/mode-result";
import type { Statement } from "#contract/statement";

/** What a workload answers when the verdict asks all of them; `workloads/home.ts` has the questions. */

/** Every way of saving, under conditions in which they compare: what the verdict speaks of. */
export interface Saves {
  readonly modes: readonly FlushModeResult[];
  /** Of one save. */
  readonly blockBytes: number;
  /** Of the file that is rewritten. */
  readonly fileBytes: number;
  /** The person chose the rate. */
  readonly isPaced: boolean;
  /** It is part of the plan. */
  readonly isPlanned: boolean;
}

/** What the verdict says of lost data, in its headline and in two of its answers. */
export interface Loss {
  readonly headline: Statement;
  readonly saved: Statement;
  readonly honesty: Statement;
}

/** A long write, timed until its last flush returned. */
export interface LongWrite {
  readonly bytes: number;
  readonly bytesPerSecond: number;
  readonly unbuffered: boolean;
}

/** Large pieces read in a row, from the drive as far as that can be known. */
export interface LongRead {
  readonly bytesPerSecond: number;
  readonly blockBytes: number;
  /** At a time. */
  readonly requests: number;
  /** The most that was read in one go. */
  readonly movedBytes: number;
  /** The drive's own counters show that it delivered them. */
  readonly isFromDrive: boolean;
}

/** Blocks of the free space that were written and compared. */
export interface FreeSpace {
  readonly blocks: number;
  readonly differing: number;
  readonly unreadable: number;
  /** Nothing of it is lost: what is amiss lies in files that were there before. */
  readonly isWhole: boolean;
}

/** A way of saving that broke off. */
export type BrokenMode = Pick<FlushModeResult, "mode" | "reason">;
