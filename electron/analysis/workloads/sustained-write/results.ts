import type { WordedEvent } from "#contract/engine-messages";
import type { TimelinePoint } from "#contract/measures";
import type { WorkloadResults } from "#contract/workloads/index";
import type { Cliff, Sustained } from "#contract/workloads/sustained-write";
import { changePoint } from "../../change-point";
import { aboutLow } from "../../confidence";
import { sum } from "../../statistics";
import { timelinePoints, worstWindow } from "../../timeline";

/**
 * A long sequential write shows when a drive's fast cache is full: the drive then takes data at the
 * speed of its slower flash.
 */

/** The result of the long write. A write cut short by a stop or an error keeps its figures. */
export function buildSustained(
  { systemCall, refusal, counts, settled }: Extract<WordedEvent, { type: "sustained" }>,
  startNs: number | null,
): Sustained {
  if (counts === null) {
    const nothing = { bytes: 0, elapsedNs: 0, bytesPerSecond: null, endedBy: null, points: [] };
    const unknown = { startNs: null, settleNs: null, cliff: null, worstWindow: null };
    return { systemCall, reason: refusal, ...nothing, ...unknown };
  }
  const part = { ...counts, round: 0 };
  const points = timelinePoints([part]);
  const { bytes, elapsedNs } = counts;
  const endedBy = counts.endedBy === "complete" ? "bytes" : counts.endedBy;
  return {
    systemCall,
    reason: null,
    startNs,
    bytes,
    elapsedNs,
    bytesPerSecond: elapsedNs > 0 ? (bytes * 1e9) / elapsedNs : null,
    settleNs: counts.settleNs,
    endedBy: settled ? "settled" : endedBy,
    points,
    cliff: findCliff(points),
    worstWindow: worstWindow([part]),
  };
}

/** A fall counts if the drive was at least this many times as fast before it as after. */
export const leastFall = 1.5;
/** Least share of the write's time before and after the split next to a fall, each. */
const leastShare = 0.1;
/** Least nanoseconds before and after the split next to a fall, each. */
const leastSideNs = 2e9;

/** Largest share of the time before a fall in which the speed may be slow. */
const mostSlowBefore = 0.25;

/**
 * Where the speed dropped for good; `null` without such a drop. Splits the points in two where the
 * squared error of the speeds' logarithms is smallest, and looks near this split for the drop
 * itself. It counts if the first part is at least 1.5 times as fast as the second, each part lasts
 * at least 2 s and a tenth of the whole, at least 2 s follow the drop, and the speed stays low to
 * the end (`isForGood()`).
 */
export function findCliff(points: readonly TimelinePoint[]): Cliff | null {
  const filled = points.filter(({ elapsedNs }) => elapsedNs > 0);
  const logs = filled.map(({ bytes, elapsedNs }) => Math.log(Math.max(1, bytes) / elapsedNs));
  const totalNs = sum(filled.map(({ elapsedNs }) => elapsedNs));
  const leastNs = Math.max(leastSideNs, totalNs * leastShare);
  let beforeNs = 0;
  const endsNs = filled.map(({ elapsedNs }) => {
    beforeNs += elapsedNs;
    return beforeNs;
  });
  const at = changePoint(logs, (index) => {
    const atNs = endsNs[index - 1] ?? 0;
    return atNs >= leastNs && totalNs - atNs >= leastNs;
  });
  if (at === null) {
    return null;
  }
  const before = filled.slice(0, at);
  const after = filled.slice(at);
  const fast = bytesPerSecond(before);
  const slow = bytesPerSecond(after);
  if (slow <= 0 || fast / slow < leastFall || !isForGood({ before, after, fast, slow, leastNs })) {
    return null;
  }
  const cliff = cliffAt(filled, fallIn(filled, at, Math.sqrt(fast * slow)));
  // A pause at the end is not the speed that the drive has from then on.
  const isPause = totalNs - cliff.afterNs < leastSideNs || cliff.slowBytesPerSecond === 0;
  return isPause ? null : cliff;
}

/**
 * The index of the first point after the fall: from there on the speed is below `middle`. The fall
 * may be closer to the beginning or end than the split `at` is allowed to be.
 */
function fallIn(points: readonly TimelinePoint[], at: number, middle: number): number {
  const isFast = (place: number) => bytesPerSecond(points.slice(place, place + 1)) >= middle;
  let fall = at;
  while (fall > 1 && !isFast(fall - 1)) {
    fall -= 1;
  }
  while (fall < points.length - 1 && isFast(fall)) {
    fall += 1;
  }
  return fall;
}

