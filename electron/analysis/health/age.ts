import type { Health, Newness } from "../../contract/health";
import { ratedFullWrites } from "../estimate";

/**
 * Whether a drive is new, by what it has counted beside what one has that left the factory and had a
 * system installed. The limits are generous: nobody is told "used" of a drive that may be new.
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
 * More of them in so few hours fit to nothing: a laptop that rests may switch its drive off every few
 * minutes, and then its hours are not to be trusted either.
 */
const newCycles = 1_000;

/** Four to five years of work days of eight hours; no drive in a shop has them. */
const heavyHours = 8_760;
/** A fifth of what such drives are rated for at the least, which takes years of ordinary use. */
const heavyFullWrites = ratedFullWrites / 5;
/** A drive's own count of its rated life; office use takes one to three percent a year. */
const heavyPercent = 20;
const heavyCycles = 5_000;

export function newnessOf(health: Health, capacityBytes: number | null): Newness {
  const { powerOnHours: hours, powerCycles: cycles, bytesWritten: written } = health;
  const { percentageUsed: percent } = health;
  const limitBytes = Math.max(newBytes, (capacityBytes ?? 0) * newShareOfCapacity);
  const heavyBytes = capacityBytes === null ? null : capacityBytes * heavyFullWrites;
  const heavy = [
    hours !== null && hours >= heavyHours,
    written !== null && heavyBytes !== null && written >= heavyBytes,
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
    // The first percent is reached soon, and rounded up by some drives.
    percent !== null && percent > 2,
  ].some(Boolean);
  if (beyond) {
    return "used";
  }
  const isKnown = hours !== null && (written !== null || cycles !== null);
  return isKnown && (cycles ?? 0) <= newCycles ? "new" : "not-known";
}
