import type { FlushModeResult } from "#contract/mode-result";
import type { Statement } from "#contract/statement";

/** What workloads report to the verdict, through the functions that `workloads/home.ts` declares. */

/** Results of all flush modes, measured under comparable conditions. */
export interface Saves {
  readonly modes: readonly FlushModeResult[];
  /** Bytes written by one save. */
  readonly blockBytes: number;
  readonly fileBytes: number;
  /** Whether the person chose the rate of the saves (`--pace`). */
  readonly isPaced: boolean;
  readonly isPlanned: boolean;
}

/** Statements on lost data, for the verdict's headline and two of its answers. */
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
  /** Whether the speed is known to have fallen, so that no part of the write ran at the average. */
  readonly hasFallen: boolean;
}

/** Sequential reads in large blocks; results that are known to come from a cache are excluded. */
export interface LongRead {
  readonly bytesPerSecond: number;
  readonly blockBytes: number;
  /** Requests in flight at a time. */
  readonly requests: number;
  /** Bytes read in all rounds together. */
  readonly movedBytes: number;
  /** Whether the drive's I/O counters show that the drive delivered the bytes, and not a cache. */
  readonly isFromDrive: boolean;
}

/** Blocks of the free space that were written and compared. */
export interface FreeSpace {
  readonly differing: number;
  readonly unreadable: number;
  /** Bytes that came back as written and that no cache can have supplied. */
  readonly unchangedBytes: number;
  /** The byte from which on data was lost, if known enclosures or adapters end at it; else `null`. */
  readonly limitBytes: number | null;
}

export type BrokenMode = Pick<FlushModeResult, "mode" | "reason">;
