import {
  type CriticalWarning,
  criticalWarnings,
  type Health,
  type HealthGap,
  type HealthQuantity,
  healthQuantities,
} from "../../contract/health";

/** What was read of a drive, before anything is left out of it. */
export type HealthReadings = Partial<
  Record<HealthQuantity, number | null> &
    Pick<Health, "source" | "protocol" | "selfAssessment" | "failingAttributes"> & {
      /** As the drive has them; names that are not known stand for bits that mean nothing. */
      criticalWarnings: readonly string[] | null;
      asOfMs: number | null;
      /** The page came as it is before anything was ever written to it. */
      isBlank: boolean;
    }
>;

/** Nobody sold SSDs with these logs before; NVMe is of 2011, and no drive counts hours it was not there. */
const firstPossibleMs = Date.UTC(2007, 0, 1);
const hourMs = 3_600_000;

/** The fastest link there is, PCI Express 5.0 with four lanes, carries no more. */
const mostBytesPerSecond = 16e9;

/** Silicon neither works below nor above; 255 and -273 stand for "no sensor". */
const celsius = { least: -40, most: 150 };

/** What each figure can be; a number that is no whole one is none of a drive's. */
const possible: Readonly<Record<HealthQuantity, (value: number, nowMs: number) => boolean>> = {
  // One byte; 255 means that much or more.
  percentageUsed: (value) => isCount(value) && value <= 255,
  availableSparePercent: (value) => isCount(value) && value <= 100,
  spareThresholdPercent: (value) => isCount(value) && value <= 100,
  bytesRead: (value) => value >= 0 && value <= 1e18,
  bytesWritten: (value) => value >= 0 && value <= 1e18,
  powerOnHours: (value, nowMs) => value >= 0 && value <= (nowMs - firstPossibleMs) / hourMs,
  // A thousand a day since 2007.
  powerCycles: (value) => isCount(value) && value <= 10_000_000,
  unsafeShutdowns: (value) => isCount(value) && value <= 10_000_000,
  mediaErrors: (value) => isCount(value) && value <= 1e12,
  badSectors: (value) => isCount(value) && value <= 1e9,
  temperatureCelsius: (value) => value >= celsius.least && value <= celsius.most,
};

/** All ones in two or four bytes: what a bridge fills in for what it does not know, or a full counter. */
const filledUp: ReadonlySet<number> = new Set([0xffff, 0xffff_ffff]);
const counters: ReadonlySet<HealthQuantity> = new Set([
  "powerOnHours",
  "powerCycles",
  "unsafeShutdowns",
  "mediaErrors",
  "badSectors",
]);

/** With less written than this no drive has used up the life it is rated for. */
const leastRatedBytes = 1e12;

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
  const base = { source, protocol, selfAssessment, asOf: timeOf(asOfMs, nowMs) };
  if (readings.isBlank || isBlank(readings)) {
    const { temperatureCelsius } = quantitiesOf(
      { ...readings, ...allUnknown, ...temperatureIn(readings) },
      nowMs,
    ).known;
    return {
      ...{ ...base, selfAssessment: null, gap: null },
      ...{ ...allUnknown, temperatureCelsius },
      ...{ criticalWarnings: null, failingAttributes: null },
      impossible: [{ quantity: "page", value: null }],
    };
  }
  const { known, impossible } = quantitiesOf(readings, nowMs);
  return {
    ...{ ...base, gap: null },
    ...consistent(known, impossible, nowMs),
    criticalWarnings: warningsOf(readings.criticalWarnings ?? null),
    failingAttributes: readings.failingAttributes ?? null,
    impossible,
  };
}

/** A drive of which nothing is known, but perhaps how warm it is. */
export function unknownHealth(gap: HealthGap, readings: HealthReadings = {}): Health {
  const clockMs = Date.UTC(2026, 0, 1);
  const { temperatureCelsius } = quantitiesOf(temperatureIn(readings), clockMs).known;
  return {
    ...{ source: null, protocol: null, gap, asOf: null, ...allUnknown, temperatureCelsius },
    ...{ criticalWarnings: null, selfAssessment: null, failingAttributes: null, impossible: [] },
  };
}

type Quantities = Record<HealthQuantity, number | null>;

const allUnknown = Object.fromEntries(healthQuantities.map((name) => [name, null])) as Quantities;

function temperatureIn({ temperatureCelsius = null }: HealthReadings): HealthReadings {
  return { temperatureCelsius };
}

function quantitiesOf(readings: HealthReadings, nowMs: number) {
  const known: Quantities = { ...allUnknown };
  const impossible: Health["impossible"] = [];
  for (const name of healthQuantities) {
    const value = readings[name] ?? null;
    if (value === null) {
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
  // A byte of all ones is also what nobody has filled in.
  const used = known.percentageUsed ?? 0;
  const written = known.bytesWritten;
  if (used >= 100 && (written === null ? used === 255 : written < leastRatedBytes)) {
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

/** A log that counts nothing at all: whoever asked was switched on at least once. */
function isBlank(readings: HealthReadings): boolean {
  const counters = ["powerOnHours", "powerCycles", "bytesRead", "bytesWritten"] as const;
  const values = counters.map((name) => readings[name] ?? null);
  return (
    readings.protocol === "nvme" &&
    values.every((value) => value === 0) &&
    (readings.availableSparePercent ?? 0) === 0
  );
}

/** Bits that mean nothing make all of them senseless, and so do all at once: no drive has every part. */
function warningsOf(names: readonly string[] | null): Health["criticalWarnings"] {
  if (names === null || names.length >= criticalWarnings.length) {
    return null;
  }
  const known = names.filter((name): name is CriticalWarning =>
    (criticalWarnings as readonly string[]).includes(name),
  );
  return known.length === names.length && new Set(known).size === known.length ? known : null;
}

/** A time of which the clock says that it was: not before there were such drives, not in the future. */
function timeOf(ms: number | null, nowMs: number): string | null {
  return ms === null || !(ms > firstPossibleMs && ms <= nowMs + hourMs)
    ? null
    : new Date(ms).toISOString();
}
