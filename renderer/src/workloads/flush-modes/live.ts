import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import type { StepOf } from "../../../../electron/contract/workloads";
import type { LiveMode } from "../../../../electron/contract/workloads/flush-modes";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { layoutWords, modeSentences } from "./words";

/** One file before the first round, and none before the second layout. */
export function fileBytes({ plan, modes }: LiveState): number {
  const hasBegun = modes.some(({ roundsDone }) => roundsDone > 0);
  return hasBegun ? 0 : plan.workloads["flush-modes"].fileBytes;
}

/** The mode, layout and round that the flush test measures; `null` when it measures nothing. */
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
    ? "Getting ready for the next way of saving."
    : modeSentences[flushStep(live)?.layout ?? "rewrite"][running.guarantee];
}

export function place(live: LiveState): string | null {
  return live.phase === "measuring" ? flushPlace(live) : null;
}

/** Each mode the first time it runs, then only the rounds. */
export function announcement(live: LiveState, os: OperatingSystem): string | null {
  const running = runningMode(live);
  const round = place(live);
  if (round === null) {
    return null;
  }
  const spoken = `${round.charAt(0).toUpperCase()}${round.slice(1)}.`;
  return flushStep(live)?.round === 0 && running !== null
    ? `${spoken} ${modeLabel(running.mode, os)}.`
    : spoken;
}

/** "round 2 of 4", and in the second layout "making a file longer, round 1 of 3". */
function flushPlace({ plan, step, lastStep }: LiveState): string {
  const flush = plan.workloads["flush-modes"];
  const measured = flushStep({ step: step ?? lastStep });
  const isAppend = measured?.layout === "append";
  const rounds = isAppend ? (flush.append?.rounds ?? 1) : flush.rounds;
  const place = `round ${Math.min((measured?.round ?? 0) + 1, rounds)} of ${rounds}`;
  return isAppend ? `${layoutWords.append}, ${place}` : place;
}
