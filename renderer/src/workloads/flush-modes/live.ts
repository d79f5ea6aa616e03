import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { LiveMode } from "#contract/workloads/flush-modes";
import type { StepOf } from "#contract/workloads/index";
import { modeLabel } from "#text/flush-modes";
import { flushModesScreen, modeSentences } from "#text/workloads/flush-modes";

/**
 * Size of the file that is written before the first round. 0 once a round is done, because
 * nothing more is filled: appending begins with an empty file.
 */
export function fileBytes({ plan, modes }: LiveState): number {
  const hasBegun = modes.some(({ roundsDone }) => roundsDone > 0);
  return hasBegun ? 0 : plan.workloads["flush-modes"].fileBytes;
}

/** The mode, layout and round of the running flush test; `null` if it is not measuring. */
export function flushStep({ step }: Pick<LiveState, "step">): StepOf<"flush-round"> | null {
  return step?.kind === "flush-round" ? step : null;
}

export function runningMode(live: LiveState): LiveMode | null {
  const step = flushStep(live);
  return live.modes.find(({ mode }) => mode === step?.mode) ?? null;
}

export function sentence(live: LiveState): string {
  const running = runningMode(live);
  return running === null
    ? flushModesScreen.gettingReady()
    : modeSentences[flushStep(live)?.layout ?? "rewrite"][running.guarantee]();
}

/** "round 2 of 4", and in the second layout "making a file longer, round 1 of 3". */
export function place(live: LiveState): string | null {
  const { isAppend, ...rounds } = roundOf(live);
  return live.phase !== "measuring"
    ? null
    : isAppend
      ? flushModesScreen.appendPlace(rounds)
      : flushModesScreen.place(rounds);
}

/**
 * For a screen reader: in the first round the mode and the round, later only the round; `null`
 * while nothing is measured.
 */
export function announcement(live: LiveState, os: OperatingSystem): string | null {
  if (live.phase !== "measuring") {
    return null;
  }
  const { isAppend, ...rounds } = roundOf(live);
  const spoken = isAppend
    ? flushModesScreen.spokenAppendPlace(rounds)
    : flushModesScreen.spokenPlace(rounds);
  const running = runningMode(live);
  return flushStep(live)?.round === 0 && running !== null
    ? flushModesScreen.spokenMode({ place: spoken, mode: modeLabel(running.mode, os) })
    : spoken;
}

function roundOf({ plan, step, lastStep }: LiveState) {
  const flush = plan.workloads["flush-modes"];
  const measured = flushStep({ step: step ?? lastStep });
  const isAppend = measured?.layout === "append";
  const rounds = isAppend ? (flush.append?.rounds ?? 1) : flush.rounds;
  return { isAppend, round: Math.min((measured?.round ?? 0) + 1, rounds), rounds };
}
