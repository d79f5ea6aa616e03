import type { TimelinePoint, WorstWindow } from "#contract/measures";
import type { TimelineCounts } from "#contract/round-evidence";

/** The timeline of one measurement and the number of its round. */
export interface TimelinePart {
  readonly round: number;
  readonly elapsedNs: number;
  readonly timeline: TimelineCounts;
}

/** The most points of one timeline in a report, over all its rounds. */
const maxPoints = 240;

/** Nanoseconds: drives normally pause for less than this, and people notice longer pauses. */
const windowNs = 100e6;

/**
 * The points of all measurements in order; neighbouring windows are joined to stay within
 * `maxPoints`. A round ends microseconds after the window in which its time ran out: a shorter last
 * point is joined to the one before, because the rate of a single operation says nothing.
 */
export function timelinePoints(parts: readonly TimelinePart[]): TimelinePoint[] {
  const perPart = Math.max(1, Math.floor(maxPoints / Math.max(1, parts.length)));
  return parts.flatMap((part) => {
    const windows = windowsOf(part);
    const size = Math.ceil(windows.length / perPart);
    return withoutRemainder(grouped(windows, size), size * part.timeline.windowNs);
  });
}

function withoutRemainder(points: TimelinePoint[], wholeNs: number): TimelinePoint[] {
  const last = points.at(-1);
  const before = points.at(-2);
  return last === undefined || before === undefined || last.elapsedNs >= wholeNs
    ? points
    : [...points.slice(0, -2), joined(before, last)];
}

/**
 * The worst stretch: the slowest operation if it took 100 ms or more, so that no other ended
 * meanwhile; else the 100 ms (or the next longer window that is known) in which the fewest
 * operations ended. A measurement's shorter last window does not count. `null` without a full
 * window.
 */
export function worstWindow(parts: readonly TimelinePart[]): WorstWindow | null {
  let slowest: WorstWindow | null = null;
  let fewest: WorstWindow | null = null;
  for (const part of parts) {
    const windows = windowsOf(part);
    for (const { round, slowestNs, slowestAtNs } of windows) {
      if (slowestNs !== null && slowestAtNs !== null && slowestNs > (slowest?.elapsedNs ?? 0)) {
        slowest = { round, startNs: slowestAtNs, elapsedNs: slowestNs, operations: 1, slowestNs };
      }
    }
    const size = Math.ceil(windowNs / part.timeline.windowNs);
    for (const group of grouped(windows, size)) {
      const isWhole = group.elapsedNs >= size * part.timeline.windowNs;
      if (isWhole && (fewest === null || rate(group) < rate(fewest))) {
        const { round, startNs, elapsedNs, operations, slowestNs } = group;
        fewest = { round, startNs, elapsedNs, operations, slowestNs };
      }
    }
  }
  return slowest !== null && slowest.elapsedNs >= windowNs ? slowest : fewest;
}

function rate({ operations, elapsedNs }: { operations: number; elapsedNs: number }): number {
  return operations / elapsedNs;
}

/** A measurement's windows; the last one has its real, shorter length. */
export function windowsOf({ round, elapsedNs, timeline }: TimelinePart): TimelinePoint[] {
  return timeline.operations.map((operations, index) => {
    const startNs = index * timeline.windowNs;
    const slowestNs = timeline.slowestNs[index] ?? 0;
    return {
      round,
      startNs,
      elapsedNs: Math.max(0, Math.min(timeline.windowNs, elapsedNs - startNs)),
      operations,
      bytes: timeline.bytes[index] ?? 0,
      slowestNs: operations > 0 ? slowestNs : null,
      slowestAtNs: operations > 0 ? (timeline.slowestAtNs[index] ?? 0) : null,
    };
  });
}

/** Merges every `size` neighbouring windows into one point; the last point may cover fewer. */
export function grouped(windows: readonly TimelinePoint[], size: number): TimelinePoint[] {
  const groups: TimelinePoint[] = [];
  for (let from = 0; from < windows.length; from += size) {
    groups.push(windows.slice(from, from + size).reduce(joined));
  }
  // Leave out a last window that is empty, because an operation ended exactly at its beginning.
  return groups.filter(({ elapsedNs, operations }) => elapsedNs > 0 || operations > 0);
}

function joined(one: TimelinePoint, next: TimelinePoint): TimelinePoint {
  const slower = (next.slowestNs ?? -1) > (one.slowestNs ?? -1) ? next : one;
  return {
    ...one,
    elapsedNs: one.elapsedNs + next.elapsedNs,
    operations: one.operations + next.operations,
    bytes: one.bytes + next.bytes,
    slowestNs: slower.slowestNs,
    slowestAtNs: slower.slowestAtNs,
  };
}

/** Whether one operation filled the whole stretch, so that no other ended during it. */
export function isStall({ operations, elapsedNs, slowestNs }: WorstWindow): boolean {
  return operations === 1 && slowestNs !== null && slowestNs >= elapsedNs;
}

/** Bytes a second in the fastest point; 0 if no point moved any bytes. */
export function fastestStretch(points: readonly TimelinePoint[]): number {
  const moving = points.filter(({ elapsedNs, bytes }) => elapsedNs > 0 && bytes > 0);
  return Math.max(0, ...moving.map(({ bytes, elapsedNs }) => (bytes * 1e9) / elapsedNs));
}
