import type { RoundEvidence } from "#contract/round-evidence";
import type { LevelReading, SystemReading } from "./system-readings";

/** What the kernel counted on the computer between two readings of its counters. */
export function evidenceBetween(before: SystemReading, after: SystemReading): RoundEvidence {
  const levels = levelsBetween(before.levels, after.levels);
  const followed = levelsBetween(before.followed, after.followed);
  return {
    levels,
    followed,
    // The first level is the device directly under the file system, so the writes of the file
    // system's journal count.
    deviceBytesWritten: (levels ?? followed)?.[0]?.bytesWritten ?? null,
    otherProgramsBytes: growth(before.writtenByOthers, after.writtenByOthers),
    cpuStealShare: stealShare(before, after),
    throttleEvents: difference(before.throttleEvents, after.throttleEvents),
  };
}

/**
 * Flush commands that passed every level: the smallest count, because a flush that one level
 * swallowed never reached the next.
 */
export function deviceFlushesOf({ levels }: RoundEvidence): number | null {
  return levels && Math.min(...levels.map(({ flushes }) => flushes));
}

/**
 * The increase of the counters at each level of the device stack; `null` if a device appeared or
 * disappeared, or a counter went back.
 */
function levelsBetween(
  before: readonly LevelReading[] | null,
  after: readonly LevelReading[] | null,
): LevelReading[] | null {
  if (!before || !after || before.length !== after.length) {
    return null;
  }
  const levels = after.map((level, index) => ({
    device: level.device,
    flushes: level.flushes - (before[index]?.flushes ?? Number.NaN),
    bytesWritten: level.bytesWritten - (before[index]?.bytesWritten ?? Number.NaN),
  }));
  const isWhole = levels.every(
    ({ device, flushes, bytesWritten }, index) =>
      device === before[index]?.device && flushes >= 0 && bytesWritten >= 0,
  );
  return isWhole ? levels : null;
}

/**
 * The sum of the bytes that each process wrote between the two readings; a process that started
 * after the first reading counts from its start.
 */
function growth(
  before: ReadonlyMap<string, number> | null,
  after: ReadonlyMap<string, number> | null,
): number | null {
  if (!before || !after) {
    return null;
  }
  let bytes = 0;
  for (const [process, written] of after) {
    bytes += Math.max(0, written - (before.get(process) ?? 0));
  }
  return bytes;
}

function stealShare(before: SystemReading, after: SystemReading): number | null {
  const total = difference(before.cpu?.total ?? null, after.cpu?.total ?? null);
  const steal = difference(before.cpu?.steal ?? null, after.cpu?.steal ?? null);
  return total === null || steal === null || total === 0 ? null : steal / total;
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null || after < before ? null : after - before;
}
