import data from "#assets/reference-curves.json";
import type { FlushModeId } from "#contract/flush-mode";
import type { CommitDatabase } from "#contract/workloads/commits";
import type { SyncStrategy } from "./workloads/sync-interval/results";

/**
 * Published figures of the workloads beside the flush modes, each with the place it was
 * published. They are other people's measurements on other machines: good for an order of
 * magnitude, no more.
 */

interface Published {
  readonly id: string;
  readonly name: string;
  readonly sourceName: string;
  /** `null` where the place is known by name only. */
  readonly sourceUrl: string | null;
  readonly note?: string;
}

/** Throughput over the size of one write (workload W4). */
export interface ReferenceSweep extends Published {
  readonly points: readonly { readonly bufferBytes: number; readonly bytesPerSecond: number }[];
}

/** Median time to write the total (workload W5). */
export interface ReferenceInterval extends Published {
  readonly totalBytes: number;
  readonly blockBytes: number;
  readonly mode: FlushModeId;
  readonly points: readonly {
    readonly strategy: SyncStrategy;
    readonly intervalBytes: number | null;
    readonly p50Ns: number;
  }[];
}

/** Time to write the total with a sync after each chunk (workload W2). */
export interface ReferenceChunked extends Published {
  readonly totalBytes: number;
  readonly chunkBytes: number;
  readonly points: readonly { readonly mode: FlushModeId; readonly elapsedNs: number }[];
}

/** Records inserted per second over the records of one transaction (workload W3). */
export interface ReferenceCommits extends Published {
  readonly engine: CommitDatabase;
  readonly durableSettings: string;
  readonly relaxedSettings: string;
  readonly points: readonly {
    readonly recordsPerTransaction: number;
    readonly transactions: number;
    readonly durableOperationsPerSecond: number;
    readonly relaxedOperationsPerSecond: number;
  }[];
}

export interface ReferenceCurves {
  readonly bufferSweeps: readonly ReferenceSweep[];
  readonly syncIntervals: readonly ReferenceInterval[];
  readonly chunked: readonly ReferenceChunked[];
  readonly commits: readonly ReferenceCommits[];
}

// The file's text carries no literal types; a test parses it against this interface.
export const referenceCurves = data as ReferenceCurves;
