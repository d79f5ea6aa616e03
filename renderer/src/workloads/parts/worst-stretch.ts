import { formatCount, formatDuration } from "../../../../electron/analysis/format";
import type { WorstWindow } from "../../../../electron/contract/measures";

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
