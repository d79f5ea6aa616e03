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
function mean(values) {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/**
 * Run-to-run spread: the standard deviation of the sample (n − 1) over the mean, as a fraction.
 * @param {readonly number[]} values
 * @returns {number | null} `null` for fewer than two repetitions: not known
 */
export function coefficientOfVariation(values) {
  if (values.length < 2) return null;
  const middle = mean(values);
  const squares = values.reduce((total, value) => total + (value - middle) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1)) / middle;
}

/**
 * What one tool gave in one repetition. The processor's time is that of user and system together;
 * `null` where the tool does not tell it.
 * @typedef {{ operationsPerSecond: number, cpuNsPerOperation: number | null, measuredNs: number }} Figures
 */

/**
 * @typedef {{ repetitions: readonly Figures[], median: number, min: number, max: number,
 *   coefficientOfVariation: number | null, cpuNsPerOperation: number | null, measuredNs: number }} Summary
 */

/**
 * One tool over all repetitions; operations per second unless the name says otherwise.
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
 * @typedef {{ pairs: number[], median: number, min: number, max: number,
 *   spreadRatio: number | null }} Comparison
 */

/**
 * Ours over theirs, pair by pair, because the two of a pair were measured right after each other;
 * and our coefficient of variation over theirs: below 1, our figure is the steadier one.
 * @param {Summary} ours
 * @param {Summary} theirs
 * @returns {Comparison}
 */
export function compare(ours, theirs) {
  const pairs = ours.repetitions.map(
    ({ operationsPerSecond }, index) =>
      operationsPerSecond / (theirs.repetitions[index]?.operationsPerSecond ?? Number.NaN),
  );
  const [own, other] = [ours.coefficientOfVariation, theirs.coefficientOfVariation];
  return {
    pairs,
    median: median(pairs),
    min: Math.min(...pairs),
    max: Math.max(...pairs),
    spreadRatio: own === null || other === null || other === 0 ? null : own / other,
  };
}
