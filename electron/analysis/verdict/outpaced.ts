import type { TimelinePoint } from "#contract/measures";
import type { UnjudgedReport } from "./facts";

/**
 * Saves that carry more bytes in a second than the drive ever took in a second of plain writing:
 * two measurements of the same drive contradict each other, and no limit is taken from elsewhere.
 * It may confirm before it has stored, or protect its memory against a loss of power.
 */
export interface Outpaced {
  readonly savedBytesPerSecond: number;
  readonly fastestBytesPerSecond: number;
}

/** So that a fast part of the drive's flash does not explain it. */
const clearlyMore = 2;

/** `null`: they agree, or there is nothing to compare. */
export function outpaced(report: UnjudgedReport, safeIops: number): Outpaced | null {
  const fastest = fastestWritingOf(report);
  if (fastest === null || report.volume.drive.kind === "network") {
    return null;
  }
  const saved = safeIops * report.plan.workloads["flush-modes"].blockBytes;
  return saved > clearlyMore * fastest
    ? { savedBytesPerSecond: saved, fastestBytesPerSecond: fastest }
    : null;
}

/**
 * The fastest stretch of any plain writing around the system's memory or up to a flush; short
 * stretches only favour the drive.
 */
function fastestWritingOf({ reading, sustained, stream }: UnjudgedReport): number | null {
  const direct = reading
    .filter(({ readShare }) => readShare === 0)
    .filter(({ status }) => status === "measured");
  const rates = [...direct.flatMap(({ timeline }) => timeline), ...(sustained?.points ?? [])]
    .filter(({ elapsedNs, bytes }: TimelinePoint) => elapsedNs > 0 && bytes > 0)
    .map(({ bytes, elapsedNs }) => (bytes * 1e9) / elapsedNs);
  const medians = direct.map(({ bytesPerSecond }) => bytesPerSecond ?? 0);
  const fastest = Math.max(0, ...rates, ...medians, stream?.bytesPerSecond ?? 0);
  return fastest > 0 ? fastest : null;
}
