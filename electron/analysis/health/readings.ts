import {
  criticalWarnings,
  type Health,
  type HealthGap,
  type HealthQuantity,
  healthQuantities,
} from "#contract/health";
import { isBelievable } from "#contract/temperature";

export interface AtaAttribute {
  readonly id: number;
  readonly value: number;
  /** The attribute's raw value with all its 48 bits, of which the maker decides the meaning. */
  readonly raw: number;
}

/** Raw readings of a drive, before any checks. */
export type HealthReadings = Partial<
  Record<HealthQuantity, number | null> &
    Pick<
      Health,
      | "source"
      | "protocol"
      | "gap"
      | "selfAssessment"
      | "selfTestFailed"
      | "failingAttributes"
      | "hasFailingAttributes"
      | "onceFailingAttributes"
      | "wearAttribute"
      | "emmc"
    > & {
      /** ATA: all attributes, of which most have a meaning that depends on the model. */
      attributes: readonly AtaAttribute[];
      /** NVMe: the critical warnings that are set; other names stand for undefined bits. */
      criticalWarnings: readonly string[] | null;
      asOfMs: number | null;
      /**
       * Whether a setting makes Windows' driver confirm flushes without sending them; DriveProof
       * reads the setting together with the health.
       */
      flushesTurnedOff: boolean | null;
      /** Whether other counts show far more use than the power-on hours. */
      hoursContradicted: boolean;
      /** Whether the health page looks like that of a drive that was never written to. */
      isBlank: boolean;
    }
>;

/**
 * Earliest sale of a drive whose power-on hours are read (NVMe dates from 2011); bounds the hours.
 */
const firstPossibleMs = Date.UTC(2007, 0, 1);
const hourMs = 3_600_000;

/** Most bytes a second of the fastest link, PCI Express 5.0 with four lanes. */
const mostBytesPerSecond = 16e9;

/** The valid range of each quantity; a counter must be a whole number. */
const possible: Readonly<Record<HealthQuantity, (value: number, nowMs: number) => boolean>> = {
  // Percentage Used is one byte, in which 255 means 255 or more.
  percentageUsed: (value) => isCount(value) && value <= 255,
  availableSparePercent: (value) => isCount(value) && value <= 100,
  spareThresholdPercent: (value) => isCount(value) && value <= 100,
  bytesRead: (value) => value >= 0 && value <= 1e18,
  bytesWritten: (value) => value >= 0 && value <= 1e18,
  powerOnHours: (value, nowMs) => value >= 0 && value <= (nowMs - firstPossibleMs) / hourMs,
  // A drive that answers has one power cycle; the maximum is about a thousand a day since 2007.
  powerCycles: (value) => isCount(value) && value >= 1 && value <= 10_000_000,
  unsafeShutdowns: (value) => isCount(value) && value <= 10_000_000,
  mediaErrors: (value) => isCount(value) && value <= 1e12,
  badSectors: isSectorCount,
  reallocatedSectors: isSectorCount,
  pendingSectors: isSectorCount,
  uncorrectableSectors: isSectorCount,
  temperatureCelsius: isBelievable,
};

/** 0xFFFF or 0xFFFFFFFF: a bridge's filler for an unknown value, or a saturated counter. */
const filledUp: ReadonlySet<number> = new Set([0xffff, 0xffff_ffff]);

/** The number of the ATA attribute that holds each sector counter. */
const attributeOf: Partial<Record<HealthQuantity, number>> = {
  reallocatedSectors: 5,
  pendingSectors: 197,
  uncorrectableSectors: 198,
};

/**
 * A count of 0xFFFF is believed if its attribute's value is at most this: it falls from 100 or 200
 * as the count rises, and a filler does not lower it.
 */
const fallenValue = 50;

/**
 * Whether a count of 0xFFFF is a saturated counter of an ATA drive and not a filler. For a sector
 * counter only if its attribute's value has fallen. For `mediaErrors` (attribute 187) always,
 * because published reports show failing Seagate disks with it; fillers there set more bits
 * (`isPacked()`).
 */
function isFullCount({ protocol, attributes }: HealthReadings, name: HealthQuantity): boolean {
  const attribute = attributes?.find(({ id }) => id === attributeOf[name]);
  const hasFallen =
    attribute !== undefined && attribute.value >= 1 && attribute.value <= fallenValue;
  return protocol === "ata" && (name === "mediaErrors" || hasFallen);
}

