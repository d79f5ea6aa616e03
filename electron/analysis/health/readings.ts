import {
  criticalWarnings,
  type Health,
  type HealthGap,
  type HealthQuantity,
  healthQuantities,
} from "#contract/health";
import { isBelievable } from "#contract/temperature";

/** What was read of a drive, before anything is left out of it. */
export type HealthReadings = Partial<
  Record<HealthQuantity, number | null> &
    Pick<Health, "source" | "protocol" | "gap" | "selfAssessment" | "failingAttributes"> & {
      /** As the drive has them; names that are not known stand for bits that mean nothing. */
      criticalWarnings: readonly string[] | null;
      asOfMs: number | null;
      /** Of Windows' driver, which answers with the drive; no part of its health. */
      flushesTurnedOff: boolean | null;
      /** The page came as it is before anything was ever written to it. */
      isBlank: boolean;
    }
>;

/** Nobody sold SSDs with these logs before; NVMe is of 2011, and no drive counts hours it was not there. */
const firstPossibleMs = Date.UTC(2007, 0, 1);
const hourMs = 3_600_000;

/** The fastest link there is, PCI Express 5.0 with four lanes, carries no more. */
const mostBytesPerSecond = 16e9;

/** What each figure can be; a number that is no whole one is none of a drive's. */
const possible: Readonly<Record<HealthQuantity, (value: number, nowMs: number) => boolean>> = {
  // One byte; 255 means that much or more.
  percentageUsed: (value) => isCount(value) && value <= 255,
  availableSparePercent: (value) => isCount(value) && value <= 100,
  spareThresholdPercent: (value) => isCount(value) && value <= 100,
  bytesRead: (value) => value >= 0 && value <= 1e18,
  bytesWritten: (value) => value >= 0 && value <= 1e18,
  powerOnHours: (value, nowMs) => value >= 0 && value <= (nowMs - firstPossibleMs) / hourMs,
  // Whoever answers was switched on; a thousand times a day since 2007.
  powerCycles: (value) => isCount(value) && value >= 1 && value <= 10_000_000,
  unsafeShutdowns: (value) => isCount(value) && value <= 10_000_000,
  mediaErrors: (value) => isCount(value) && value <= 1e12,
  badSectors: isSectorCount,
  reallocatedSectors: isSectorCount,
  pendingSectors: isSectorCount,
  uncorrectableSectors: isSectorCount,
  temperatureCelsius: isBelievable,
};

/** All ones in two or four bytes: what a bridge fills in for what it does not know, or a full counter. */
const filledUp: ReadonlySet<number> = new Set([0xffff, 0xffff_ffff]);
const counters: ReadonlySet<HealthQuantity> = new Set([
  "powerOnHours",
  "powerCycles",
  "unsafeShutdowns",
  "mediaErrors",
  "badSectors",
  "reallocatedSectors",
  "pendingSectors",
  "uncorrectableSectors",
]);

/**
 * A drive that was on for so few hours and has had so little written to it has not used up the life it
 * is rated for: the byte is one that was never filled in.
 */
const leastHoursOfLife = 100;
const leastBytesOfLife = 300e9;

