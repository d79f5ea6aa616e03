import type { LatencyCounts } from "#contract/engine-counts";

/**
 * Elapsed time in ns of a measurement during which the computer slept: eight hours and 7 ns, which
 * no report may show.
 */
export const nightNs = 28_800_000_000_007;

/** A computer that sleeps during the measurements whose numbers (from 1) a test gives. */
export class FakeSleep {
  /** How long the computer has slept so far; `null`: the system does not tell. */
  sleptNs: number | null = 0;
  asleepIn: readonly number[];
  private measurements = 0;

  constructor(
    asleepIn: readonly number[] = [],
    private readonly eachNs = 3e9,
  ) {
    this.asleepIn = asleepIn;
  }

  /**
   * Counts a measurement. If the computer sleeps during it, its elapsed time and its longest
   * latency become `nightNs`.
   */
  measure<Counts extends { readonly elapsedNs: number; readonly latency: LatencyCounts }>(
    counts: Counts,
  ): Counts {
    this.measurements += 1;
    const isAsleep = this.asleepIn.includes(this.measurements);
    if (isAsleep && this.sleptNs !== null) {
      this.sleptNs += this.eachNs;
    }
    const { latency } = counts;
    return isAsleep
      ? { ...counts, elapsedNs: nightNs, latency: { ...latency, maxNs: nightNs, sumNs: nightNs } }
      : counts;
  }
}
