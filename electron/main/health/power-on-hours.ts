import { fewHours, type HealthReadings } from "#analysis/health/readings";
import type { Drive } from "#contract/volume";

/**
 * Power-on hours that other counts of the same drive contradict, as if some counts had been reset
 * and not all. Only few hours are checked, because they alone would show a new drive.
 */

/** Hours that these counters may be ahead, as they are stored at different times. */
const aheadHours = 24;
/** More starts of the motor than one a minute, or parkings of the heads than ten a minute. */
const mostOfHour = { starts: 60, parkings: 600 } as const;
/** The most data in an hour: Serial ATA carries no more than 600 MB a second. */
const mostBytesOfHour = 600e6 * 3600;
/**
 * The least size of one counted piece of data: some makers count in larger pieces than a sector.
 */
const sectorBytes = 512;
/** No drive has read or written more; a larger figure has other fields above the count. */
const mostBytes = 1e16;

/**
 * Makers of disks until about 2010 that count minutes, half minutes or seconds, depending on the model
 * (smartmontools, drivedb.h: `9,minutes`, `9,halfminutes`, `9,seconds`). UDisks knows the unit of each;
 * Windows passes on the number alone.
 */
const inOtherUnits = /^(maxtor |fujitsu m|toshiba mk|samsung s[pv]\d|hitachi_dk)/i;

/** Removes hours in another unit, and adds whether other counts contradict them. */
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
  // On an SSD, these attributes have other meanings. Only a disk seeks (7, Seek_Error_Rate), which
  // shows it behind USB; some SSDs copy a disk's list.
  const seeks = kind !== "sata-ssd" && attributes.some(({ id }) => id === 7);
  const isDiskWorn =
    (kind === "hard-disk" || seeks) &&
    // Loaded hours and head flying hours, above which some makers keep milliseconds.
    ([222, 240].some((id) => raw(id) % 2 ** 32 > hours + aheadHours) ||
      raw(4) > mostOfHour.starts * begun ||
      raw(193) > mostOfHour.parkings * begun);
  const isMuchMoved = [241, 242].some((id) => bytes(id) > mostBytesOfHour * begun);
  return { ...readings, hoursContradicted: isDiskWorn || isMuchMoved };
}
