import { median } from "#analysis/statistics";

/** The ratio of two speeds, measured in pairs. */
export interface PairedRatio {
  readonly median: number;
  readonly pairs: number;
  /** Number of pairs whose ratio is at or above the bound. */
  readonly above: number;
  /** The side of the bound on which the pairs show the median; null if they do not decide. */
  readonly side: "above" | "below" | null;
}

/** Significance level of the sign test: 1 % of all runs at most decide by chance. */
const chance = 0.01;

/**
 * Measures pairs, each speed directly after the other, until a sign test tells on which side of
 * `bound` the median of their ratios lies, or `mostPairs` are measured. A busy machine needs more
 * of them and gets no other answer: the test asks how many pairs lie above, never how far.
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
  let coefficient = 1; // throws over k, for k = throws, throws - 1, …
  for (let k = throws; k >= heads; k -= 1) {
    probability += coefficient * 0.5 ** throws;
    coefficient = (coefficient * k) / (throws - k + 1);
  }
  return probability;
}
