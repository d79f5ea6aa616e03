import { noLatency } from "#analysis/statistics";
import type { LatencyCounts, SequentialCounts } from "#contract/engine-counts";
import type { RoundEvidence, TimelineCounts } from "#contract/round-evidence";
import type { FlushRoundCounts } from "#contract/workloads/flush-modes";

/** Evidence of a round in which no other program was active and the drive received no write. */
export const calmEvidence: RoundEvidence = {
  levels: [{ device: "sda", flushes: 0, bytesWritten: 0 }],
  followed: null,
  deviceBytesWritten: 0,
  otherProgramsBytes: 0,
  cpuStealShare: 0,
  throttleEvents: 0,
};

/** Latencies of `count` operations that all took the same time. */
export function equalLatency(count: number, eachNs: number): LatencyCounts {
  return count === 0
    ? noLatency
    : { valuesNs: [eachNs], counts: [count], minNs: eachNs, maxNs: eachNs, sumNs: count * eachNs };
}

/** A timeline of ten equal windows, with operations of 4 KiB that all took the same time. */
export function sampleTimeline(operations: number, elapsedNs: number): TimelineCounts {
  const windowNs = Math.max(1, Math.ceil(elapsedNs / 10));
  const each = operations > 0 ? Math.round(elapsedNs / operations) : 0;
  const counts = Array.from(
    { length: 10 },
    (_, window) =>
      Math.floor(((window + 1) * operations) / 10) - Math.floor((window * operations) / 10),
  );
  return {
    windowNs,
    operations: counts,
    bytes: counts.map((count) => count * 4096),
    slowestNs: counts.map((count) => (count > 0 ? each : 0)),
    slowestAtNs: counts.map((count, window) => (count > 0 ? window * windowNs : 0)),
  };
}

/**
 * A sampleTimeline() with one operation that takes `slowestNs` and ends in the seventh of ten
 * windows, or later if `slowestNs` is longer than that.
 */
export function stalledTimeline(
  operations: number,
  elapsedNs: number,
  slowestNs: number,
): TimelineCounts {
  const even = sampleTimeline(operations, elapsedNs);
  const { windowNs } = even;
  const endNs = Math.min(elapsedNs, Math.max(6.5 * windowNs, slowestNs));
  const atNs = Math.max(0, Math.round(endNs - slowestNs));
  const last = Math.min(9, Math.floor(endNs / windowNs));
  const first = Math.floor(atNs / windowNs);
  const counts = even.operations.map((count, window) =>
    window > first && window < last ? 0 : count,
  );
  // Moves the operations for which the stall left no time to the other windows.
  const missing = operations - counts.reduce((sum, count) => sum + count, 0);
  const free = counts.flatMap((_, window) => (window > first && window < last ? [] : [window]));
  for (const [place, window] of free.entries()) {
    const share = Math.floor(((place + 1) * missing) / free.length);
    counts[window] = (counts[window] ?? 0) + share - Math.floor((place * missing) / free.length);
  }
  counts[last] = Math.max(1, counts[last] ?? 0);
  return {
    windowNs,
    operations: counts,
    bytes: counts.map((count) => count * 4096),
    slowestNs: even.slowestNs.map((ns, window) =>
      window === last ? slowestNs : (counts[window] ?? 0) > 0 ? ns : 0,
    ),
    slowestAtNs: even.slowestAtNs.map((ns, window) => (window === last ? atNs : ns)),
  };
}

/** A measured round of one second in which every operation took the same time. */
export function sampleRound(changes: Partial<FlushRoundCounts> = {}): FlushRoundCounts {
  const operations = changes.operations ?? 1000;
  const elapsedNs = changes.elapsedNs ?? 1_000_000_000;
  const eachNs = operations > 0 ? Math.round(elapsedNs / operations) : 0;
  return {
    mode: "fsync",
    round: 0,
    operations,
    bytes: operations * 4096,
    elapsedNs,
    cpuUserNs: 1_000_000,
    cpuSystemNs: 20_000_000,
    latency: equalLatency(operations, eachNs),
    timeline: sampleTimeline(operations, elapsedNs),
    deviceFlushes: operations,
    evidence: calmEvidence,
    startedAt: "2026-01-01T12:00:00.000Z",
    repeated: false,
    endedBy: "time",
    ...changes,
  };
}

/** Counts of sequential writes: a step of 64 MiB in writes of 1 MiB, with these values changed. */
export function sampleCounts(changes: Partial<SequentialCounts> = {}): SequentialCounts {
  return {
    bytes: 67_108_864,
    writeCalls: 64,
    syncCalls: 0,
    backgroundSyncCalls: 0,
    elapsedNs: 30_000_000,
    settleNs: 130_000_000,
    cpuUserNs: 1_000_000,
    cpuSystemNs: 28_500_000,
    latency: noLatency,
    timeline: sampleTimeline(64, 30_000_000),
    endedBy: "complete",
    ...changes,
  };
}
