import type { LatencyCounts } from "#contract/engine-counts";

/** The time of whatever contained a sleep: eight hours, so that no report may show them. */
export const nightNs = 28_800_000_000_007;

/** A computer that sleeps in the measurements that a test names, the first of which is 1. */
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

  /** Counts a measurement, and sleeps in it if it is named: adds the night to its time. */
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
