import type { Health, Newness } from "#contract/health";
import { conditionOf } from "./condition";
import { isWearUncertain } from "./readings";

/**
 * Whether a drive is new: its counters are compared with those of a drive that left the factory and
 * had a system installed. Counts that fit both a new and a used drive mean "not known".
 */

/**
 * Most power-on hours of a new drive. Makers of computers run a drive for up to two days (burn-in,
 * imaging); setting it up, updates and copying old files add some days.
 */
const newHours = 100;
/**
 * Most bytes written to a new drive of up to 300 GB: factory image and updates take 50 to 150 GB.
 */
const newBytes = 300e9;
/** The most full writes of a new drive: a buyer who moves in writes the drive full at most once. */
const newShareOfCapacity = 1;
/**
 * From this many power cycles on, a drive is not called new, because it cannot be a few days old:
 * published drives show 15 to 131 cycles in their first hours (linuxhw/SMART: KC3000, 9100 PRO,
 * BM9C1). Many cycles do not prove use: an idle laptop may switch its drive off every few minutes.
 */
const newCycles = 200;
/** From this many power cycles per power-on hour on, the hour counter may have stopped. */
const mostCyclesOfHour = 20;
/** From this many unsafe shutdowns on, a drive is not called new: so many take weeks. */
const newPowerLosses = 50;
/** The most Percentage Used of a new drive: new drives soon show 1 %, and some drives round up. */
const newPercent = 1;
/** Above this Percentage Used a drive counts as used; whether one at 2 % is new is not known. */
export const usedPercent = 2;

/** From this many power-on hours on, use is heavy: four to five years of working days (8 h). */
const heavyHours = 8_760;
/**
 * From this many full writes on, use is heavy: a tenth of the 600 that makers rate most drives for,
 * reached after years of ordinary use.
 */
const heavyFullWrites = 60;
/** From this Percentage Used on, use is heavy; office use adds one to three percent a year. */
const heavyPercent = 20;
/** From this many power cycles on, use is heavy: almost three cycles a day for five years. */
const heavyCycles = 5_000;

export function newnessOf(health: Health, capacityBytes: number | null): Newness {
  const { powerOnHours: hours, powerCycles: cycles, bytesWritten: written } = health;
  // Wear that contradicts the few power-on hours proves nothing.
  const isUncertain = isWearUncertain(health);
  const percent = isUncertain ? null : (health.percentageUsed ?? leastOf(health));
  const limitBytes = Math.max(newBytes, (capacityBytes ?? 0) * newShareOfCapacity);
  const heavy = [
    hours !== null && hours >= heavyHours,
    written !== null && capacityBytes !== null && written >= heavyBytesOf(capacityBytes),
    percent !== null && percent >= heavyPercent,
    cycles !== null && cycles >= heavyCycles,
  ].filter(Boolean).length;
  // A single heavy figure may be an error, so two are required.
  if (heavy >= 2) {
    return "heavily-used";
  }
  const beyond = [
    hours !== null && hours > newHours,
    written !== null && written > limitBytes,
    percent !== null && percent > usedPercent,
  ].some(Boolean);
  if (beyond) {
    return "used";
  }
  const isKnown = hours !== null && (written !== null || cycles !== null);
  const isInDoubt =
    (cycles ?? 0) >= Math.min(newCycles, mostCyclesOfHour * ((hours ?? 0) + 1)) ||
    (health.unsafeShutdowns ?? 0) >= newPowerLosses ||
    isUncertain ||
    (percent ?? 0) > newPercent ||
    isOdd(health, limitBytes) ||
    // Impossible figures may come from a counter that was reset.
    health.impossible.some(({ quantity }) => !ofNoCount.has(quantity));
  return isKnown && !isInDoubt && !hasFault(health) ? "new" : "not-known";
}

/** Least percentage of its rated life that an eMMC, which reports tenths, used; `null`: not known. */
function leastOf({ emmc }: Health): number | null {
  const tenths = emmc?.lifeTenths ?? null;
  return tenths && (tenths - 1) * 10;
}

const ofNoCount: ReadonlySet<Health["impossible"][number]["quantity"]> = new Set([
  ...(["temperatureCelsius", "spareThresholdPercent", "availableSparePercent"] as const),
]);

/** Most reads of a new drive, as a multiple of its capacity. */
const newReads = 3;

/** Whether a figure contradicts the drive's other figures, or cannot be that of a new drive. */
function isOdd(health: Health, limitBytes: number): boolean {
  const { powerCycles, unsafeShutdowns, availableSparePercent, bytesRead } = health;
  return (
    // A drive can lose power once per power cycle; some drives count slightly more losses.
    (unsafeShutdowns ?? 0) > 2 * (powerCycles ?? Infinity) ||
    (availableSparePercent ?? 100) < 100 ||
    (bytesRead ?? 0) > newReads * limitBytes ||
    // A health page with meaningless warnings is not trusted.
    health.unknownWarning
  );
}

/** Whether the drive shows a fault that no new drive has. */
function hasFault(health: Health): boolean {
  return conditionOf(health).signs.some((sign) => sign !== "too-hot");
}

/** Whether the power-on hours and the use are possible in the time since the purchase. */
export type PurchaseFit =
  | "fits"
  | "does-not-fit"
  /** The power-on hours fit, but the wear or bytes written are high for the time. */
  | "rare"
  | "not-known";

const hourMs = 3_600_000;
/**
 * Milliseconds since the purchase, a year: a drive with heavy use sooner was used far more than
 * most.
 */
const shortMs = 365 * 24 * hourMs;

export interface Used {
  readonly health: Pick<Health, "powerOnHours" | "bytesWritten" | "percentageUsed">;
  readonly capacityBytes: number | null;
}

/**
 * Compares the power-on hours, the only counter that elapsed time bounds, with the time since the
 * first of the month of purchase plus `newHours`. `atMs`: time of the inspection.
 */
export function purchaseFit(
  { health, capacityBytes }: Used,
  boughtIn: string | null,
  atMs: number,
): PurchaseFit {
  const { powerOnHours: hours, bytesWritten: written, percentageUsed: percent } = health;
  const sinceMs = boughtIn === null ? Number.NaN : Date.parse(`${boughtIn}-01T00:00:00Z`);
  if (hours === null || !(sinceMs <= atMs)) {
    return "not-known";
  }
  if (hours > (atMs - sinceMs) / hourMs + newHours) {
    return "does-not-fit";
  }
  const isHeavy =
    (percent ?? 0) >= heavyPercent || (written ?? 0) >= heavyBytesOf(capacityBytes ?? Infinity);
  return isHeavy && atMs - sinceMs < shortMs ? "rare" : "fits";
}

function heavyBytesOf(capacityBytes: number): number {
  return capacityBytes * heavyFullWrites;
}
