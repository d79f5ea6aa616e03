import type { FlushModeResult } from "#contract/mode-result";
import { areAlike, type ByRound, ratiosByRound } from "./confidence";

/** Flush modes are measured in turns, so they are compared round by round. */

/** Modes that beat `result` in some rounds and lost to it in others: no order is proven. */
export function modesAlikeTo(
  result: FlushModeResult,
  results: readonly FlushModeResult[],
): FlushModeResult[] {
  return results.filter(
    (other) => other.mode !== result.mode && areAlike(roundRatios(result, other)),
  );
}

export function roundRatios(one: FlushModeResult, other: FlushModeResult): number[] {
  return ratiosByRound(ratesByRound(one), ratesByRound(other));
}

function ratesByRound({ rounds }: FlushModeResult): ByRound {
  return new Map(rounds.map(({ round, iops }) => [round, iops]));
}