/** Whether the maker packed other fields above the count of attribute 187, which hides it. */
function isPacked({ protocol }: HealthReadings, name: HealthQuantity, value: number): boolean {
  return protocol === "ata" && name === "mediaErrors" && !isSectorCount(value);
}

/** Up to this many power-on hours, the drive may be new or its counter may have been reset. */
export const fewHours = 100;

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
 * In fewer power-on hours than this no drive uses up its rated life, nor a percent of it per hour.
 * If Percentage Used says so, the byte may be uninitialized, so the bytes written decide.
 */
const leastHoursOfLife = 100;
/** A drive with at most this many bytes written cannot have used up its rated life. */
const leastBytesOfLife = 300e9;
/** One percent of wear takes more bytes than this: a rating of 1.5 TB is far below any drive's. */
const leastBytesOfPercent = 15e9;
/** Up to this Percentage Used, wear says little: new drives reach it, and some drives round up. */
const firstPercents = 2;

/**
 * Most percent of wear in an hour of writing: no drive fills itself more than 18 times (1 TB at 5
 * GB/s), and none is rated for fewer than 100 fills.
 */
const mostPercentOfHour = 18;

type Wear = Pick<Quantities, "percentageUsed" | "powerOnHours" | "bytesWritten">;

function isWornTooSoon(wear: Wear): boolean {
  const { percentageUsed, powerOnHours, bytesWritten } = wear;
  const percent = percentageUsed ?? 0;
  if (!isWornInFewHours(wear)) {
    return false;
  }
  return bytesWritten === null
    ? percent > mostPercentOfHour * ((powerOnHours ?? 0) + 1)
    : bytesWritten <= Math.min(leastBytesOfLife, leastBytesOfPercent * percent);
}

/** Whether the drive reports more wear than ordinary use can cause in its few power-on hours. */
function isWornInFewHours({ percentageUsed, powerOnHours }: Wear): boolean {
  const percent = percentageUsed ?? 0;
  return (
    percent > firstPercents && (powerOnHours ?? Infinity) <= Math.min(leastHoursOfLife, percent)
  );
}

/** Whether hours and wear contradict each other without a count of bytes written to decide. */
export function isWearUncertain(wear: Wear): boolean {
  return wear.bytesWritten === null && isWornInFewHours(wear);
}

