import type { FlushModeResult } from "#contract/mode-result";
import { areAlike, roundRatios } from "./confidence";

/**
 * Every round measures all flush modes one after the other, so two modes are compared round by
 * round.
 */

/**
 * The modes that were faster than the mode of `result` in some rounds and slower in others, so that
 * the rounds prove no order.
 */
export function modesAlikeTo(
  result: FlushModeResult,
  results: readonly FlushModeResult[],
): FlushModeResult[] {
  return results.filter(
    (other) => other.mode !== result.mode && areAlike(roundRatios(result, other)),
  );
}