function isSectorCount(value: number): boolean {
  return isCount(value) && value <= 1e9;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * The readings with everything that cannot be true set apart. `nowMs` is the computer's clock, as far
 * as it can be: one that was never set must not make hours impossible.
 */
export function healthOf(readings: HealthReadings, clockMs: number): Health {
  const nowMs = Math.max(clockMs, Date.UTC(2026, 0, 1));
  const { source = null, protocol = null, selfAssessment = null, asOfMs = null } = readings;
  const base = { source, protocol, selfAssessment, asOf: timeOf(asOfMs, nowMs), disk: null };
  const gap = readings.gap ?? (isEmpty(readings) ? "unreadable" : null);
  if (gap !== null) {
    return { ...unknownHealth(gap, readings), source, protocol };
  }
  if (readings.isBlank || isBlank(readings)) {
    return {
      ...unknownHealth("not-shown", readings),
      ...{ ...base, gap: null },
      // A bridge says "no failure" of every drive; what it predicts beside an empty page it was told.
      selfAssessment: selfAssessment === "failing" ? selfAssessment : null,
      impossible: [{ quantity: "page", value: null }],
    };
  }
  const { known, impossible } = quantitiesOf(readings, nowMs);
  const quantities = consistent(known, impossible, nowMs);
  return {
    ...{ ...base, gap: null },
    ...quantities,
    ...warningsOf(readings.criticalWarnings ?? null),
    failingAttributes: readings.failingAttributes ?? null,
    notReported: unreported.filter((name) => known[name] === 0),
    impossible,
  };
}

/** A drive of which nothing is known, but perhaps how warm it is. */
export function unknownHealth(gap: HealthGap, readings: HealthReadings = {}): Health {
  const clockMs = Date.UTC(2026, 0, 1);
  const { temperatureCelsius } = quantitiesOf(temperatureIn(readings), clockMs).known;
  return {
    ...{ source: null, protocol: null, gap, disk: null, asOf: null },
    ...{ ...allUnknown, temperatureCelsius },
    ...{ criticalWarnings: null, unknownWarning: false, selfAssessment: null },
    ...{ failingAttributes: null, notReported: [], impossible: [] },
  };
}

type Quantities = Record<HealthQuantity, number | null>;

/** NVMe: "A value of 0h indicates that the number of data units is not reported." */
const unreported = ["bytesRead", "bytesWritten"] as const;

const allUnknown = Object.fromEntries(healthQuantities.map((name) => [name, null])) as Quantities;

function temperatureIn({ temperatureCelsius = null }: HealthReadings): HealthReadings {
  return { temperatureCelsius };
}

function quantitiesOf(readings: HealthReadings, nowMs: number) {
  const known: Quantities = { ...allUnknown };
  const impossible: Health["impossible"] = [];
  for (const name of healthQuantities) {
    const value = readings[name] ?? null;
    // 0 °C stands for "no sensor", as 0 Kelvin does.
    if (value === null || (name === "temperatureCelsius" && value === 0)) {
      continue;
    }
    const isFilled = counters.has(name) && filledUp.has(value);
    if (Number.isFinite(value) && !isFilled && possible[name](value, nowMs)) {
      known[name] = value;
    } else {
      impossible.push({ quantity: name, value: Number.isFinite(value) ? value : null });
    }
  }
  return { known, impossible };
}

/** Figures that contradict each other: neither is judged, and the one that stands out is named. */
function consistent(
  known: Quantities,
  impossible: Health["impossible"],
  nowMs: number,
): Quantities {
  const {
    availableSparePercent: spare,
    spareThresholdPercent: threshold,
    powerOnHours: hours,
  } = known;
  const result = { ...known };
  // Drives that have no spare to report say 0 for both.
  if (spare === 0 && (threshold ?? 0) === 0) {
    result.availableSparePercent = null;
    result.spareThresholdPercent = null;
  }
  for (const name of unreported) {
    result[name] = known[name] === 0 ? null : known[name];
  }
  const used = known.percentageUsed ?? 0;
  const written = result.bytesWritten ?? Infinity;
  if (used >= 100 && (hours ?? Infinity) <= leastHoursOfLife && written <= leastBytesOfLife) {
    result.percentageUsed = null;
    impossible.push({ quantity: "percentageUsed", value: used });
  }
  // Hours may leave out time of rest, so a day is allowed for each cycle as well.
  const cycleHours = (known.powerCycles ?? 0) * 24;
  const seconds =
    hours === null ? (nowMs - firstPossibleMs) / 1000 : (hours + 24 + cycleHours) * 3600;
  for (const name of ["bytesRead", "bytesWritten"] as const) {
    const bytes = known[name];
    if (bytes !== null && bytes > seconds * mostBytesPerSecond) {
      result[name] = null;
      impossible.push({ quantity: name, value: bytes });
    }
  }
  return result;
}

/** A figure that could be true, and that no other figure of the same drive bears out. */
export function doesNotFit({ quantity, value }: Health["impossible"][number]): boolean {
  return quantity === "percentageUsed" && possible.percentageUsed(value ?? Number.NaN, 0);
}

/** Not one word of a drive, but perhaps how warm it is. */
function isEmpty({ isBlank, ...readings }: HealthReadings): boolean {
  const { asOfMs, criticalWarnings, selfAssessment, failingAttributes } = readings;
  const figures = healthQuantities.filter((name) => name !== "temperatureCelsius");
  return (
    !isBlank &&
    [asOfMs, criticalWarnings, selfAssessment, failingAttributes].every((word) => word == null) &&
    figures.every((name) => readings[name] == null)
  );
}

/** A log that counts nothing at all: whoever asked was switched on at least once. */
function isBlank(readings: HealthReadings): boolean {
  const counters = ["powerOnHours", "powerCycles", "bytesRead", "bytesWritten"] as const;
  const values = counters.map((name) => readings[name] ?? null);
  return (
    readings.protocol === "nvme" &&
    values.every((value) => value === 0) &&
    (readings.criticalWarnings ?? []).length === 0 &&
    (readings.availableSparePercent ?? 0) === 0
  );
}

/**
 * The warnings that are set and known, each once, and whether there are others. All at once are
 * senseless, because no drive has every part that could fail: then none is known.
 */
function warningsOf(
  names: readonly string[] | null,
): Pick<Health, "criticalWarnings" | "unknownWarning"> {
  const known = criticalWarnings.filter((warning) => names?.includes(warning));
  if (names === null) {
    return { criticalWarnings: null, unknownWarning: false };
  }
  if (known.length === criticalWarnings.length) {
    return { criticalWarnings: null, unknownWarning: true };
  }
  const unknownWarning = names.some(
    (name) => !(criticalWarnings as readonly string[]).includes(name),
  );
  return { criticalWarnings: known, unknownWarning };
}

/** All known warnings, which `warningsOf` takes for none. */
export function setsEveryWarning({
  criticalWarnings: known,
  unknownWarning,
}: Pick<Health, "criticalWarnings" | "unknownWarning">): boolean {
  return known === null && unknownWarning;
}

/** A time of which the clock says that it was: not before there were such drives, not in the future. */
function timeOf(ms: number | null, nowMs: number): string | null {
  return ms === null || !(ms > firstPossibleMs && ms <= nowMs + hourMs)
    ? null
    : new Date(ms).toISOString();
}
