import type { LiveState } from "../../../electron/contract/live-state";
import type { RunPlan, TestName } from "../../../electron/contract/run-plan";
import { planFor } from "../../../electron/contract/run-plan";
import {
  sampleBufferSweep,
  sampleChunked,
  sampleChunkedModes,
  sampleSyncInterval,
} from "../sample-workloads";
import { liveMoment } from "./live-run";
import { systemCallOf } from "./reports";

/** Pictures of the tests that go step by step, as main would send them. */

type StepTest = Exclude<TestName, "flush">;

const chunkedModes = sampleChunkedModes.linux;

/** How many things the first pass of a test goes through. */
export function stepsOf(test: StepTest, plan: RunPlan = planFor("quick")): number {
  switch (test) {
    case "buffer":
      return plan.buffer.bufferBytes.length;
    case "interval":
      return plan.interval.intervalsBytes.length + 3;
    case "chunked":
      return chunkedModes.length;
  }
}

/** A moment of the first pass: so many steps done, the next one running. */
export function liveStep(
  runId: string,
  test: StepTest,
  stepsDone: number,
  changes: Partial<LiveState> = {},
): LiveState {
  const plan = changes.plan ?? planFor("quick");
  return {
    ...liveMoment(runId, { phase: "measuring", round: 4 }),
    plan,
    currentTest: test,
    ...resultsAfter(test, stepsDone, plan),
    stepsDone,
    stepsTotal: stepsOf(test, plan),
    currentMode: null,
    progress: 0.6,
    ...changes,
  };
}

function resultsAfter(
  test: StepTest,
  stepsDone: number,
  plan: RunPlan,
): Pick<LiveState, "bufferSweep" | "syncInterval" | "chunked"> {
  const none = { bufferSweep: null, syncInterval: null, chunked: null };
  if (stepsDone === 0) {
    return none;
  }
  switch (test) {
    case "buffer": {
      const bufferBytes = plan.buffer.bufferBytes.slice(0, stepsDone);
      return { ...none, bufferSweep: sampleBufferSweep({ ...plan.buffer, bufferBytes }) };
    }
    case "interval": {
      const whole = sampleSyncInterval(plan.interval, "fdatasync");
      return {
        ...none,
        syncInterval: whole && { ...whole, strategies: whole.strategies.slice(0, stepsDone) },
      };
    }
    case "chunked": {
      const whole = sampleChunked(plan.chunked, chunkedModes.slice(0, stepsDone));
      const modes = whole.modes.map((mode) => ({
        ...mode,
        systemCall: systemCallOf(mode.mode, "linux"),
      }));
      return { ...none, chunked: { ...whole, modes } };
    }
  }
}
