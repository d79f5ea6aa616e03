import type { LiveState } from "../../../../electron/contract/live-state";
import type { RunPlan, TestName } from "../../../../electron/contract/run-plan";

/** The size of the file a test writes before or while it measures, in bytes. */
export function fileBytesOf(test: TestName, plan: RunPlan): number {
  switch (test) {
    case "flush":
      return plan.flush.fileBytes;
    case "buffer":
      return plan.buffer.maxStepBytes;
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
  return Math.floor(step / count) % 2 === 0 ? place : count - 1 - place;
}

/** The thing that is worked on now; `null` before the first and after the last step. */
export function currentItem(live: LiveState, count: number): number | null {
  const isAtWork = live.phase === "measuring" || live.phase === "draining";
  return isAtWork && live.stepsDone < live.stepsTotal ? itemOfStep(live.stepsDone, count) : null;
}

/** The thing that was measured last; `null` before that. */
export function lastItem(live: LiveState, count: number): number | null {
  return live.stepsDone > 0 ? itemOfStep(live.stepsDone - 1, count) : null;
}
