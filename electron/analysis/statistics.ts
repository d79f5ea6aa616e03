import type { LatencyCounts, SequentialCounts } from "#contract/engine-counts";
import type { LatencySummary } from "#contract/measures";

/** Rates and percentiles from the engine's counts. Times are nanoseconds. */

/** Operations per second; 0 if no time has passed. */
export function iopsOf(operations: number, elapsedNs: number): number {
  return elapsedNs > 0 ? (operations * 1e9) / elapsedNs : 0;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The sum; `null` if one of the values is unknown. */
export function sumIfKnown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sum(values.map((value) => value ?? 0));
}

/** Counts of saves, or of writes for a mode that does not save. */
interface Operations {
  readonly operations: number;
  readonly deviceFlushes: number | null;
}

/** Flush commands at the drive per operation; `null` if a count is unknown or nothing completed. */
export function flushesPerOperation(rounds: readonly Operations[]): number | null {
  const flushes = sumIfKnown(rounds.map(({ deviceFlushes }) => deviceFlushes));
  const operations = sum(rounds.map((round) => round.operations));
  return flushes !== null && operations > 0 ? flushes / operations : null;
}

export function least(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.min(...values);
}

/** The middle value, or the mean of the two middle ones. Throws on an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) {
    throw new RangeError("the median of nothing");
  }
  // Halving before the addition keeps the sum of two huge values finite.
  return lower === upper ? lower : lower / 2 + upper / 2;
}

/** Relative spread, (max - min) / median; `null` for fewer than two values or a median of 0. */
export function relativeSpread(values: readonly number[]): number | null {
  if (values.length < 2) {
    return null;
  }
  const middle = median(values);
  return middle > 0 ? (Math.max(...values) - Math.min(...values)) / middle : null;
}

export const noLatency: LatencyCounts = {
  valuesNs: [],
  counts: [],
  minNs: 0,
  maxNs: 0,
  sumNs: 0,
};

/** A latency histogram: plain arrays in messages, typed arrays shared by the engine during a task. */
export interface LatencyRecord {
  readonly valuesNs: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
  readonly maxNs: number;
}

/** Number of operations in a latency histogram. */
export function operationsIn({ counts }: Pick<LatencyRecord, "counts">): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index += 1) {
    sum += counts[index] ?? 0;
  }
  return sum;
}

/** Merges latency histograms, exactly as if one histogram had counted all operations. */
export function mergeLatency(parts: readonly LatencyCounts[]): LatencyCounts {
  const filled = parts.filter((part) => operationsIn(part) > 0);
  if (filled.length === 0) {
    return noLatency;
  }
  const countsByValue = new Map<number, number>();
  for (const part of filled) {
    part.valuesNs.forEach((valueNs, index) => {
      countsByValue.set(valueNs, (countsByValue.get(valueNs) ?? 0) + (part.counts[index] ?? 0));
    });
  }
  const merged = [...countsByValue].filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  return {
    valuesNs: merged.map(([valueNs]) => valueNs),
    counts: merged.map(([, count]) => count),
    minNs: Math.min(...filled.map((part) => part.minNs)),
    maxNs: Math.max(...filled.map((part) => part.maxNs)),
    sumNs: filled.reduce((sum, part) => sum + part.sumNs, 0),
  };
}

/**
 * The latency that a share `q` of the operations did not exceed, to the width of its bucket. `null`
 * for fewer than 10 / (1 - q) operations. The median needs only one: it is also the figure of one
 * slow operation.
 */
export function percentileNs(latency: LatencyRecord, q: number): number | null {
  const { valuesNs, counts, maxNs } = latency;
  const operations = operationsIn(latency);
  // 10 / (1 - 0.9) is slightly above 100 in binary floating point; 1e-6 less makes 100 enough.
  const required = q <= 0.5 ? 1 : Math.ceil(10 / (1 - q) - 1e-6);
  if (operations < required) {
    return null;
  }
  const rank = Math.max(1, Math.ceil(q * operations - 1e-9));
  let seen = 0;
  // Thousands of buckets, ten times a second beside the timed thread: indexing allocates nothing,
  // so no garbage collection disturbs that thread.
  for (let index = 0; index < counts.length; index += 1) {
    seen += counts[index] ?? 0;
    if (seen >= rank) {
      // A bucket's upper edge may lie above the slowest operation, whose latency is known exactly.
      return Math.min(valuesNs[index] ?? maxNs, maxNs);
    }
  }
  return maxNs;
}

/** The report's latency figures; `null` if nothing was measured. */
export function summarizeLatency(latency: LatencyCounts): LatencySummary | null {
  const operations = operationsIn(latency);
  const p50 = percentileNs(latency, 0.5);
  if (p50 === null) {
    return null;
  }
  return {
    mean: Math.round(latency.sumNs / operations),
    p50,
    p90: percentileNs(latency, 0.9),
    p99: percentileNs(latency, 0.99),
    p999: percentileNs(latency, 0.999),
    max: latency.maxNs,
  };
}

/** Resolution of the report's histogram: each bucket is a twentieth of a decade wide. */
export const bucketsPerDecade = 20;

/**
 * Coarsens a histogram to at most twenty buckets a decade, without empty ones. Each operation is
 * put into the new bucket that contains the upper edge of its old bucket.
 */
export function coarseHistogram(latency: LatencyCounts): { upToNs: number; count: number }[] {
  const countsByEdge = new Map<number, number>();
  latency.valuesNs.forEach((valueNs, index) => {
    const edgeNs = coarseEdgeNs(valueNs);
    countsByEdge.set(edgeNs, (countsByEdge.get(edgeNs) ?? 0) + (latency.counts[index] ?? 0));
  });
  return [...countsByEdge]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => a - b)
    .map(([upToNs, count]) => ({ upToNs, count }));
}

/** The smallest coarse edge that is not below the value; edges are rounded up to integers. */
function coarseEdgeNs(valueNs: number): number {
  if (valueNs <= 1) {
    return 1;
  }
  const step = Math.ceil(Math.log10(valueNs) * bucketsPerDecade);
  // The logarithm may be off by a rounding error either way, so check the neighbouring edges, too.
  for (const candidate of [step - 1, step, step + 1]) {
    const edgeNs = Math.ceil(10 ** (candidate / bucketsPerDecade));
    if (edgeNs >= valueNs) {
      return edgeNs;
    }
  }
  return valueNs;
}

/** The elapsed time, scaled up to `totalBytes` if the time cap ended the writing. */
export function wholeNs(
  { endedBy, elapsedNs, bytes }: Pick<SequentialCounts, "endedBy" | "elapsedNs" | "bytes">,
  totalBytes: number,
): number {
  return endedBy === "time" ? Math.round(elapsedNs * (totalBytes / bytes)) : elapsedNs;
}