function cliffAt(points: readonly TimelinePoint[], at: number): Cliff {
  const before = points.slice(0, at);
  return {
    afterBytes: sum(before.map(({ bytes }) => bytes)),
    afterNs: sum(before.map(({ elapsedNs }) => elapsedNs)),
    fastBytesPerSecond: bytesPerSecond(before),
    slowBytesPerSecond: bytesPerSecond(points.slice(at)),
  };
}

interface Fall {
  readonly before: readonly TimelinePoint[];
  readonly after: readonly TimelinePoint[];
  readonly fast: number;
  readonly slow: number;
  readonly leastNs: number;
}

/**
 * Whether the speed fell for good: the drive was hardly ever as slow before, and is slow at the
 * end. In between it may have bursts, as drives with a full cache have.
 */
function isForGood({ before, after, fast, slow, leastNs }: Fall): boolean {
  const middle = Math.sqrt(fast * slow);
  const isSlow = (point: TimelinePoint) => bytesPerSecond([point]) < middle;
  const timeOf = (points: readonly TimelinePoint[]) =>
    sum(points.map(({ elapsedNs }) => elapsedNs));
  // Slow points directly before the split belong to the fall, so only the time up to the last fast
  // point counts as before.
  const slowSince = [...before].reverse().findIndex((point) => !isSlow(point));
  const untilFall = before.slice(0, slowSince === -1 ? 0 : before.length - slowSince);
  const afterNs = timeOf(after);
  const end = between(after, afterNs - leastNs, afterNs);
  return (
    timeOf(untilFall.filter(isSlow)) <= mostSlowBefore * timeOf(untilFall) &&
    bytesPerSecond(end) < middle
  );
}

/** Fewer points than this show no trend. */
const leastStretches = 3;

/** Whether a write was too short for `findCliff()` and `gradualFall()` to see a fall in it. */
export function isTooShort({
  points,
  elapsedNs,
}: Pick<Sustained, "points" | "elapsedNs">): boolean {
  return points.length < leastStretches || elapsedNs < 2 * leastSideNs;
}

/**
 * The speeds of the first and the last third of the write if the last is slower by more than a
 * fifth; `null` if not, or if `cliff` says when the speed fell.
 */
export function gradualFall({ cliff, points }: Pick<Sustained, "cliff" | "points">) {
  const third = Math.floor(points.length / leastStretches);
  if (cliff !== null || third === 0) {
    return null;
  }
  const firstBytesPerSecond = bytesPerSecond(points.slice(0, third));
  const lastBytesPerSecond = bytesPerSecond(points.slice(-third));
  return lastBytesPerSecond < aboutLow * firstBytesPerSecond
    ? { firstBytesPerSecond, lastBytesPerSecond }
    : null;
}

/** In a settled speed the halves of the last 10 s differ by at most this share of the faster. */
export const settledSpread = 0.15;
/** Nanoseconds that the speed must have been settled after a fall to end the write early. */
export const settledNs = 10e9;

/**
 * Whether further writing would show nothing new: the speed dropped and has settled. A drive whose
 * speed never drops has not shown what a full cache does, so the write continues to its limit.
 */
export function hasSettled(points: readonly TimelinePoint[]): boolean {
  const cliff = findCliff(points);
  const totalNs = sum(points.map(({ elapsedNs }) => elapsedNs));
  if (cliff === null || totalNs - cliff.afterNs < settledNs) {
    return false;
  }
  const earlier = bytesPerSecond(between(points, totalNs - settledNs, totalNs - settledNs / 2));
  const later = bytesPerSecond(between(points, totalNs - settledNs / 2, totalNs));
  return Math.abs(earlier - later) <= settledSpread * Math.max(earlier, later);
}

export function bytesPerSecond(points: readonly TimelinePoint[]): number {
  const elapsedNs = sum(points.map((point) => point.elapsedNs));
  return elapsedNs > 0 ? (sum(points.map(({ bytes }) => bytes)) * 1e9) / elapsedNs : 0;
}

/** Points that began between these times, which count from the start of the first of `points`. */
function between(points: readonly TimelinePoint[], fromNs: number, toNs: number): TimelinePoint[] {
  let atNs = 0;
  return points.filter(({ elapsedNs }) => {
    const begun = atNs;
    atNs += elapsedNs;
    return begun >= fromNs && begun < toNs;
  });
}

export function hasFigures({ sustained }: WorkloadResults): boolean {
  return sustained !== null && sustained.bytesPerSecond !== null;
}
