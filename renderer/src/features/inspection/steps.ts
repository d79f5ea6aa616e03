import type { LiveState } from "../../../../electron/contract/live-state";
import type { TestName } from "../../../../electron/contract/run-plan";
import { layoutWords } from "../../words";

/**
 * The size of the file that is written before a test measures, in bytes; 0 where there is none. The
 * flush test has one before its first round, and none before its second layout.
 */
export function fileBytesOf(test: TestName, { plan, modes }: LiveState): number {
  switch (test) {
    case "flush":
      return modes.some(({ roundsDone }) => roundsDone > 0) ? 0 : plan.flush.fileBytes;
    case "buffer":
    case "commits":
    case "sustained":
      return 0;
    case "interval":
      return plan.interval.totalBytes;
    case "chunked":
      return plan.chunked.totalBytes;
  }
}

/**
 * Which of `count` things a step works on. The tests go through them to and fro: the first pass
 * upward, the second one downward, so that no thing is always the first after another.
 */
export function itemOfStep(step: number, count: number): number {
  const place = step % count;
  return passOfStep(step, count) % 2 === 0 ? place : count - 1 - place;
}

/** Whether a step is being measured; false before the first and after the last one. */
export function isAtWork({ phase, stepsDone, stepsTotal }: LiveState): boolean {
  return (phase === "measuring" || phase === "draining") && stepsDone < stepsTotal;
}

/** The thing that is worked on now; `null` before the first and after the last step. */
export function currentItem(live: LiveState, count: number): number | null {
  return isAtWork(live) ? itemOfStep(live.stepsDone, count) : null;
}

/** The thing that was measured last; `null` before that. */
export function lastItem(live: LiveState, count: number): number | null {
  return live.stepsDone > 0 ? itemOfStep(live.stepsDone - 1, count) : null;
}

/** How often a test has gone through all its `count` things before the step counted from 0. */
export function passOfStep(step: number, count: number): number {
  return Math.floor(step / count);
}

/** "round 2 of 4", and in the second layout "making a file longer, round 1 of 3". */
export function flushPlace({ plan: { flush }, layout, round }: LiveState): string {
  const isAppend = layout === "append";
  const rounds = isAppend ? (flush.append?.rounds ?? 1) : flush.rounds;
  const place = `round ${Math.min(round + 1, rounds)} of ${rounds}`;
  return isAppend ? `${layoutWords.append}, ${place}` : place;
}
