import { describe, expect, it } from "vitest";
import {
  coefficientOfVariation,
  compare,
  median,
  medianInterval,
  spreadRatioInterval,
  summarize,
} from "../../../../scripts/bench/statistics.mjs";

const at = (rates: number[], cpuNsPerOperation: number | null = 1000) =>
  summarize(
    rates.map((operationsPerSecond) => ({
      operationsPerSecond,
      cpuNsPerOperation,
      measuredNs: 1e9,
    })),
  );

describe("median()", () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[10, 9], 9.5],
  ])("of the values %j is %d", (values, expected) => expect(median(values)).toBe(expected));
});

describe("medianInterval()", () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  // The ranks in published tables of the sign test at 95 %.
  it.each([
    [6, 1, 6],
    [9, 2, 8],
    [10, 2, 9],
    [20, 6, 15],
    [60, 22, 39],
  ])("returns for %d values those of rank %d and rank %d", (count, low, high) =>
    expect(medianInterval(upTo(count).reverse())).toEqual({ low, high }),
  );
  it("returns null for five values, which are too few", () =>
    expect(medianInterval(upTo(5))).toBeNull());
});

describe("coefficientOfVariation()", () => {
  it("returns the sample's standard deviation divided by the mean", () => {
    // The squared deviations of 2, 4, 4, 4, 5, 5, 7, 9 from 5 sum to 32, which is divided by 7 and
    // not by 8.
    expect(coefficientOfVariation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7) / 5, 12);
    expect(coefficientOfVariation([7, 7, 7])).toBe(0);
  });
  it("returns null for one repetition", () => expect(coefficientOfVariation([7])).toBeNull());
});

describe("compare()", () => {
  it("divides the figures of the two tools pair by pair, so that a slowdown of both tools cancels out", () => {
    const compared = compare(at([100, 50, 10]), at([200, 100, 10]));
    expect(compared).toMatchObject({ pairs: [0.5, 0.5, 1], median: 0.5, min: 0.5, max: 1 });
  });

  it("divides the spread of DriveProof's figures by that of the other tool's, and returns null if one is not known or zero", () => {
    const { spreadRatio } = compare(at([99, 100, 101]), at([960, 1000, 1040]));
    expect(spreadRatio).toBeCloseTo(0.25, 12);
    expect(compare(at([1]), at([1])).spreadRatio).toBeNull();
    expect(compare(at([1, 2]), at([1, 1])).spreadRatio).toBeNull();
  });
});

describe("spreadRatioInterval()", () => {
  // Ten pairs with equal, uncorrelated deviations: 1 + 2 · 2.306² / 8 is 2.3294.
  const ours = [1, 1, 1, 1, -1, -1, -1, -1, 0, 0];
  const theirs = [1, 1, -1, -1, 1, 1, -1, -1, 0, 0];

  it("returns the confidence interval that the method of Morgan and Pitman gives", () => {
    const interval = spreadRatioInterval(ours, theirs);
    expect(interval?.high).toBeCloseTo(Math.sqrt(2.3294 + Math.sqrt(2.3294 ** 2 - 1)), 2);
    expect((interval?.low ?? 0) * (interval?.high ?? 0)).toBeCloseTo(1, 12);
  });

  it("contains the true ratio in 94 to 96 % of trials, even for correlated pairs", () => {
    let state = 1;
    const uniform = () => {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    };
    const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    const trials = 4000;
    let held = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const pairs = Array.from({ length: 10 }, () => {
        const [common, own, other] = [normal(), normal(), normal()];
        return [3 * (common + own), common + other] as const;
      });
      const interval = spreadRatioInterval(
        pairs.map(([own]) => own),
        pairs.map(([, other]) => other),
      );
      held += interval && interval.low < 3 && interval.high > 3 ? 1 : 0;
    }
    expect(held / trials).toBeGreaterThan(0.94);
    expect(held / trials).toBeLessThan(0.96);
  });

  it("returns null for only five pairs, or if the figures of one tool do not vary", () => {
    expect(spreadRatioInterval([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeNull();
    expect(spreadRatioInterval(ours, Array(10).fill(1))).toBeNull();
  });
});

describe("summarize()", () => {
  it("returns the median, the least and the largest value, and the processor time per operation", () => {
    expect(at([3, 1, 2])).toMatchObject({
      median: 2,
      min: 1,
      max: 3,
      cpuNsPerOperation: 1000,
      measuredNs: 1e9,
      coefficientOfVariation: 0.5,
    });
  });
  it("returns null for the processor time if one of the repetitions did not measure the processor time", () => {
    const repetition = { operationsPerSecond: 1, cpuNsPerOperation: 1000, measuredNs: 1e9 };
    const unmeasured = { ...repetition, cpuNsPerOperation: null };
    expect(summarize([repetition, unmeasured]).cpuNsPerOperation).toBeNull();
  });
});