function isSectorCount(value: number): boolean {
  return isCount(value) && value <= 1e9;
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

/**
 * Separates possible from impossible readings. A `clockMs` before 2026 counts as 2026: an unset
 * clock must not reject valid hours.
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
      ...base,
      gap: null,
      // A bridge reports "no failure" for any drive; only a predicted failure comes from the drive
      // itself.
      selfAssessment: selfAssessment === "failing" ? selfAssessment : null,
      impossible: [{ quantity: "page", value: null }],
    };
  }
  const { known, impossible } = quantitiesOf(readings, nowMs);
  const quantities = consistent(readings, { known, impossible }, nowMs);
  return {
    ...base,
    gap: null,
    ...quantities,
    wearAttribute: quantities.percentageUsed === null ? null : (readings.wearAttribute ?? null),
    emmc: readings.emmc ?? null,
    ...warningsOf(readings.criticalWarnings ?? null),
    selfTestFailed: readings.selfTestFailed ?? false,
    failingAttributes: readings.failingAttributes ?? null,
    hasFailingAttributes: readings.hasFailingAttributes ?? false,
    onceFailingAttributes: readings.onceFailingAttributes ?? [],
    notReported: unreported.filter((name) => known[name] === 0),
    impossible,
  };
}

/** Health data without any figure but the temperature, if that is known; `gap` says why. */
export function unknownHealth(gap: HealthGap, readings: HealthReadings = {}): Health {
  const clockMs = Date.UTC(2026, 0, 1);
  const { temperatureCelsius } = quantitiesOf(temperatureIn(readings), clockMs).known;
  return {
    source: null,
    protocol: null,
    gap,
    disk: null,
    asOf: null,
    ...allUnknown,
    temperatureCelsius,
    wearAttribute: null,
    emmc: null,
    criticalWarnings: null,
    unknownWarning: false,
    selfAssessment: null,
    selfTestFailed: false,
    failingAttributes: null,
    hasFailingAttributes: false,
    onceFailingAttributes: [],
    notReported: [],
    impossible: [],
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
    // 0 °C means "no sensor", as 0 Kelvin does.
    if (value === null || (name === "temperatureCelsius" && value === 0)) {
      continue;
    }
    const isFilled = counters.has(name) && filledUp.has(value) && !isFullCount(readings, name);
    const isJudged = !isFilled && !isPacked(readings, name, value);
    if (Number.isFinite(value) && isJudged && possible[name](value, nowMs)) {
      known[name] = value;
    } else {
      impossible.push({ quantity: name, value: Number.isFinite(value) ? value : null });
    }
  }
  return { known, impossible };
}

/** Removes figures that contradict each other, and lists the implausible one as impossible. */
function consistent(
  readings: HealthReadings,
  { known, impossible }: ReturnType<typeof quantitiesOf>,
  nowMs: number,
): Quantities {
  const {
    availableSparePercent: spare,
    spareThresholdPercent: threshold,
    powerOnHours: hours,
  } = known;
  const result = { ...known };
  // A drive that reports no spare sets the spare and its threshold to 0.
  if (spare === 0 && (threshold ?? 0) === 0) {
    result.availableSparePercent = null;
    result.spareThresholdPercent = null;
  }
  for (const name of unreported) {
    result[name] = known[name] === 0 ? null : known[name];
  }
  if (hasNoCounters(readings)) {
    impossible.push({ quantity: "powerOnHours", value: 0 });
    Object.assign(result, { powerOnHours: null, unsafeShutdowns: null, mediaErrors: null });
  }
  if (readings.hoursContradicted && result.powerOnHours !== null) {
    impossible.push({ quantity: "powerOnHours", value: result.powerOnHours });
    result.powerOnHours = null;
  }
  if (isWornTooSoon(result)) {
    impossible.push({ quantity: "percentageUsed", value: result.percentageUsed });
    result.percentageUsed = null;
  }
  // Power-on hours may omit idle time, so a day is allowed for each power cycle as well.
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

/**
 * Whether a rejected value contradicts other figures, rather than lies out of range. 0 power cycles
 * counts as a contradiction, too: a drive may count its first cycle only when the cycle ends.
 */
export function doesNotFit({ quantity, value }: Health["impossible"][number]): boolean {
  const reported = value ?? Number.NaN;
  return (
    (quantity === "powerCycles" && reported === 0) ||
    (quantity === "powerOnHours" && reported >= 0 && reported <= fewHours) ||
    (quantity === "percentageUsed" && possible.percentageUsed(reported, 0))
  );
}

/** Whether nothing was read, except perhaps the temperature. */
function isEmpty({ isBlank, ...readings }: HealthReadings): boolean {
  const { asOfMs, criticalWarnings, selfAssessment, failingAttributes, emmc } = readings;
  const figures = healthQuantities.filter((name) => name !== "temperatureCelsius");
  return (
    !isBlank &&
    [asOfMs, criticalWarnings, selfAssessment, failingAttributes, emmc].every(
      (word) => word == null,
    ) &&
    figures.every((name) => readings[name] == null)
  );
}

/** Whether an NVMe log is all zeros. */
function isBlank(readings: HealthReadings): boolean {
  return (
    hasNoCounters(readings) &&
    (readings.criticalWarnings ?? []).length === 0 &&
    (readings.availableSparePercent ?? 0) === 0
  );
}

/**
 * Whether every counter of an NVMe log is 0, which no drive has: a bridge may pass on only the
 * log's beginning.
 */
function hasNoCounters(readings: HealthReadings): boolean {
  const names = ["powerOnHours", "powerCycles", "bytesRead", "bytesWritten"] as const;
  return readings.protocol === "nvme" && names.every((name) => readings[name] === 0);
}

/**
 * The known warnings that are set, and whether unknown bits are set. All warnings at once do not
 * count, because no drive has every part that could fail.
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

/** Whether `warningsOf()` rejected the warnings because all were set at once. */
export function setsEveryWarning({
  criticalWarnings: known,
  unknownWarning,
}: Pick<Health, "criticalWarnings" | "unknownWarning">): boolean {
  return known === null && unknownWarning;
}

/** The time in ISO format; `null` if it lies before 2007 (`firstPossibleMs`) or in the future. */
function timeOf(ms: number | null, nowMs: number): string | null {
  return ms === null || !(ms > firstPossibleMs && ms <= nowMs + hourMs)
    ? null
    : new Date(ms).toISOString();
}
