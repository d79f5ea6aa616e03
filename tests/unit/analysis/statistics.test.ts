import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  coarseHistogram,
  iopsOf,
  least,
  median,
  mergeLatency,
  noLatency,
  operationsIn,
  percentileNs,
  relativeSpread,
  summarizeLatency,
  wholeNs,
} from "#analysis/statistics";
import type { LatencyCounts } from "#contract/engine-counts";
import { sampleLatency } from "../../helpers/workloads/latency";

/** Upper edge of a bucket that is about 3 % wide, for a histogram like the engine's. */
function bucketEdge(ns: number): number {
  const width = Math.max(1, 2 ** (Math.floor(Math.log2(Math.max(1, ns))) - 5));
  return Math.floor(ns / width) * width + width - 1;
}

function latencyOf(samples: readonly number[]): LatencyCounts {
  const counts = new Map<number, number>();
  for (const ns of samples) {
    counts.set(bucketEdge(ns), (counts.get(bucketEdge(ns)) ?? 0) + 1);
  }
  const latency = sampleLatency(...counts);
  return samples.length === 0
    ? latency
    : {
        ...latency,
        minNs: Math.min(...samples),
        maxNs: Math.max(...samples),
        sumNs: samples.reduce((sum, ns) => sum + ns, 0),
      };
}

it("least() returns the smallest value, and null for an empty list", () => {
  expect(least([2, 1, 3])).toBe(1);
  expect(least([0])).toBe(0);
  expect(least([])).toBeNull();
});

const latencyNs = fc.integer({ min: 1, max: 30_000_000_000 });
const samples = fc.array(latencyNs, { minLength: 1, maxLength: 400 });

describe("iopsOf()", () => {
  it("returns operations per second", () => {
    expect(iopsOf(92, 2_000_000_000)).toBe(46);
  });

  it("returns 0 when no time has passed", () => {
    expect(iopsOf(5, 0)).toBe(0);
  });
});

describe("median()", () => {
  it("returns the middle value, or the mean of the two middle values, even for the smallest and largest numbers", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    // The smallest positive number cannot be halved, and the largest cannot be doubled.
    expect(median([Number.MIN_VALUE])).toBe(Number.MIN_VALUE);
    expect(median([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  });

  it("does not reorder its input and throws for an empty list", () => {
    const values = [3, 1, 2];
    median(values);
    expect(values).toEqual([3, 1, 2]);
    expect(() => median([])).toThrow(new RangeError("the median of nothing"));
  });

  it("returns a value with at most half of the values below it and at most half above it", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0 }), { minLength: 1 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(below).toBeLessThanOrEqual(values.length / 2);
        expect(above).toBeLessThanOrEqual(values.length / 2);
      }),
    );
  });
});

it("relativeSpread() returns the range divided by the median, and null for one value or a median of 0", () => {
  expect(relativeSpread([80, 100, 130])).toBeCloseTo(0.5);
  expect(relativeSpread([80, 120])).toBeCloseTo(0.4);
  expect(relativeSpread([100])).toBeNull();
  expect(relativeSpread([0, 0, 3])).toBeNull();
});

describe("percentileNs()", () => {
  it("returns a value that exceeds the exact order statistic by at most the width of its bucket", () => {
    fc.assert(
      fc.property(samples, fc.constantFrom(0.1, 0.5, 0.9), (values, q) => {
        fc.pre(q <= 0.5 || values.length >= 100);
        const sorted = [...values].sort((a, b) => a - b);
        const exact = sorted[Math.max(0, Math.ceil(q * values.length - 1e-9) - 1)] ?? 0;
        const found = percentileNs(latencyOf(values), q) ?? -1;
        expect(found).toBeGreaterThanOrEqual(exact);
        expect(found).toBeLessThanOrEqual(Math.min(bucketEdge(exact), Math.max(...values)));
      }),
    );
  });

  it.each([
    [0.5, 1],
    [0.9, 100],
    [0.99, 1000],
    [0.999, 10_000],
  ])("returns the quantile %f from %i operations on, and null below that number", (q, required) => {
    expect(percentileNs(sampleLatency([1000, required]), q)).toBe(1000);
    expect(percentileNs(sampleLatency([1000, required - 1]), q)).toBeNull();
  });

  it("returns null for an empty histogram, as does summarizeLatency()", () => {
    expect(percentileNs(noLatency, 0.5)).toBeNull();
    expect(summarizeLatency(noLatency)).toBeNull();
  });
});

