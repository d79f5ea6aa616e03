import type { FlushModeResult, Slowdown } from "#contract/mode-result";
import type { Report, Temperature } from "#contract/report";
import { believed } from "#contract/temperature";
import { changePoint } from "../change-point";

export type Temperatures = Pick<Report, "temperatures" | "temperatureLimitCelsius"> & {
  readonly volume?: Report["volume"];
};

/** The drive's temperature when the speed fell, and the drive's own limit, both in °C. */
export interface Heat {
  readonly celsius: number;
  readonly limitCelsius: number;
}

/** How a fall in speed relates to the drive's temperature. */
export type HeatOfFall =
  /** The drive had just reached its own limit and was at it when the speed fell. */
  | ({ readonly state: "at-limit" } & Heat)
  /** Heat may be the reason: the drive was near its limit, or stayed slow after it had cooled down. */
  | ({ readonly state: "near-limit" } & Heat)
  /** A limit is known, but no sample near the fall, or none that surely belongs to that moment. */
  | { readonly state: "not-known" }
  /** Heat is no known reason: the drive was cooler or had long been as hot, or figures are missing. */
  | { readonly state: "none" };

/** A time span of work, in nanoseconds since the inspection began. */
interface Span {
  readonly fromNs: number;
  readonly toNs: number;
}
export interface Stretch extends Span {
  /** Operations or bytes completed in this span. */
  readonly amount: number;
}

/** Spans of work before and after a fall in speed, in order. */
interface Fall {
  readonly fast: readonly Span[];
  readonly slow: readonly Stretch[];
  /** The geometric mean of fast and slow rate (amount per nanosecond); a rate below it is slow. */
  readonly middleRate: number;
}

/** Between two samples a drive may be a degree hotter than either of them. */
const betweenSamplesCelsius = 1;
/**
 * Longest time in nanoseconds between reaching the limit and a fall that heat caused: a drive that
 * ran at its limit for longer without slowing down tolerates it.
 */
const apartNs = 30e9;
/** Samples are 5 s apart; if two or more are missing, the temperature between them is not known. */
const shortestGapNs = 12e9;
/**
 * Degrees below its reported limit at which a drive may already throttle: it has several limits and
 * reports only one.
 */
const nearCelsius = 5;
/** Degrees below its limit at which a drive is normally fast again. */
const cooledCelsius = 10;

/**
 * How a fall in the rate of one flush mode's saves relates to heat. The modes take turns, so rounds
 * of other modes may lie between the last fast and the first slow save.
 */
export function heatOfSaves(
  { rounds, timeline }: Pick<FlushModeResult, "rounds" | "timeline">,
  { fastPerSecond, slowPerSecond }: Slowdown,
  report: Temperatures &
    Pick<Report, "startedAt"> & { readonly warnings?: readonly { readonly code: string }[] },
): HeatOfFall {
  if (report.warnings?.some(({ code }) => code === "slept")) {
    return heatAtUnknownTime(report);
  }
  const begins = new Map(
    rounds.map(({ round, startedAt }) => [round, nsSince(report.startedAt, startedAt)]),
  );
  const stretches = timeline.flatMap(({ round, startNs, elapsedNs, operations }): Stretch[] => {
    const begin = begins.get(round);
    return begin === undefined || elapsedNs <= 0
      ? []
      : [
          {
            fromNs: begin + startNs,
            toNs: begin + startNs + elapsedNs,
            amount: operations,
          },
        ];
  });
  const at = changePoint(stretches.map((stretch) => Math.log(rateOf([stretch], 0.5))));
  const middleRate = Math.sqrt(fastPerSecond * slowPerSecond) / 1e9;
  return heatOfFall({ ...splitAt(stretches, at ?? 0), middleRate }, report);
}

export function splitAt(stretches: readonly Stretch[], at: number): Omit<Fall, "middleRate"> {
  return { fast: stretches.slice(0, at), slow: stretches.slice(at) };
}

/**
 * How a fall in speed relates to heat. Throttling is proven only if the drive reached the limit
 * shortly before the fall, for the first time during this work, and was still at it. Later
 * temperatures are no reason.
 */
export function heatOfFall(fall: Fall, report: Temperatures): HeatOfFall {
  const { temperatures, temperatureLimitCelsius: limitCelsius } = believed(report);
  const fastUntilNs = fall.fast.at(-1)?.toNs;
  const fallNs = fall.slow[0]?.fromNs;
  const isKnown = temperatures !== null && limitCelsius !== null;
  if (!isKnown || fastUntilNs === undefined || fallNs === undefined) {
    return { state: "none" };
  }
  const gapNs = Math.max(shortestGapNs, 2.4 * spacingNs(temperatures));
  const place = temperatures.findIndex(({ ns }) => ns > fallNs);
  const before = temperatures[(place === -1 ? temperatures.length : place) - 1];
  const next = temperatures[place];
  if (before === undefined || fallNs - before.ns > gapNs) {
    return { state: "not-known" };
  }
  const after = next !== undefined && next.ns - before.ns <= gapNs ? next : null;
  const isHot = ({ celsius }: Temperature) => celsius >= limitCelsius - betweenSamplesCelsius;
  const longBeforeNs = fastUntilNs - apartNs;
  const borne = temperatures.filter(({ ns }) => ns < longBeforeNs && isWithin(fall.fast, ns));
  const borneCelsius = Math.max(...borne.map(({ celsius }) => celsius));
  const nearestCelsius = Math.max(before.celsius, after?.celsius ?? -Infinity);
  if (borne.some(isHot) || borneCelsius >= nearestCelsius) {
    return { state: "none" };
  }
  const at = isHot(before) ? before : after;
  const heated = at && heatSince(longBeforeNs, at, { temperatures, isHot, gapNs });
  if (heated !== null) {
    const celsius = Math.round(celsiusAtFall(fallNs, before, after, temperatures));
    const wasReached = heated.some((one) => one !== after && one.celsius >= limitCelsius);
    // `celsius` is rounded, because sensors report whole degrees.
    if (wasReached || celsius >= limitCelsius) {
      const isSlowWhenCool = staysSlow(fall, fallNs, limitCelsius - cooledCelsius, temperatures);
      return { state: isSlowWhenCool ? "near-limit" : "at-limit", celsius, limitCelsius };
    }
  }
  if (nearestCelsius < limitCelsius - nearCelsius) {
    return { state: "none" };
  }
  const close = [before, after ?? before].filter(
    ({ ns }) => Math.abs(ns - fallNs) <= shortestGapNs,
  );
  const closeCelsius = Math.max(...close.map(({ celsius }) => celsius));
  return closeCelsius >= limitCelsius - nearCelsius
    ? { state: "near-limit", celsius: closeCelsius, limitCelsius }
    : { state: "not-known" };
}

