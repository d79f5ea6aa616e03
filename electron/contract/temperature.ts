import type { Report } from "./report";
import type { Drive } from "./volume";

/**
 * Highest plausible reading: no chip is rated higher. Excludes 127, the most that a signed byte can
 * hold.
 */
const mostCelsius = 125;
/** Lowest plausible reading: no computer works this far below room temperature. */
const leastCelsius = -40;
/**
 * Lowest plausible limit: a drive with a lower one would reach it without any work. NVMe recommends
 * 70 °C (Identify Controller, WCTEMP).
 */
const leastLimitCelsius = 50;

/**
 * Whether a sensor can have measured this. Drives without a sensor report 0, which a real sensor
 * shows for a moment at most; Linux shows 273 kelvin as -0.15 (drivers/nvme/host/hwmon.c).
 */
export function isBelievable(celsius: number): boolean {
  return Math.round(celsius) !== 0 && celsius >= leastCelsius && celsius <= mostCelsius;
}

export function isBelievableLimit(celsius: number): boolean {
  return celsius >= leastLimitCelsius && celsius <= mostCelsius;
}

type Sensed = Pick<Report, "temperatures" | "temperatureLimitCelsius">;

/**
 * The plausible samples and the plausible limit of a report; `null` if not known. A hard disk's
 * limit is left out: it is the end of the range that the maker recommends, and the disk does not
 * slow down above it.
 */
export function believed({
  temperatures,
  temperatureLimitCelsius: limit,
  volume,
}: Sensed & { readonly volume?: { readonly drive: Pick<Drive, "kind"> } }): Sensed {
  const samples = temperatures?.filter(({ celsius }) => isBelievable(celsius)) ?? null;
  const isNone = samples !== null && samples.length === 0 && temperatures?.length !== 0;
  const isLimit = limit !== null && isBelievableLimit(limit) && volume?.drive.kind !== "hard-disk";
  return {
    temperatures: isNone ? null : samples,
    temperatureLimitCelsius: isLimit ? limit : null,
  };
}
