// Arithmetic of a side-by-side comparison. Pure.

/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @param {readonly number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {readonly number[]} values */
const mean = (values) => sum(values) / values.length;

/**
 * Run-to-run spread: the standard deviation of the sample (n − 1) over the mean, as a fraction.
 * @param {readonly number[]} values
 * @returns {number | null} `null` for fewer than two repetitions: not known
 */
export function coefficientOfVariation(values) {
  if (values.length < 2) return null;
  const middle = mean(values);
  const squares = sum(values.map((value) => (value - middle) ** 2));
  return Math.sqrt(squares / (values.length - 1)) / middle;
}

/**
 * One tool's figures in one repetition. Processor time is user and system time together; `null` if
 * the tool does not print it.
 * @typedef {{ operationsPerSecond: number, cpuNsPerOperation: number | null, measuredNs: number }} Figures
 */

/**
 * @typedef {{ repetitions: readonly Figures[], median: number, min: number, max: number,
 *   coefficientOfVariation: number | null, cpuNsPerOperation: number | null, measuredNs: number }} Summary
 */

/**
 * One tool over all repetitions, in operations per second unless the name says something else.
 * @param {readonly Figures[]} repetitions
 * @returns {Summary}
 */
export function summarize(repetitions) {
  const rates = repetitions.map(({ operationsPerSecond }) => operationsPerSecond);
  const cpu = repetitions.flatMap(({ cpuNsPerOperation }) => cpuNsPerOperation ?? []);
  return {
    repetitions,
    median: median(rates),
    min: Math.min(...rates),
    max: Math.max(...rates),
    coefficientOfVariation: coefficientOfVariation(rates),
    cpuNsPerOperation: cpu.length === repetitions.length ? median(cpu) : null,
    measuredNs: median(repetitions.map(({ measuredNs }) => measuredNs)),
  };
}

/**
 * Bounds between which the true median lies with at least 95 % probability: the closest pair of
 * order statistics that covers as much (the sign test inverted; no distribution is assumed).
 * @param {readonly number[]} values
 * @returns {{ low: number, high: number } | null} `null` for fewer than six values: none does
 */
export function medianInterval(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const count = sorted.length;
  // The probability that exactly so many of `count` values lie below the median, from the outermost
  // inward.
  let share = 0.5 ** count;
  let outside = 0;
  let place = -1;
  for (; 2 * (outside + share) <= 0.05; place += 1) {
    outside += share;
    share *= (count - place - 1) / (place + 2);
  }
  const [low, high] = [sorted[place], sorted[count - 1 - place]];
  return low === undefined || high === undefined ? null : { low, high };
}

/**
 * Bounds of the ratio of two standard deviations with 95 % confidence, of values measured pair by
 * pair and about normal: Morgan and Pitman, Biometrika 31 (1939). A cause that makes both values of
 * a pair fast or slow narrows them.
 * @param {readonly number[]} ours
 * @param {readonly number[]} theirs as many
 * @returns {{ low: number, high: number } | null} `null` for fewer than six pairs, and if one
 *   does not vary
 */
export function spreadRatioInterval(ours, theirs) {
  const freedom = ours.length - 2;
  const [own, other] = [deviations(ours), deviations(theirs)];
  const [square, otherSquare] = [sumOf(own, own), sumOf(other, other)];
  if (freedom < 4 || square === 0 || otherSquare === 0) return null;
  const correlation = sumOf(own, other) / Math.sqrt(square * otherSquare);
  const middle = 1 + (2 * (1 - correlation ** 2) * studentQuantile(freedom) ** 2) / freedom;
  const variances = square / otherSquare;
  // The product of the two factors is 1, so the smaller is computed from the larger, without
  // cancellation.
  const factor = middle + Math.sqrt(middle ** 2 - 1);
  return { low: Math.sqrt(variances / factor), high: Math.sqrt(variances * factor) };
}

/** @param {readonly number[]} values */
function deviations(values) {
  const middle = mean(values);
  return values.map((value) => value - middle);
}

/**
 * @param {readonly number[]} left
 * @param {readonly number[]} right
 */
const sumOf = (left, right) =>
  sum(left.map((value, index) => value * (right[index] ?? Number.NaN)));

/**
 * The 97.5 % point of Student's distribution: Cornish and Fisher's expansion around the normal one,
 * within 0.5 % from four degrees of freedom (Abramowitz and Stegun 26.7.5).
 * @param {number} freedom
 */
function studentQuantile(freedom) {
  const z = 1.959964;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3;
}

/**
 * @typedef {{ pairs: number[], median: number, interval: { low: number, high: number } | null,
 *   min: number, max: number, spreadRatio: number | null,
 *   spreadRatioInterval: { low: number, high: number } | null }} Comparison
 */

/**
 * DriveProof's rate over the other tool's, pair by pair, because the two of a pair were measured
 * right after each other; and DriveProof's coefficient of variation over the other tool's: below 1,
 * DriveProof's figure is the steadier one.
 * @param {Summary} ours
 * @param {Summary} theirs
 * @returns {Comparison}
 */
export function compare(ours, theirs) {
  const [rates, theirRates] = [ratesOf(ours), ratesOf(theirs)];
  const pairs = rates.map((rate, index) => rate / (theirRates[index] ?? Number.NaN));
  const [own, other] = [ours.coefficientOfVariation, theirs.coefficientOfVariation];
  return {
    pairs,
    median: median(pairs),
    interval: medianInterval(pairs),
    min: Math.min(...pairs),
    max: Math.max(...pairs),
    spreadRatio: own === null || other === null || other === 0 ? null : own / other,
    // The deviations relative to the means, as in the coefficients of variation.
    spreadRatioInterval: spreadRatioInterval(relative(rates), relative(theirRates)),
  };
}

/** @param {Summary} summary */
const ratesOf = ({ repetitions }) =>
  repetitions.map(({ operationsPerSecond }) => operationsPerSecond);

/** @param {readonly number[]} values */
function relative(values) {
  const middle = mean(values);
  return values.map((value) => value / middle);
}
