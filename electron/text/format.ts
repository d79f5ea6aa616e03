import { currentLanguage } from "./language";
import { formatNumber } from "./numbers";
import { units } from "./units";

/**
 * Formats numbers for people: at most three significant digits, grouped thousands, always with a
 * unit. No line breaks inside a quantity: all its spaces are no-break spaces.
 */

export { thousandsSpace } from "./numbers";
/** U+00A0, no-break space: between a number and its unit. */
export const unitSpace = "\u00a0";

/** Operations per second: "46", "1 230", "61 300"; below 10 one decimal. */
export function formatRate(perSecond: number): string {
  requireQuantity(perSecond);
  if (perSecond > 0 && perSecond < 0.05) {
    return units.below({ figure: formatNumber(0.1, 1) });
  }
  if (perSecond < 9.95) {
    return formatFixed(perSecond, 1);
  }
  return formatNumber(Math.round(toSignificant(perSecond, 3)));
}

/** An exact integer with grouped thousands. */
export function formatCount(count: number): string {
  requireQuantity(count);
  return formatNumber(Math.round(count));
}

/** Whole degrees, because sensors report no fractions: "41 °C". */
export function formatCelsius(celsius: number): string {
  return units.celsius({ figure: formatNumber(Math.round(celsius)) });
}

/**
 * Flush commands per save: one decimal tells none, some and one apart; three decimals below 0.1.
 */
export function formatFlushes(perSave: number): string {
  return formatNotNone(perSave, perSave > 0 && perSave < 0.1 ? 3 : 1);
}

/** Formats with this many decimals. A positive value that would round to "0.00" gives "<0.01". */
export function formatNotNone(quantity: number, decimals: number): string {
  requireQuantity(quantity);
  const smallest = 10 ** -decimals;
  return quantity > 0 && quantity < smallest / 2
    ? units.below({ figure: formatNumber(smallest, decimals) })
    : formatFixed(quantity, decimals);
}

/** A ratio: "46 times", "1.3 times". */
export function formatRatio(ratio: number): string {
  return units.times({ figure: formatRate(ratio) });
}

/** A share (1 is the whole) as a percentage with two significant digits: "12 %", "0.001 %". */
export function formatPercent(share: number): string {
  requireQuantity(share);
  const percent = share * 100;
  const smallest = 0.0001;
  if (percent > 0 && percent < smallest) {
    return units.below({ figure: units.percent({ figure: formatNumber(smallest, 4) }) });
  }
  const rounded =
    percent >= 99.5 ? toSignificant(Math.round(percent), 3) : toSignificant(percent, 2);
  return units.percent({ figure: decimal(rounded) });
}

/** Bytes in decimal units, as drives are sold: "268 MB", "1.23 GB". */
export function formatBytes(bytes: number): string {
  requireQuantity(bytes);
  let value = bytes;
  let unit = 0;
  const scale = ["B", "kB", "MB", "GB", "TB", "PB"] as const;
  // Compares the rounded value, so that 999 900 bytes become 1 MB and not 1 000 kB.
  while (toSignificant(value, 3) >= 1000 && unit < scale.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return units[scale[unit] ?? "PB"]({ figure: decimal(toSignificant(value, 3)) });
}

/** Throughput in decimal units: "103 MB/s". */
export function formatBytesPerSecond(bytesPerSecond: number): string {
  return units.perSecond({ quantity: formatBytes(bytesPerSecond) });
}

/** Sizes that are powers of two (blocks, buffers): "512 B", "4 KiB", "1 MiB". */
export function formatBlockBytes(bytes: number): string {
  requireQuantity(bytes);
  let value = Math.round(bytes);
  let unit = 0;
  const scale = ["B", "KiB", "MiB", "GiB"] as const;
  while (value >= 1024 && value % 1024 === 0 && unit < scale.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return units[scale[unit] ?? "GiB"]({ figure: formatNumber(value) });
}

/** Joins names or figures: "flush, buffer, interval". */
export function formatList(items: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: "unit", style: "short" }).format(items);
}

const microsecondNs = 1_000;
const millisecondNs = 1_000_000;
const secondNs = 1_000_000_000;

/** A duration in nanoseconds: "85 ns", "320 µs", "24 ms", "1.3 s", "4 min 20 s", "1 h 5 min". */
export function formatDuration(ns: number): string {
  requireQuantity(ns);
  if (Math.round(ns) < microsecondNs) {
    return units.nanoseconds({ figure: formatNumber(Math.round(ns)) });
  }
  // Each limit is the value from which the rounded figure would reach the next unit.
  if (ns < 999.5 * microsecondNs) {
    return units.microseconds({ figure: shortFigure(ns / microsecondNs) });
  }
  if (ns < 999.5 * millisecondNs) {
    return units.milliseconds({ figure: shortFigure(ns / millisecondNs) });
  }
  if (ns < 59.5 * secondNs) {
    return units.seconds({ figure: shortFigure(ns / secondNs) });
  }
  const seconds = Math.round(ns / secondNs);
  if (seconds < 3600) {
    const minutes = formatNumber(Math.floor(seconds / 60));
    return seconds % 60 === 0
      ? units.minutes({ figure: minutes })
      : units.minutesAndSeconds({ minutes, seconds: formatNumber(seconds % 60) });
  }
  const minutes = Math.round(seconds / 60);
  const hours = formatNumber(Math.floor(minutes / 60));
  return minutes % 60 === 0
    ? units.hours({ figure: hours })
    : units.hoursAndMinutes({ hours, minutes: formatNumber(minutes % 60) });
}

/** Remaining time, rounded up to 5 s below a minute and to 10 s above: it is only an estimate. */
export function formatTimeLeft(ns: number): string {
  const step = (ns < 60 * secondNs ? 5 : 10) * secondNs;
  return formatDuration(Math.max(step, Math.ceil(ns / step) * step)).replace(/\.0/, "");
}

/** For values below 1 000: one decimal below 10, no decimals above. */
function shortFigure(value: number): string {
  return value < 9.95 ? formatFixed(value, 1) : formatNumber(Math.round(value));
}

function toSignificant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The value with exactly `decimals` decimals, rounded like `toFixed`. */
export function formatFixed(value: number, decimals: number): string {
  return formatNumber(Number(value.toFixed(decimals)), decimals);
}

/** A rounded number with all its decimals, at most six; no caller passes more. */
function decimal(value: number): string {
  const figure = value.toFixed(6).replace(/0+$/, "");
  const [, decimals = ""] = figure.split(".");
  return formatNumber(Number(figure), decimals.length);
}

/** Throws for NaN, infinities and negative values, which are a bug of the caller. */
function requireQuantity(value: number): void {
  if (!Number.isFinite(value) || value < 0) {
    throw new RangeError(`not a quantity: ${value}`);
  }
}
