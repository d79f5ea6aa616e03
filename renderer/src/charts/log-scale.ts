/** A logarithmic axis between two powers of ten. */
export interface LogAxis {
  readonly low: number;
  readonly high: number;
  /** Every power of ten from low to high. */
  readonly ticks: readonly number[];
}

/** The axis from `low` to `high`, widened to whole powers of ten; both must be positive. */
export function logAxis(low: number, high: number): LogAxis {
  const first = Math.floor(Math.log10(low) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(high) - 1e-9));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += 1) {
    ticks.push(10 ** power);
  }
  return { low: 10 ** first, high: 10 ** last, ticks };
}

/** Where a value lies, 0 to 1; values beyond the ends are put on the ends (0 has no logarithm). */
export function position(axis: LogAxis, value: number): number {
  const held = Math.min(axis.high, Math.max(axis.low, value));
  return Math.log10(held / axis.low) / Math.log10(axis.high / axis.low);
}

/** The value held inside the axis, for a chart library that draws nothing beyond its domain. */
export function onAxis(axis: LogAxis, value: number): number {
  return Math.min(axis.high, Math.max(axis.low, value));
}

/**
 * Saves per second: from 1 (0.1 for a drive slower than that) to the power of ten above the
 * fastest, and never below 1 000 000, the reach of the computer's memory: so the live chart does not
 * change its scale, and the charts of different drives can be laid side by side.
 */
export function rateAxis(rates: readonly number[]): LogAxis {
  const known = rates.filter((rate) => rate > 0);
  const slowest = Math.min(1, ...known);
  return logAxis(Math.max(0.1, slowest), Math.max(1_000_000, ...known));
}
