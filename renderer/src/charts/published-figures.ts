import type { FlushModeId } from "../../../electron/contract/flush-mode";
import type { CommitEngine } from "../../../electron/contract/workloads/commits";
import type { CommitRates } from "../workloads/commits/row";
import type { Strategy } from "../workloads/sync-interval/strategies";

/** Other people's figures, in the form in which the charts draw them. */

/** Throughput over buffer size as published for another drive. */
export interface PublishedBuffers {
  readonly name: string;
  readonly points: readonly { readonly bufferBytes: number; readonly bytesPerSecond: number }[];
}

/** Published times of the same ladder, already scaled to the total that was written here. */
export interface PublishedIntervals {
  readonly name: string;
  readonly times: readonly (Strategy & { readonly elapsedNs: number })[];
}

/** Published times of the same work, already scaled to the total that was written here. */
export interface PublishedChunks {
  readonly name: string;
  readonly times: readonly { readonly mode: FlushModeId; readonly elapsedNs: number }[];
}

/** Published rates of the same batches by the same engine. */
export interface PublishedCommits {
  readonly name: string;
  readonly engine: CommitEngine;
  readonly batches: readonly (CommitRates & { readonly recordsPerTransaction: number })[];
}
