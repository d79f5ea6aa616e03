import { useMemo } from "react";
import { formatCount } from "#text/format";
import { units } from "#text/units";

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
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => 10 ** (first + place));
  return { low: 10 ** first, high: 10 ** last, ticks };
}

/** The axis from `low` to `high`, widened by values beyond them; a value not known yet is 0. */
export function axisAround(low: number, high: number, values: readonly number[]): LogAxis {
  const known = values.filter((value) => value > 0);
  return logAxis(Math.min(low, ...known), Math.max(high, ...known));
}

/** The same object for the same scale, so that memoized parts of a chart are not drawn again. */
export function useSameAxis({ low, high }: LogAxis): LogAxis {
  return useMemo(() => logAxis(low, high), [low, high]);
}

/** Position of a value, 0 to 1; values beyond the ends are put on the ends (0 has no logarithm). */
export function position(axis: LogAxis, value: number): number {
  return Math.log10(onAxis(axis, value) / axis.low) / Math.log10(axis.high / axis.low);
}

/** The value clamped to the axis, for a chart library that draws nothing beyond its domain. */
export function onAxis(axis: LogAxis, value: number): number {
  return Math.min(axis.high, Math.max(axis.low, value));
}

/**
 * Saves per second, from 1 (0.1 for a slower drive) to the power of ten above the fastest and at
 * least to memory's 1 000 000, so that live charts keep their scale and drives can be compared.
 */
export function rateAxis(rates: readonly number[]): LogAxis {
  const atLeastTenth = rates.map((rate) => (rate > 0 ? Math.max(0.1, rate) : 0));
  return axisAround(1, 1_000_000, atLeastTenth);
}

const inUnits = [units.nanoseconds, units.microseconds, units.milliseconds, units.seconds];

/** "1 µs", "10 ms", "1 s": a power of ten of nanoseconds without decimals. */
export function decadeOfTime(ns: number): string {
  const place = Math.min(inUnits.length - 1, Math.floor(Math.log10(ns) / 3 + 1e-9));
  return inUnits[place]?.({ figure: formatCount(ns / 1000 ** place) }) ?? "";
}

const megabyte = 1_000_000;
const gigabyte = 1000 * megabyte;

/**
 * The axis of sequential writes in bytes per second, from the slowest laptop drives (less for a
 * slower stick) to a fast computer's memory: live charts keep their scale, and drives can be
 * compared.
 */
export function throughputAxis(bytesPerSecond: readonly number[]): LogAxis {
  return axisAround(10 * megabyte, 10 * gigabyte, bytesPerSecond);
}

/**
 * The slowest sync on the fixed axis, in nanoseconds: a revolution and a seek or two of a hard
 * disk.
 */
const slowSyncNs = 30_000_000;

/**
 * Time to write a total, from the speed of memory to a hard disk that syncs `mostSyncs` times;
 * fixed before anything is measured, and widened only by extreme values.
 */
export function elapsedAxis(
  plan: { readonly totalBytes: number; readonly mostSyncs: number },
  measuredNs: readonly number[],
): LogAxis {
  const quickestNs = (plan.totalBytes / (20 * gigabyte)) * 1e9;
  return axisAround(quickestNs, plan.mostSyncs * slowSyncNs, measuredNs);
}