describe("mergeLatency()", () => {
  it("returns the same histogram as if all samples had been counted in one", () => {
    fc.assert(
      fc.property(fc.array(fc.array(latencyNs, { maxLength: 60 }), { maxLength: 6 }), (parts) => {
        expect(mergeLatency(parts.map(latencyOf))).toEqual(latencyOf(parts.flat()));
      }),
    );
  });

  it("leaves out empty buckets, sorts the other buckets, and returns an empty histogram for an empty list", () => {
    const one = { valuesNs: [3000, 1000], counts: [1, 0], minNs: 3000, maxNs: 3000, sumNs: 3000 };
    const other = { valuesNs: [2000], counts: [4], minNs: 2000, maxNs: 2000, sumNs: 8000 };
    expect(mergeLatency([one, other])).toEqual({
      valuesNs: [2000, 3000],
      counts: [4, 1],
      minNs: 2000,
      maxNs: 3000,
      sumNs: 11_000,
    });
    expect(mergeLatency([])).toEqual({ valuesNs: [], counts: [], minNs: 0, maxNs: 0, sumNs: 0 });
  });

  it("leaves the minimum of an empty round out of the merged minimum", () => {
    expect(mergeLatency([noLatency, latencyOf([500])]).minNs).toBe(500);
  });
});

describe("summarizeLatency()", () => {
  it("returns the mean latency of all operations", () => {
    expect(summarizeLatency(latencyOf([1000, 1001, 3000]))?.mean).toBe(1667);
  });

  it("returns whole nanoseconds that never fall from the median to the maximum, and no 99.9th percentile, for up to 1200 operations", () => {
    fc.assert(
      fc.property(fc.array(latencyNs, { minLength: 1000, maxLength: 1200 }), (values) => {
        const summary = summarizeLatency(latencyOf(values));
        expect(summary?.p999).toBeNull();
        const known = [summary?.p50, summary?.p90, summary?.p99, summary?.max].map(Number);
        expect(known.every(Number.isInteger)).toBe(true);
        expect([...known].sort((a, b) => a - b)).toEqual(known);
        expect(summary?.max).toBe(Math.max(...values));
        expect(Number.isInteger(summary?.mean)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe("coarseHistogram()", () => {
  it("counts every operation in a bucket whose edge is no smaller than its value", () => {
    fc.assert(
      fc.property(samples, (values) => {
        const latency = latencyOf(values);
        const histogram = coarseHistogram(latency);
        const total = histogram.reduce((sum, { count }) => sum + count, 0);
        expect(total).toBe(operationsIn(latency));
        // At every edge of a coarse bucket the cumulative counts agree with those of the fine
        // histogram.
        for (const { upToNs } of histogram) {
          const coarse = histogram.filter((bucket) => bucket.upToNs <= upToNs);
          const fine = latency.counts.filter((_, i) => (latency.valuesNs[i] ?? 0) <= upToNs);
          expect(sum(coarse.map(({ count }) => count))).toBe(sum(fine));
        }
      }),
    );
  });

  it("counts a value that equals an edge in the bucket that ends there, sorts buckets and leaves out empty ones", () => {
    const histogram = coarseHistogram({
      valuesNs: [1000, 500, 11, 10, 1, 0, 999],
      counts: [5, 0, 4, 3, 2, 1, 0],
      minNs: 0,
      maxNs: 1000,
      sumNs: 0,
    });
    expect(histogram).toEqual([
      { upToNs: 1, count: 3 },
      { upToNs: 10, count: 3 },
      { upToNs: 12, count: 4 },
      { upToNs: 1000, count: 5 },
    ]);
  });

  it("finds the right edge when the logarithm of a value rounds down", () => {
    const valueNs = 10 ** 15 + 1;
    expect(Math.log10(valueNs)).toBe(15);
    expect(coarseHistogram(sampleLatency([valueNs, 1]))).toEqual([
      { upToNs: Math.ceil(10 ** (301 / 20)), count: 1 },
    ]);
  });

  it("divides the values of one decade into twenty or twenty-one ascending buckets", () => {
    const everyValue = Array.from({ length: 9000 }, (_, index): [number, number] => [
      1000 + index,
      1,
    ]);
    const histogram = coarseHistogram(sampleLatency(...everyValue));
    const edges = histogram.map(({ upToNs }) => upToNs);
    expect(edges.length).toBeLessThanOrEqual(21);
    expect(edges.length).toBeGreaterThanOrEqual(20);
    expect(edges).toEqual([...new Set(edges)].sort((a, b) => a - b));
  });
});

it.each([
  ["time", 2000],
  ["complete", 1000],
  ["stopped", 1000],
] as const)(
  "wholeNs() scales up the time of a write only if the time cap ended it (end: %s)",
  (endedBy, expected) => {
    expect(wholeNs({ endedBy, elapsedNs: 1000, bytes: 50 }, 100)).toBe(expected);
  },
);

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
