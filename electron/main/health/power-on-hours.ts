import { fewHours, type HealthReadings } from "#analysis/health/readings";
import type { Drive } from "#contract/volume";

/**
 * Finds power-on hours that other counts of the same drive contradict: somebody may have reset the
 * hours but not all other counts. Only hours so few that the drive would pass as new are checked.
 */

/**
 * Most hours by which another of the drive's counters may exceed the power-on hours without
 * contradicting them: drives store their counters at different times.
 */
const aheadHours = 24;
/** Most starts of a disk's motor and most parkings of its heads in one hour of use. */
const mostOfHour = { starts: 60, parkings: 600 } as const;
/** Most bytes in one hour: Serial ATA carries no more than 600 MB a second. */
const mostBytesOfHour = 600e6 * 3600;
/**
 * Least amount of data that a unit of attributes 241 and 242 (written and read) stands for; some
 * makers count in larger units.
 */
const sectorBytes = 512;
/**
 * More bytes than any drive has read or written; a raw value above this also holds something else.
 */
const mostBytes = 1e16;

/**
 * Disks until about 2010 that count minutes, half minutes or seconds instead of hours
 * (smartmontools, drivedb.h: `9,minutes`, `9,halfminutes`, `9,seconds`). UDisks knows the unit of
 * each; Windows passes on the number alone.
 */
const inOtherUnits = /^(maxtor |fujitsu m|toshiba mk|samsung s[pv]\d|hitachi_dk)/i;

/**
 * The readings with believable power-on hours. Hours in another unit become `null`; for few hours,
 * `hoursContradicted` says whether other counts of the drive contradict them.
 */
export function withBelievedHours(
  readings: HealthReadings,
  { model, kind }: Pick<Drive, "model" | "kind">,
): HealthReadings {
  const { powerOnHours: hours = null, attributes = [], source } = readings;
  if (source === "windows" && inOtherUnits.test(model ?? "")) {
    return { ...readings, powerOnHours: null };
  }
  if (hours === null || hours > fewHours) {
    return readings;
  }
  const raw = (id: number) => attributes.find((one) => one.id === id)?.raw ?? 0;
  const bytes = (id: number) => (raw(id) * sectorBytes > mostBytes ? 0 : raw(id) * sectorBytes);
  const begun = hours + 1;
  // Attributes 4, 193, 222 and 240 have other meanings on an SSD. Only hard disks seek, so behind
  // USB Seek_Error_Rate (7) reveals a hard disk; a SATA SSD may have it from a hard disk's list.
  const seeks = kind !== "sata-ssd" && attributes.some(({ id }) => id === 7);
  const isDiskWorn =
    (kind === "hard-disk" || seeks) &&
    // Attributes 222 (hours under load) and 240 (head flying hours) cannot exceed the power-on
    // hours. Only the lowest 32 bits count: some makers keep milliseconds above them.
    ([222, 240].some((id) => raw(id) % 2 ** 32 > hours + aheadHours) ||
      raw(4) > mostOfHour.starts * begun ||
      raw(193) > mostOfHour.parkings * begun);
  const isMuchMoved = [241, 242].some((id) => bytes(id) > mostBytesOfHour * begun);
  return { ...readings, hoursContradicted: isDiskWorn || isMuchMoved };
}
