import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areAlike,
  areApart,
  type ByRound,
  isAbout,
  medianInterval,
  pairsAmong,
  passesAgree,
  ratiosByRound,
  showDifference,
} from "#analysis/confidence";
import { sampleNoise } from "../../helpers/sample-noise";

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("the confidence interval of a median", () => {
  // Exact coverages of order statistics, after Conover, Practical Nonparametric Statistics.
  it.each([
    [2, 1, 2, 0.5],
    [3, 1, 3, 0.75],
    [5, 1, 5, 0.9375],
    [6, 1, 6, 0.96875],
    [8, 1, 8, 0.9921875],
    [9, 2, 8, 0.9609375],
    [12, 3, 10, 0.9614257812],
  ])(
    "of %i values spans the order statistics %i to %i with coverage %d",
    (count, low, high, share) => {
      const interval = medianInterval(upTo(count).reverse());
      expect(interval).toMatchObject({ low, high });
      expect(interval?.coverage).toBeCloseTo(share, 9);
    },
  );

  it("is null for fewer than two values", () => {
    expect(medianInterval([])).toBeNull();
    expect(medianInterval([7])).toBeNull();
  });

  it("contains the median, stays within the extremes and covers at least 95 % only from six values on", () => {
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

  it("contains the true median as often as its coverage says", () => {
    // Medians of nine random numbers from a known source, whose true median is 0.5.
    const random = lcg(11);
    let inside = 0;
    const tries = 4000;
    for (let index = 0; index < tries; index += 1) {
      const interval = medianInterval(Array.from({ length: 9 }, random));
      if (interval && interval.low <= 0.5 && interval.high >= 0.5) {
        inside += 1;
      }
    }
    // The tolerance is four standard deviations of a share of 0.961 in 4000 tries.
    expect(Math.abs(inside / tries - 0.9609)).toBeLessThan(0.0123);
  });
});

const inRounds = (...values: number[]): ByRound => new Map(values.map((value, at) => [at, value]));

describe("ratiosByRound()", () => {
  it("divides two values of the same round, and leaves out rounds that only one side has", () => {
    const one = new Map([
      [0, 10],
      [1, 30],
      [3, 8],
    ]);
    const other = new Map([
      [1, 10],
      [2, 5],
      [3, 16],
    ]);
    expect(ratiosByRound(one, other)).toEqual([3, 0.5]);
  });

  it("returns 1 for two rates of 0, and infinity or 0 when only one of them is 0", () => {
    expect(ratiosByRound(inRounds(0, 5, 0), inRounds(0, 0, 5))).toEqual([
      1,
      Number.POSITIVE_INFINITY,
      0,
    ]);
  });
});

describe("showDifference()", () => {
  const always = (count: number) => Array.from({ length: count }, (_, index) => 2 + index);

  it("finds a difference if all ratios exceed 1, from 6 rounds on for one pair and from 10 on for the 21 pairs of seven modes", () => {
    expect(pairsAmong(2)).toBe(1);
    expect(pairsAmong(7)).toBe(21);
    expect([5, 6].map((rounds) => showDifference(always(rounds), 1))).toEqual([false, true]);
    expect([9, 10].map((rounds) => showDifference(always(rounds), 21))).toEqual([false, true]);
  });

  it("finds a difference if all ratios are below 1", () => {
    const inverse = always(10).map((ratio) => 1 / ratio);
    expect(showDifference(inverse, 21)).toBe(true);
  });

  it("finds no difference if there are at most three rounds, however large the ratios", () => {
    expect(showDifference([1000, 1000, 1000], 1)).toBe(false);
    expect(showDifference([], 1)).toBe(false);
  });

  it("finds no difference when the ratios' confidence interval, widened for the number of pairs, includes 1", () => {
    expect(showDifference([...always(11), 0.5], 21)).toBe(false);
    expect(showDifference([...always(9), 1], 21)).toBe(false);
    // If one of twelve rounds has the opposite order, the confidence is 97 %: enough for a single
    // pair of modes, too little for 21 pairs.
    expect(showDifference([...always(11), 0.5], 1)).toBe(true);
  });
});

describe("areAlike()", () => {
  it("returns true when neither side was faster in every round", () => {
    expect(areAlike([0.9, 1.2, 3])).toBe(true);
    expect(areAlike([1, 1.2, 3])).toBe(true);
    expect(areAlike([0.5, 0.7, 1])).toBe(true);
  });

  it("returns false when one side was faster in every round, even if there were only two rounds", () => {
    expect(areAlike([1.1, 1.2, 3])).toBe(false);
    expect(areAlike([0.1, 0.2])).toBe(false);
  });

  it("returns false for fewer than two rounds", () => {
    expect(areAlike([1])).toBe(false);
    expect(areAlike([])).toBe(false);
  });
});

describe("areApart()", () => {
  const above = (count: number, first: number) =>
    Array.from({ length: count }, (_, index) => first + index);

  it("returns true for separate groups only if they have so many values that chance separates equal groups in at most 5 % of cases", () => {
    // Two of the 35 ways to choose four of seven separate the groups by chance (5.7 %), and two of
    // the 56 ways to choose five of eight (3.6 %).
    expect(areApart(above(3, 100), above(4, 1))).toBe(false);
    expect(areApart(above(3, 100), above(5, 1))).toBe(true);
    expect(areApart(above(4, 1), above(4, 100))).toBe(true);
    expect(areApart(above(3, 1), above(3, 100))).toBe(false);
    expect(areApart([], above(50, 1))).toBe(false);
  });

  it("returns false when two groups of five share a value or overlap, and true when all values of one exceed those of the other", () => {
    expect(areApart(above(5, 1), above(5, 5))).toBe(false);
    expect(areApart(above(5, 1), above(5, 6))).toBe(true);
    expect(areApart(above(5, 6), above(5, 1))).toBe(true);
    expect(areApart([1, 2, 3, 4, 50], above(5, 6))).toBe(false);
  });
});

describe("passesAgree()", () => {
  it("returns true when no ratio is more than 1.5 times another, and false otherwise", () => {
    expect(passesAgree([2, 3, 2.5])).toBe(true);
    expect(passesAgree([3, 2])).toBe(true);
    expect(passesAgree([2, 3.01])).toBe(false);
    expect(passesAgree([4, 39])).toBe(false);
    expect(passesAgree([0.5, 2])).toBe(false);
  });

  it("returns false for fewer than two passes", () => {
    expect(passesAgree([7])).toBe(false);
    expect(passesAgree([])).toBe(false);
  });
});

describe("the comparison of all pairs among seven modes", () => {
  /** Whether the comparison claims that any of the 21 pairs differs. */
  const claims = (modes: readonly ByRound[]) =>
    modes.some((one, at) =>
      modes
        .slice(at + 1)
        .some((other) => showDifference(ratiosByRound(one, other), pairsAmong(modes.length))),
    );

  it.each([3, 5, 8, 12, 20])(
    "finds a difference among equal modes in at most one of twenty inspections of %i rounds",
    (rounds) => {
      const noise = sampleNoise(rounds);
      const inspections = 200;
      let wrong = 0;
      for (let index = 0; index < inspections; index += 1) {
        wrong += claims(noise.inspection({ modes: 7, rounds, rate: () => 1000 })) ? 1 : 0;
      }
      expect(wrong / inspections).toBeLessThanOrEqual(0.05);
    },
  );

  it("finds the difference between two modes, one three times as fast, in over 90 % of inspections of twelve rounds", () => {
    const noise = sampleNoise(7);
    let found = 0;
    for (let index = 0; index < 50; index += 1) {
      const rate = (mode: number) => (mode === 0 ? 3000 : 1000);
      const [fast, slow] = noise.inspection({ modes: 7, rounds: 12, rate });
      found += fast && slow && showDifference(ratiosByRound(fast, slow), 21) ? 1 : 0;
    }
    expect(found).toBeGreaterThan(45);
  });
});

it.each([
  [true, 80, 125],
  [false, 79.9, 125],
  [false, 80, 125.1],
  [false, 60, 70],
  [false, 130, 140],
])(
  "isAbout() returns %s for the interval from %f to %f and the figure 100",
  (expected, low, high) => {
    expect(isAbout({ low, high }, 100)).toBe(expected);
  },
);

function lcg(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
