import { noLatency } from "#analysis/statistics";
import type { LatencyCounts } from "#contract/engine-counts";

/** A histogram of operations that took a duration each: `[nanoseconds, operations]`. */
export function sampleLatency(...durations: [ns: number, operations: number][]): LatencyCounts {
  const taken = durations.filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
  const valuesNs = taken.map(([ns]) => ns);
  return {
    ...noLatency,
    ...(taken.length > 0 ? { minNs: Math.min(...valuesNs), maxNs: Math.max(...valuesNs) } : {}),
    valuesNs,
    counts: taken.map(([, count]) => count),
    sumNs: taken.reduce((sum, [ns, count]) => sum + ns * count, 0),
  };
}
