import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import { commitsNotReachedReason } from "../../../../electron/analysis/workloads/commits/results";
import { notReachedReason } from "../../../../electron/analysis/workloads/flush-modes/results";
import type { WorstWindow } from "../../../../electron/contract/measures";
import type { Report } from "../../../../electron/contract/report";
import { formatCount, formatDuration } from "../../../../electron/text/format";
import { absenceWords, measured } from "../../../../electron/text/measured";

/** What several workloads say in the same words. */

interface Outcome {
  readonly status: "measured" | "unavailable" | "failed";
  readonly reason: string | null;
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf({ status, reason }: Outcome, figure: number | null): string | null {
  switch (status) {
    case "unavailable":
      return reason === notReachedReason || reason === commitsNotReachedReason
        ? measured.notReached()
        : absenceWords(status, reason);
    case "failed":
      return figure === null ? absenceWords(status, reason) : null;
    case "measured":
      return figure === null ? measured.notMeasured() : null;
  }
}

/**
 * The stretch in which least was done, in words: "one save took 410 ms (round 2)" where a single
 * one filled it, otherwise "7 saves in 100 ms (round 2)". `round` is left out where there is one.
 */
export function worstWords(worst: WorstWindow, thing: string, withRound = true): string {
  const { operations, elapsedNs, slowestNs, round } = worst;
  const where = withRound ? ` (round ${formatCount(round + 1)})` : "";
  if (isStall(worst)) {
    return `one ${thing} took ${formatDuration(slowestNs ?? elapsedNs)}${where}`;
  }
  const things = operations === 1 ? `one ${thing}` : `${formatCount(operations)} ${thing}s`;
  return `${things} in ${formatDuration(elapsedNs)}${where}`;
}

/** One operation lasted as long as the whole stretch: nothing else ended meanwhile. */
export function isStall({ operations, elapsedNs, slowestNs }: WorstWindow): boolean {
  return operations === 1 && slowestNs !== null && slowestNs >= elapsedNs;
}

/** What a method has to add where direct writes are buffered all the same. */
export function bufferedWords(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report)
    ? " On this kernel btrfs takes these writes through the page cache all the same, and sends each of them on at once."
    : "";
}
