import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { differ, medianInterval } from "../../../electron/analysis/confidence";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("medianInterval", () => {
  // Conover, Practical Nonparametric Statistics: exact coverages of order statistics.
  it.each([
    [2, 1, 2, 0.5],
    [3, 1, 3, 0.75],
    [5, 1, 5, 0.9375],
    [6, 1, 6, 0.96875],
    [8, 1, 8, 0.9921875],
    [9, 2, 8, 0.9609375],
    [12, 3, 10, 0.9614257812],
  ])(
    "of %i values reaches from the %i. to the %i., with coverage %d",
    (count, low, high, share) => {
      const interval = medianInterval(upTo(count).reverse());
      expect(interval).toMatchObject({ low, high });
      expect(interval?.coverage).toBeCloseTo(share, 9);
    },
  );

  it("is not known from one value or none", () => {
    expect(medianInterval([])).toBeNull();
    expect(medianInterval([7])).toBeNull();
  });

  it("encloses the median, inside the extremes, and covers 95 % from six values on", () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, noNaN: true }), { minLength: 2 }), (values) => {
        const interval = medianInterval(values);
        const sorted = [...values].sort((a, b) => a - b);
        const middle = sorted[sorted.length >> 1] as number;
        expect(interval?.low).toBeGreaterThanOrEqual(sorted[0] as number);
        expect(interval?.high).toBeLessThanOrEqual(sorted[sorted.length - 1] as number);
        expect(interval?.low).toBeLessThanOrEqual(middle);
        expect(interval?.high).toBeGreaterThanOrEqual(middle);
        expect((interval?.coverage ?? 0) >= 0.95).toBe(values.length >= 6);
      }),
    );
  });

  it("covers as often as it says", () => {
    // Medians of seven throws of a known source, whose true median is 0.5.
    const random = lcg(11);
    let inside = 0;
    const tries = 4000;
    for (let index = 0; index < tries; index += 1) {
      const interval = medianInterval(Array.from({ length: 9 }, random));
      if (interval && interval.low <= 0.5 && interval.high >= 0.5) {
        inside += 1;
      }
    }
    // Four standard deviations of a share of 0.961 in 4000 tries.
    expect(Math.abs(inside / tries - 0.9609)).toBeLessThan(0.0123);
  });
});

describe("differ", () => {
  const interval = (low: number, high: number) => ({ low, high, coverage: 0.95 });

  it("only where the intervals have nothing in common", () => {
    expect(differ(interval(1, 2), interval(3, 4))).toBe(true);
    expect(differ(interval(3, 4), interval(1, 2))).toBe(true);
    expect(differ(interval(1, 3), interval(3, 4))).toBe(false);
    expect(differ(interval(1, 9), interval(3, 4))).toBe(false);
  });

  it("is not claimed where one scatter is not known", () => {
    expect(differ(null, interval(3, 4))).toBe(false);
    expect(differ(interval(3, 4), null)).toBe(false);
  });
});

function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
