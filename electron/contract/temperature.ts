import type { Report } from "./report";
import type { Drive } from "./volume";

/** What a drive's temperature sensor and its limit can be. */

/** No silicon is rated for more; 127 is the largest that a byte with a sign can say. */
const mostCelsius = 125;
/** As far below room temperature no computer works. */
const leastCelsius = -40;
/**
 * NVMe recommends to name 70 °C (Identify Controller, WCTEMP). A drive that named less than this would
 * be at its limit without any work.
 */
const leastLimitCelsius = 50;

/** Drives without a sensor say 0, which one with a sensor shows for a moment at most. */
export function isBelievable(celsius: number): boolean {
  return celsius !== 0 && celsius >= leastCelsius && celsius <= mostCelsius;
}

export function isBelievableLimit(celsius: number): boolean {
  return celsius >= leastLimitCelsius && celsius <= mostCelsius;
}

type Sensed = Pick<Report, "temperatures" | "temperatureLimitCelsius">;

/**
 * The samples and the limit of a report that can be true; `null`: not known. What is named for a hard
 * disk is where its maker recommends to run it and no limit at which it slows down.
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