/**
 * The drive's temperature in °C at `fallNs`: the highest of the sample before, the value
 * interpolated between the samples before and after (too low, because a slower drive warms up more
 * slowly), and the value extrapolated from the two samples before, but at most the sample after.
 */
function celsiusAtFall(
  fallNs: number,
  before: Temperature,
  after: Temperature | null,
  temperatures: readonly Temperature[],
): number {
  if (after === null) {
    return before.celsius;
  }
  const earlier = temperatures[temperatures.indexOf(before) - 1];
  const onward =
    earlier === undefined ? -Infinity : Math.min(after.celsius, lineAt(fallNs, earlier, before));
  return Math.max(before.celsius, lineAt(fallNs, before, after), onward);
}

function lineAt(ns: number, one: Temperature, other: Temperature): number {
  const share = (ns - one.ns) / (other.ns - one.ns);
  return one.celsius + share * (other.celsius - one.celsius);
}

interface Sampled {
  readonly temperatures: readonly Temperature[];
  readonly isHot: (sample: Temperature) => boolean;
  readonly gapNs: number;
}

/**
 * Degrees a second: no drive warms up faster, so a faster rise means that the sensor was stuck or
 * belongs to another device.
 */
const mostCelsiusPerSecond = 5;

/**
 * The hot samples up to `at`; `null` unless the heat began after `sinceNs`, from a cooler sample
 * and no faster than a drive warms up.
 */
function heatSince(
  sinceNs: number,
  at: Temperature,
  { temperatures, isHot, gapNs }: Sampled,
): readonly Temperature[] | null {
  const last = temperatures.indexOf(at);
  let first = last;
  for (let sample = temperatures[first - 1]; sample && isHot(sample); ) {
    first -= 1;
    sample = temperatures[first - 1];
  }
  const cooler = temperatures[first - 1];
  const onset = temperatures[first];
  const isNew =
    cooler !== undefined &&
    onset !== undefined &&
    onset.ns >= sinceNs &&
    onset.ns - cooler.ns <= gapNs &&
    onset.celsius - cooler.celsius <= ((onset.ns - cooler.ns) / 1e9) * mostCelsiusPerSecond;
  return isNew ? temperatures.slice(first, last + 1) : null;
}

/**
 * How a fall relates to heat if the computer slept. The clock of the temperatures stood still
 * during sleep and the clock of the rounds did not, so no temperature can be assigned to a round.
 */
function heatAtUnknownTime(report: Temperatures): HeatOfFall {
  const { temperatures, temperatureLimitCelsius: limitCelsius } = believed(report);
  const isNear = ({ celsius }: Temperature) => celsius >= (limitCelsius ?? Infinity) - nearCelsius;
  return { state: temperatures?.some(isNear) ? "not-known" : "none" };
}

/** Whether the drive stayed slow to the end although it had long cooled down. */
function staysSlow(
  { slow, middleRate }: Fall,
  fallNs: number,
  coolCelsius: number,
  temperatures: readonly Temperature[],
): boolean {
  const endNs = slow.at(-1)?.toNs ?? fallNs;
  const later = temperatures.filter(({ ns }) => ns > fallNs && ns <= endNs);
  const sinceNs = later.find(({ celsius }) => celsius < coolCelsius)?.ns;
  if (sinceNs === undefined || endNs - sinceNs < apartNs) {
    return false;
  }
  const cool = later.filter(({ ns }) => ns >= sinceNs);
  const work = slow.filter(({ fromNs }) => fromNs >= sinceNs);
  const isCool = cool.every(({ celsius }) => celsius < coolCelsius);
  return isCool && work.length > 0 && rateOf(work) < middleRate;
}

function isWithin(spans: readonly Span[], ns: number): boolean {
  return spans.some(({ fromNs, toNs }) => ns >= fromNs && ns <= toNs);
}

export function rateOf(stretches: readonly Stretch[], least = 0): number {
  const amount = stretches.reduce((sum, stretch) => sum + stretch.amount, 0);
  const elapsedNs = stretches.reduce((sum, { fromNs, toNs }) => sum + toNs - fromNs, 0);
  return Math.max(least, amount) / Math.max(1, elapsedNs);
}

/** Median time between samples; a gap does not change it. */
function spacingNs(temperatures: readonly Temperature[]): number {
  const distances = temperatures
    .slice(1)
    .map(({ ns }, index) => ns - (temperatures[index]?.ns ?? ns))
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** Nanoseconds from one ISO 8601 time to another. */
export function nsSince(begin: string, moment: string): number {
  return (Date.parse(moment) - Date.parse(begin)) * 1e6;
}
