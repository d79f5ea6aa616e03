/**
 * Numbers as people read them: three significant digits at most, thousands set apart, the unit
 * always there. Every space made here is a no-break one, so that no line ends inside a quantity.
 */

/** U+202F, narrow no-break space: between groups of three digits. */
export const thousandsSpace = "\u202f";
/** U+00A0, no-break space: between a number and its unit. */
export const unitSpace = "\u00a0";

/** Operations per second: "46", "1 230", "61 300"; below 10 one decimal. */
export function formatRate(perSecond: number): string {
  requireQuantity(perSecond);
  if (perSecond > 0 && perSecond < 0.05) {
    return "<0.1";
  }
  if (perSecond < 9.95) {
    return perSecond.toFixed(1);
  }
  return grouped(Math.round(toSignificant(perSecond, 3)));
}

/** An exact integer with its thousands set apart. */
export function formatCount(count: number): string {
  requireQuantity(count);
  return grouped(Math.round(count));
}

/** Flush commands for each save: one decimal tells none, some and one; three what rounds to none. */
export function formatFlushes(perSave: number): string {
  requireQuantity(perSave);
  return perSave > 0 && perSave < 0.1 ? perSave.toFixed(3) : perSave.toFixed(1);
}

/** How many times as much: "46 times", "1.3 times". */
export function formatRatio(ratio: number): string {
  return `${formatRate(ratio)}${unitSpace}times`;
}

/** A share (1 is the whole) as a percentage with two significant digits: "12 %", "0.001 %". */
export function formatPercent(share: number): string {
  requireQuantity(share);
  const percent = share * 100;
  const smallest = 0.0001;
  if (percent > 0 && percent < smallest) {
    return `<${smallest}${unitSpace}%`;
  }
  const rounded =
    percent >= 99.5 ? toSignificant(Math.round(percent), 3) : toSignificant(percent, 2);
  return `${decimal(rounded)}${unitSpace}%`;
}

/** Decimal units, as drives are sold: "268 MB", "1.23 GB". Input in bytes. */
export function formatBytes(bytes: number): string {
  requireQuantity(bytes);
  let value = bytes;
  let unit = 0;
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  // Rounded before it is compared, so that 999 900 bytes are 1 MB and not 1 000 kB.
  while (toSignificant(value, 3) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${decimal(toSignificant(value, 3))}${unitSpace}${units[unit]}`;
}

/** Throughput in decimal units: "103 MB/s". */
export function formatBytesPerSecond(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** Sizes that are powers of two by nature (blocks, buffers): "512 B", "4 KiB", "1 MiB". */
export function formatBlockBytes(bytes: number): string {
  requireQuantity(bytes);
  let value = Math.round(bytes);
  let unit = 0;
  const units = ["B", "KiB", "MiB", "GiB"];
  while (value >= 1024 && value % 1024 === 0 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${grouped(value)}${unitSpace}${units[unit]}`;
}

const microsecondNs = 1_000;
const millisecondNs = 1_000_000;
const secondNs = 1_000_000_000;

/** "85 ns", "320 µs", "24 ms", "1.3 s", "4 min 20 s", "1 h 5 min". Input in nanoseconds. */
export function formatDuration(ns: number): string {
  requireQuantity(ns);
  if (Math.round(ns) < microsecondNs) {
    return `${Math.round(ns)}${unitSpace}ns`;
  }
  // The bounds are where the rounded figure would reach the next unit.
  if (ns < 999.5 * microsecondNs) {
    return `${shortFigure(ns / microsecondNs)}${unitSpace}µs`;
  }
  if (ns < 999.5 * millisecondNs) {
    return `${shortFigure(ns / millisecondNs)}${unitSpace}ms`;
  }
  if (ns < 59.5 * secondNs) {
    return `${shortFigure(ns / secondNs)}${unitSpace}s`;
  }
  const seconds = Math.round(ns / secondNs);
  if (seconds < 3600) {
    return twoUnits(Math.floor(seconds / 60), "min", seconds % 60, "s");
  }
  const minutes = Math.round(seconds / 60);
  return twoUnits(Math.floor(minutes / 60), "h", minutes % 60, "min");
}

function twoUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  const head = `${grouped(large)}${unitSpace}${largeUnit}`;
  return small === 0 ? head : `${head}${unitSpace}${small}${unitSpace}${smallUnit}`;
}

/** One decimal below 10, an integer from there on; for values below 1 000. */
function shortFigure(value: number): string {
  return value < 9.95 ? value.toFixed(1) : String(Math.round(value));
}

function toSignificant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** A rounded number without exponent, its integer part grouped. */
function decimal(value: number): string {
  if (Number.isInteger(value)) {
    return grouped(value);
  }
  // Six decimals hold every value that is let through here; trailing zeros say nothing.
  return value.toFixed(6).replace(/0+$/, "");
}

function grouped(integer: number): string {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, thousandsSpace);
}

/** A figure that is not one is a defect of the caller; printing it would be worse. */
function requireQuantity(value: number): void {
  if (!Number.isFinite(value) || value < 0) {
    throw new RangeError(`not a quantity: ${value}`);
  }
}
