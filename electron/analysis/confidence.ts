import type { Interval } from "#contract/measures";

/**
 * A confidence interval of the median from order statistics, which assumes no distribution of the
 * values (Hahn and Meeker, Statistical Intervals, section 5.2). The i-th smallest and i-th largest
 * of n values enclose the true median with probability 1 - 2 P(B < i), for a binomial B with n
 * trials of probability 1/2.
 */

const usualCoverage = 0.95;

/**
 * The narrowest interval of the median with the wanted coverage. With too few values the widest
 * interval is returned with its real coverage: 75 % for three values, 93.75 % for five. `null` for
 * fewer than two values, which show no scatter.
 */
export function medianInterval(
  values: readonly number[],
  wantedCoverage = usualCoverage,
): Interval | null {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  if (count < 2) {
    return null;
  }
  let place = 0;
  let coverage = 1 - 2 * binomialShare(count, 0);
  for (let next = 1; next < count / 2; next += 1) {
    const narrower = 1 - 2 * cumulativeShare(count, next);
    if (narrower < wantedCoverage) {
      break;
    }
    place = next;
    coverage = narrower;
  }
  const low = sorted[place];
  const high = sorted[count - 1 - place];
  return low === undefined || high === undefined ? null : { low, high, coverage };
}

/**
 * Figures of one thing (a flush mode, for example) by round number, to compare it with another
 * thing measured in the same rounds. What slows a round slows both, so their ratio in each round is
 * compared. If both are equally fast, the confidence interval of the median ratio usually contains
 * 1. Among many pairs some interval would miss 1 by chance, so the 5 % error rate is divided among
 * all pairs (Bonferroni).
 *
 * A few rounds prove no difference, however large: even if one thing is ahead in every round, the
 * proof takes 6 rounds for a single pair and 10 for the 21 pairs of seven modes.
 */
export type ByRound = ReadonlyMap<number, number>;

/** Ratios of two things' figures, such as flush modes', per round with both; 1 if equal. */
export function ratiosByRound(one: ByRound, other: ByRound): number[] {
  return [...one].flatMap(([round, value]) => {
    const beside = other.get(round);
    return beside === undefined ? [] : [value === beside ? 1 : value / beside];
  });
}

interface Rated {
  readonly rounds: readonly { readonly round: number; readonly iops: number }[];
}

/** Ratios of two rates, for each round in which both were measured. */
export function roundRatios(one: Rated, other: Rated): number[] {
  const ratesOf = ({ rounds }: Rated) => new Map(rounds.map(({ round, iops }) => [round, iops]));
  return ratiosByRound(ratesOf(one), ratesOf(other));
}

export function pairsAmong(count: number): number {
  return (count * (count - 1)) / 2;
}

/**
 * Whether the rounds' ratios prove that two things, such as flush modes, differ. `pairs`: number of
 * pairs compared at once; the more there are, the stronger a proof each pair needs (Bonferroni).
 */
export function showDifference(ratios: readonly number[], pairs: number): boolean {
  const wanted = 1 - (1 - usualCoverage) / pairs;
  const interval = medianInterval(ratios, wanted);
  return interval !== null && interval.coverage >= wanted && !contains(interval, 1);
}

/**
 * Whether neither of two things was consistently faster. If one was faster in every round, but in
 * too few rounds for a proof, `areAlike()` and `showDifference()` are both false.
 */
export function areAlike(ratios: readonly number[]): boolean {
  const interval = medianInterval(ratios);
  return interval !== null && contains(interval, 1);
}

/**
 * Widens the confidence interval until it includes `ratio`, the ratio of the two figures that the
 * report shows, so that it does not contradict them.
 */
export function holding(interval: Interval, ratio: number): Interval {
  return {
    ...interval,
    low: Math.min(interval.low, ratio),
    high: Math.max(interval.high, ratio),
  };
}

/** The lowest ratio of two figures that count as about the same. */
export const aboutLow = 0.8;
/** The highest ratio of two figures that count as about the same: the inverse of `aboutLow`. */
export const aboutHigh = 1.25;

/** Whether the whole interval lies within 0.8 to 1.25 times `value`. */
export function isAbout({ low, high }: Pick<Interval, "low" | "high">, value: number): boolean {
  return low >= aboutLow * value && high <= aboutHigh * value;
}

/**
 * Whether two things measured in different rounds differ: all values of one lie beyond all values
 * of the other, which chance causes in at most 5 % of cases (4 values against 4, or 5 against 3).
 */
export function areApart(one: readonly number[], other: readonly number[]): boolean {
  const isBeyond = (a: readonly number[], b: readonly number[]) => Math.min(...a) > Math.max(...b);
  return (
    2 / waysToChoose(one.length, one.length + other.length) <= 1 - usualCoverage &&
    (isBeyond(one, other) || isBeyond(other, one))
  );
}

function waysToChoose(chosen: number, from: number): number {
  let ways = 1;
  for (let index = 1; index <= chosen; index += 1) {
    ways = (ways * (from - chosen + index)) / index;
  }
  return ways;
}

/**
 * Passes of opposite order (A before B, then B before A) agree if the largest ratio of A to B is at
 * most this many times the smallest.
 */
const passTolerance = 1.5;

/**
 * Whether passes of opposite order give about the same ratio of two things, so that the order does
 * not explain it. False for a single pass.
 */
export function passesAgree(ratios: readonly number[]): boolean {
  return ratios.length >= 2 && Math.max(...ratios) <= passTolerance * Math.min(...ratios);
}

function contains({ low, high }: Interval, value: number): boolean {
  return low <= value && value <= high;
}

/** The probability P(B <= k) for a binomial B with n trials of probability 1/2. */
function cumulativeShare(n: number, k: number): number {
  let sum = 0;
  for (let index = 0; index <= k; index += 1) {
    sum += binomialShare(n, index);
  }
  return sum;
}

function binomialShare(n: number, k: number): number {
  let share = 0.5 ** n;
  for (let index = 1; index <= k; index += 1) {
    share = (share * (n - index + 1)) / index;
  }
  return share;
}
