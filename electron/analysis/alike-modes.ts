import type { FlushModeResult } from "#contract/mode-result";
import { areAlike, roundRatios } from "./confidence";

/**
 * The modes that were faster than the mode of `result` in some rounds and slower in others. Every
 * round measures all modes one after the other, so that two modes are compared round by round.
 */
export function modesAlikeTo(
  result: FlushModeResult,
  results: readonly FlushModeResult[],
): FlushModeResult[] {
  return results.filter(
    (other) => other.mode !== result.mode && areAlike(roundRatios(result, other)),
  );
}
