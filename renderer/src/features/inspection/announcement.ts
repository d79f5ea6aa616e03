import type { LiveState } from "../../../../electron/contract/live-state";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { testWords } from "../../words";
import { flushPlace, flushStep } from "./steps";

/**
 * What a screen reader is told: the phase, each mode the first time it runs, then only the rounds;
 * of the other tests their beginning. With a step every second, naming each one again would never
 * fall silent.
 */
export function announcement(
  live: LiveState,
  test: WorkloadId,
  sentence: string,
  label: string | null,
): string {
  if (live.phase === "stopping" || live.phase === "finished") {
    return sentence;
  }
  if (test !== "flush-modes") {
    return `${testWords[test].name}. ${testWords[test].sentence}`;
  }
  if (live.phase !== "measuring") {
    return sentence;
  }
  const round = `${flushPlace(live)}.`;
  const spoken = `${round.charAt(0).toUpperCase()}${round.slice(1)}`;
  return flushStep(live)?.round === 0 && label !== null ? `${spoken} ${label}.` : spoken;
}
