import type { LiveState } from "../../../../electron/contract/live-state";

/**
 * What a screen reader is told: the phase, each mode the first time it runs, then only the rounds.
 * With a mode every two seconds, naming each one again would never fall silent.
 */
export function announcement(live: LiveState, sentence: string, label: string | null): string {
  if (live.phase !== "measuring") {
    return sentence;
  }
  const { rounds } = live.plan.flush;
  const round = `Round ${Math.min(live.round + 1, rounds)} of ${rounds}.`;
  return live.round === 0 && label !== null ? `${round} ${label}.` : round;
}
