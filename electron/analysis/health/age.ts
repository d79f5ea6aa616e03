import type { Health, Newness } from "#contract/health";
import { conditionOf } from "./condition";

/**
 * Whether a drive is new, by what it has counted beside what one has that left the factory and had a
 * system installed. Between "new" and "used" lies what either may have: that is "not known".
 */

/**
 * Makers of computers run a drive for hours to two days before it leaves (burn-in, imaging), and a
 * buyer who sets it up, updates it and copies old files to it leaves it on for some days.
 */
const newHours = 100;
/**
 * A factory image and a system's updates are 50 to 150 GB; somebody who moves in writes the drive full
 * once at most.
 */
const newBytes = 300e9;
const newShareOfCapacity = 1;
/**
 * Hundreds of starts fit no drive that was set up a few days ago: published ones have 15 to 131 in
 * their first hours (linuxhw/SMART: KC3000, 9100 PRO, BM9C1). They do not prove use either, because a
 * laptop that rests may switch its drive off every few minutes, and then its hours leave that out.
 */
const newCycles = 200;
/** As many losses of power as a drive has that is switched off without notice for weeks. */
const newPowerLosses = 50;
/** The first percent is reached soon, and rounded up by some drives; of a second that is not known. */
const newPercent = 1;
export const usedPercent = 2;

/** Four to five years of work days of eight hours; no drive in a shop has them. */
const heavyHours = 8_760;
/** A tenth of the 600 full writes that makers rate most drives for, which takes years of ordinary use. */
const heavyFullWrites = 60;
/** A drive's own count of its rated life; office use takes one to three percent a year. */
const heavyPercent = 20;
const heavyCycles = 5_000;

export function newnessOf(health: Health, capacityBytes: number | null): Newness {
  const { powerOnHours: hours, powerCycles: cycles, bytesWritten: written } = health;
  const { percentageUsed: percent } = health;
  const limitBytes = Math.max(newBytes, (capacityBytes ?? 0) * newShareOfCapacity);
  const heavy = [
    hours !== null && hours >= heavyHours,
    written !== null && capacityBytes !== null && written >= heavyBytesOf(capacityBytes),
    percent !== null && percent >= heavyPercent,
    cycles !== null && cycles >= heavyCycles,
  ].filter(Boolean).length;
  // One figure alone may be odd.
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
    (cycles ?? 0) >= newCycles ||
    (health.unsafeShutdowns ?? 0) >= newPowerLosses ||
    (percent ?? 0) > newPercent ||
    isOdd(health, limitBytes) ||
    // A counter that was set back makes the others look so.
    health.impossible.some(({ quantity }) => !ofNoCount.has(quantity));
  return isKnown && !isInDoubt && !hasFault(health) ? "new" : "not-known";
}

const ofNoCount: ReadonlySet<Health["impossible"][number]["quantity"]> = new Set([
  ...(["temperatureCelsius", "spareThresholdPercent", "availableSparePercent"] as const),
]);

/** A drive that was read so many times as full as it is was read for longer than it is tested. */
const newReads = 3;

/** Figures that no drive has that left the factory and had a system installed, or that contradict it. */
function isOdd(health: Health, limitBytes: number): boolean {
  const { powerCycles, unsafeShutdowns, availableSparePercent, bytesRead } = health;
  return (
    // A drive loses its power once for each time it was switched on; some count more than that.
    (powerCycles !== null && unsafeShutdowns !== null && unsafeShutdowns > 2 * powerCycles) ||
    (availableSparePercent !== null && availableSparePercent < 100) ||
    (bytesRead !== null && bytesRead > newReads * limitBytes) ||
    // Nothing is made of a page whose warnings make no sense.
    health.unknownWarning
  );
}

/** No drive leaves the factory with one. */
function hasFault(health: Health): boolean {
  return conditionOf(health).signs.some((sign) => sign !== "too-hot");
}

/** Whether a drive can have been used as much as it was since it was bought. */
export type PurchaseFit =
  | "fits"
  | "does-not-fit"
  /** Its hours fit, and what it counts of its use is much for so short a time. */
  | "rare"
  | "not-known";

const hourMs = 3_600_000;
/** A drive that is heavily used before a year is over was used much more than most. */
const shortMs = 365 * 24 * hourMs;

export interface Used {
  readonly health: Pick<Health, "powerOnHours" | "bytesWritten" | "percentageUsed">;
  readonly capacityBytes: number | null;
}

/**
 * By the hours it was on, as the one count that time bounds: since the first day of the month in which
 * it was bought, and what a new drive may bring along. Hours do not explain heavy wear. `atMs` is when
 * it was asked.
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
