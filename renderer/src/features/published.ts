import { formatBlockBytes } from "../../../electron/analysis/format";
import { referenceCurves } from "../../../electron/analysis/reference-curves";
import type { OperatingSystem } from "../../../electron/contract/flush-mode";
import type { ChunkedPlan } from "../../../electron/contract/workloads/chunked-writes";
import type { IntervalPlan } from "../../../electron/contract/workloads/sync-interval";
import type {
  PublishedBuffers,
  PublishedChunks,
  PublishedCommits,
  PublishedIntervals,
} from "../charts/published-figures";

/**
 * Published figures as the charts draw them. Times belong to a total: where less was written here
 * they are scaled to it, and their name says so.
 */

export const publishedBuffers: PublishedBuffers | null = (() => {
  const [sweep] = referenceCurves.bufferSweeps;
  return sweep === undefined ? null : { name: `published: ${sweep.name}`, points: sweep.points };
})();

/** `null` where other blocks were written: every sync would then cover a different number. */
export function publishedIntervals(plan: IntervalPlan): PublishedIntervals | null {
  const ladder = referenceCurves.syncIntervals.find(
    ({ blockBytes }) => blockBytes === plan.blockBytes,
  );
  if (ladder === undefined) {
    return null;
  }
  const scale = plan.totalBytes / ladder.totalBytes;
  return {
    name: `published: ${ladder.name}${scaledWords(ladder.totalBytes, plan.totalBytes)}`,
    times: ladder.points.map(({ p50Ns, ...strategy }) => ({
      ...strategy,
      elapsedNs: p50Ns * scale,
    })),
  };
}

/** Only on the system they were measured on: the same name is another promise elsewhere. */
export function publishedChunks(plan: ChunkedPlan, os: OperatingSystem): PublishedChunks | null {
  const run = referenceCurves.chunked.find(({ chunkBytes }) => chunkBytes === plan.chunkBytes);
  if (run === undefined || os !== "macos") {
    return null;
  }
  const scale = plan.totalBytes / run.totalBytes;
  return {
    name: `published: ${run.name}${scaledWords(run.totalBytes, plan.totalBytes)}`,
    times: run.points.map(({ mode, elapsedNs }) => ({ mode, elapsedNs: elapsedNs * scale })),
  };
}

export const publishedCommits: PublishedCommits | null = (() => {
  const [run] = referenceCurves.commits;
  return run === undefined
    ? null
    : {
        name: `published: ${run.name}`,
        engine: run.engine,
        batches: run.points.map((point) => ({
          recordsPerTransaction: point.recordsPerTransaction,
          durable: point.durableOperationsPerSecond,
          relaxed: point.relaxedOperationsPerSecond,
        })),
      };
})();

function scaledWords(fromBytes: number, toBytes: number): string {
  return fromBytes === toBytes
    ? ""
    : `, scaled from ${formatBlockBytes(fromBytes)} to ${formatBlockBytes(toBytes)}`;
}
