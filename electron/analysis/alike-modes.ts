import type { FlushModeResult } from "#contract/mode-result";
import { areAlike, roundRatios } from "./confidence";

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
