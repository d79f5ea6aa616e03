import { planFor } from "#analysis/plan";
import type { LiveState } from "#contract/live-state";
import type { RunPlan } from "#contract/run-plan";
import type { Step } from "#contract/workloads/index";
import { type StepTest, stepwiseHomeOf } from "../workloads/index";
import { liveMoment } from "./live-run";

/** Live states of the workloads that go step by step, as the main process would send them. */

/** The steps of a workload, in the order in which the real engine host takes them. */
export function testSteps(test: StepTest, plan: RunPlan = planFor("quick", "linux")): Step[] {
  return stepwiseHomeOf(test).steps(plan.workloads[test]);
}

/** The live state after `stepsDone` steps, while the next step runs. */
export function liveStep(
  runId: string,
  test: StepTest,
  stepsDone: number,
  changes: Partial<LiveState> = {},
): LiveState {
  const plan = changes.plan ?? planFor("quick", "linux");
  const home = stepwiseHomeOf(test);
  const own = plan.workloads[test];
  const steps = home.steps(own);
  return {
    ...liveMoment(runId, { phase: "measuring", round: 4 }),
    plan,
    currentWorkload: test,
    ...(stepsDone === 0 ? {} : home.live(own, steps.slice(0, stepsDone))),
    stepsDone,
    stepsTotal: steps.length,
    step: steps[stepsDone] ?? null,
    lastStep: steps[stepsDone - 1] ?? null,
    progress: 0.6,
    ...changes,
  };
}

/** The live state after `seconds` of the long write, which was fast for the first half of them. */
export function liveLongWrite(runId: string, seconds: number): LiveState {
  const plan = planFor("standard", "linux", ["sustained-write"]);
  const longWrite = Array.from({ length: 2 * seconds }, (_, index) => {
    const halves = index + 1;
    const fast = Math.min(halves, seconds);
    const bytes = Math.round(fast * 1e9 + (halves - fast) * 2e8);
    return { elapsedNs: halves * 5e8, bytes };
  });
  const bytesWritten = longWrite[longWrite.length - 1]?.bytes ?? 0;
  return liveStep(runId, "sustained-write", 0, { plan, longWrite, bytesWritten, modes: [] });
}
