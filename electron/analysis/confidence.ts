import type { Interval } from "../contract/measures";

/**
 * A confidence interval of the median from order statistics: the binomial argument, which assumes
 * nothing about how the values are distributed (Hahn and Meeker, Statistical Intervals, section
 * 5.2). The i-th smallest and i-th largest of n values enclose the true median with probability
 * 1 - 2 P(B < i), B binomial with n and 1/2.
 */
export const confidenceMethod =
  "confidence interval of the median from order statistics (binomial, free of distribution)";

const wantedCoverage = 0.95;

/**
 * The narrowest such interval that covers at least 95 %; with fewer than six values none does, and
 * the widest stands with the coverage it has: 75 % for three rounds, 93.75 % for five. `null` for
 * fewer than two values, which say nothing about how far they scatter.
 */
export function medianInterval(values: readonly number[]): Interval | null {
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

/** Whether two intervals have no value in common: only then are the medians said to differ. */
export function differ(one: Interval | null, other: Interval | null): boolean {
  return one !== null && other !== null && (one.high < other.low || other.high < one.low);
}

/** P(B <= k) for B binomial with n and 1/2. */
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
