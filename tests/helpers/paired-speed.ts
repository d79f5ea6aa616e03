import { median } from "#analysis/statistics";

/** The median ratio of two speeds that were measured in pairs, and how it compares with a bound. */
export interface PairedRatio {
  readonly median: number;
  readonly pairs: number;
  /** Number of pairs whose ratio is at or above the bound. */
  readonly above: number;
  /** Whether the median is above or below the bound; null if the measured pairs do not decide. */
  readonly side: "above" | "below" | null;
}

/**
 * Significance level of the sign test: if the median is at the bound, at most 1 % of all runs
 * decide by chance.
 */
const chance = 0.01;

/**
 * Measures pairs, each speed directly after the other, until a sign test tells whether the median
 * ratio is above or below `bound`, or `mostPairs` are measured. A busy machine needs more pairs but
 * gets the same answer, because the test only counts pairs on each side of `bound`.
 */
export async function pairedRatio(
  measurePair: (pair: number) => Promise<number>,
  bound: number,
  mostPairs: number,
): Promise<PairedRatio> {
  const ratios: number[] = [];
  let above = 0;
  let side: PairedRatio["side"] = null;
  while (side === null && ratios.length < mostPairs) {
    const ratio = await measurePair(ratios.length);
    ratios.push(ratio);
    above += ratio >= bound ? 1 : 0;
    const below = ratios.length - above;
    if (atLeastByChance(Math.max(above, below), ratios.length) <= chance) {
      side = above > below ? "above" : "below";
    }
  }
  return { median: median(ratios), pairs: ratios.length, above, side };
}

/** Probability of at least `heads` heads in `throws` throws of a fair coin. */
export function atLeastByChance(heads: number, throws: number): number {
  let probability = 0;
  let coefficient = 1; // the binomial coefficient "throws choose k", for k from `throws` downwards
  for (let k = throws; k >= heads; k -= 1) {
    probability += coefficient * 0.5 ** throws;
    coefficient = (coefficient * k) / (throws - k + 1);
  }
  return probability;
}
