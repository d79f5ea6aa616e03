import type { FlushModeResult } from "#contract/mode-result";
import { areAlike, type ByRound, ratiosByRound } from "./confidence";

/** Ways of saving that took turns, compared round by round. */

/** The modes that were faster than this one in some rounds and slower in others. */
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
