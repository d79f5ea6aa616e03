import type { Report } from "../../contract/report";
import type { FlushModeResult, Slowdown } from "../../contract/workloads/flush-modes";

export type Temperatures = Pick<Report, "temperatures" | "temperatureLimitCelsius">;

/** A drive at its own limit, and how hot it was by then. */
export interface Heat {
  readonly celsius: number;
  readonly limitCelsius: number;
}

/** Sensors count whole kelvins, so the limit is reached from a degree below it. */
const roundingCelsius = 1;
/** The fall comes at most so long before or after the limit was reached; samples are 5 s apart. */
const apartNs = 30e9;

/**
 * The heat that a fall in speed at `fallNs` goes with: the drive reached its own limit close to that
 * moment. `null` where it stayed cooler, where it was as hot long before and as fast, and where
 * temperature or limit are not known: then the fall has another reason, or none that is known.
 */
export function heatAt(
  fallNs: number,
  { temperatures, temperatureLimitCelsius: limitCelsius }: Temperatures,
): Heat | null {
  if (temperatures === null || limitCelsius === null) {
    return null;
  }
  const toleranceNs = Math.max(apartNs, 2 * spacingNs(temperatures));
  const isHot = (celsius: number) => celsius >= limitCelsius - roundingCelsius;
  const reached = temperatures.filter(
    ({ celsius }, index) => isHot(celsius) && !isHot(temperatures[index - 1]?.celsius ?? -Infinity),
  );
  const near = reached.find(
    // Hot from its first sample on: since when is not known.
    ({ ns }) => ns !== temperatures[0]?.ns && Math.abs(ns - fallNs) <= toleranceNs,
  );
  return near === undefined ? null : { celsius: near.celsius, limitCelsius };
}

/** Of samples that were thinned out. */
function spacingNs(temperatures: NonNullable<Temperatures["temperatures"]>): number {
  const last = temperatures[temperatures.length - 1];
  const first = temperatures[0];
  return last === undefined || first === undefined || temperatures.length < 2
    ? 0
    : (last.ns - first.ns) / (temperatures.length - 1);
}

/** The heat that the fall of a long write goes with. */
export function heatOfLongWrite(report: Temperatures & Pick<Report, "sustained">): Heat | null {
  const { sustained } = report;
  return sustained === null || sustained.cliff === null || sustained.startNs === null
    ? null
    : heatAt(sustained.startNs + sustained.cliff.afterNs, report);
}

/** The heat that slower saves go with; they became slow when the first slow round began. */
export function heatOfSaves(
  { rounds }: Pick<FlushModeResult, "rounds">,
  { fastPerSecond, slowPerSecond }: Slowdown,
  report: Temperatures & Pick<Report, "startedAt">,
): Heat | null {
  const middle = Math.sqrt(fastPerSecond * slowPerSecond);
  const slow = rounds.find(({ iops }) => iops < middle);
  return slow === undefined ? null : heatAt(nsSince(report.startedAt, slow.startedAt), report);
}

/** Nanoseconds from one moment (ISO 8601) to another. */
export function nsSince(begin: string, moment: string): number {
  return (Date.parse(moment) - Date.parse(begin)) * 1e6;
}
