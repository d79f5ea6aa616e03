import type { TimelinePoint } from "#contract/measures";
import type { Slowdown } from "#contract/mode-result";
import { changePoint } from "../../change-point";
import { sum } from "../../statistics";
import { grouped, type TimelinePart, windowsOf } from "../../timeline";

/**
 * Finds saves that become slow for good, as on a drive whose small fast cache is full: the median
 * describes neither the rate before nor the rate after.
 */

export interface SlowdownPart extends TimelinePart {
  /** Bytes that the whole run had written before this round. */
  readonly bytesBefore: number;
}

/** A slowdown counts if the rate before it is at least this many times the rate after it. */
export const leastFall = 3;
/** Fewest operations before and after a slowdown, each. */
const leastOperations = 10;
/** Least share of the total time before and after a slowdown, each. */
const leastShare = 0.1;
/** Nanoseconds: a shorter slow phase may be a brief disturbance at the end of an inspection. */
const leastSlowNs = 2e9;
/**
 * Fewest slices before and after a slowdown, each: a single one may be a stall or a lucky moment.
 */
const leastSlices = 2;
/** Share of the slices before a slowdown, and of the saves after it, that may be outliers. */
const leftOutShare = 0.1;
/** Rates are computed in slices of this length or, in a long measurement, longer ones. */
const shortestSliceNs = 100e6;
/** In a long measurement, a slice is the total time divided by this. */
const mostSlices = 60;

type Slice = TimelinePoint & { readonly fromBytes: number };

/**
 * The change point of the rate's logarithm over a mode's rounds in order of time (least squares).
 * It counts if the rate falls to a third or less for two seconds and a whole round or longer, and
 * `areApart()` holds: stalls, noise and a busy moment are no slowdown.
 */
export function findSlowdown(parts: readonly SlowdownPart[]): Slowdown | null {
  const slices = slicesOf(parts);
  const at = changePoint(slices.map(logRate));
  if (at === null) {
    return null;
  }
  const before = slices.slice(0, at);
  const after = slices.slice(at);
  const lastFast = before.at(-1);
  const firstSlow = after[0];
  const totalNs = sum(slices.map(({ elapsedNs }) => elapsedNs));
  // The rate may have changed within the last slice before the change point or within the first one
  // after it, so both are left out.
  const stretches = [before.slice(0, -1), after.slice(1)] as const;
  const [fast, slow] = [rateOf(stretches[0]), rateOf(stretches[1])];
  const lasts =
    sum(after.map(({ elapsedNs }) => elapsedNs)) >= leastSlowNs &&
    parts.some(({ round }) => before.every((slice) => slice.round !== round));
  if (
    lastFast === undefined ||
    firstSlow === undefined ||
    !lasts ||
    fast < leastFall * slow ||
    stretches.some((side) => !isEnough(side, totalNs)) ||
    !areApart(before, after)
  ) {
    return null;
  }
  return {
    fastUntilBytes: lastFast.fromBytes + lastFast.bytes,
    slowFromBytes: firstSlow.fromBytes,
    fastPerSecond: fast,
    slowPerSecond: slow,
  };
}

function isEnough(side: readonly Slice[], totalNs: number): boolean {
  return (
    side.length >= leastSlices &&
    sum(side.map(({ operations }) => operations)) >= leastOperations &&
    sum(side.map(({ elapsedNs }) => elapsedNs)) >= leastShare * totalNs
  );
}

/**
 * Whether the rates before and after a change do not overlap. A tenth of the time before may be
 * slow, and a tenth of the saves after may be fast: if single saves stall, most time is slow, but
 * most saves are fast.
 */
function areApart(before: readonly Slice[], after: readonly Slice[]): boolean {
  const slowestFirst = before.map(logRate).sort((a, b) => a - b);
  const slowest = slowestFirst[Math.floor(leftOutShare * slowestFirst.length)] ?? Number.NaN;
  const fastest = [...after].sort((a, b) => logRate(b) - logRate(a));
  let leftOut = leftOutShare * sum(after.map(({ operations }) => operations));
  const fastestThatCounts = fastest.find(({ operations }) => {
    leftOut -= operations;
    return leftOut < 0;
  });
  return fastestThatCounts !== undefined && logRate(fastestThatCounts) < slowest;
}

/**
 * Divides the rounds into slices. No slice spans two rounds; a round's last slice may be shorter.
 */
function slicesOf(parts: readonly SlowdownPart[]): Slice[] {
  const totalNs = sum(parts.map(({ elapsedNs }) => elapsedNs));
  const sliceNs = Math.max(shortestSliceNs, totalNs / mostSlices);
  return parts.flatMap((part) => {
    const count = Math.max(1, Math.round(part.elapsedNs / sliceNs));
    const windows = windowsOf(part);
    let fromBytes = part.bytesBefore;
    return grouped(windows, Math.ceil(windows.length / count)).map((slice) => {
      const begun = fromBytes;
      fromBytes += slice.bytes;
      return { ...slice, fromBytes: begun };
    });
  });
}

/** The logarithm of a slice's rate; a slice without an operation counts half of one. */
function logRate({ operations, elapsedNs }: Slice): number {
  return Math.log(Math.max(0.5, operations) / Math.max(1, elapsedNs));
}

function rateOf(slices: readonly Slice[]): number {
  const elapsedNs = sum(slices.map((slice) => slice.elapsedNs));
  return elapsedNs > 0 ? (sum(slices.map(({ operations }) => operations)) * 1e9) / elapsedNs : 0;
}
