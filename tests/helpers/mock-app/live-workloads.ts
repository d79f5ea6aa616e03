import type { FlushModeId } from "../../../electron/contract/flush-mode";
import type { LiveState } from "../../../electron/contract/live-state";
import type { RunPlan, TestName } from "../../../electron/contract/run-plan";
import { planFor } from "../../../electron/contract/run-plan";
import { sampleSustained } from "../sample-sustained";
import {
  sampleBufferSweep,
  sampleChunked,
  sampleChunkedModes,
  sampleSyncInterval,
} from "../sample-workloads";
import { commitRunCount, commitsAfter, directSample } from "./further-figures";
import { systemCallOf } from "./lifelike-report";
import { liveMoment } from "./live-run";

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
    case "commits":
      return commitRunCount(plan.commits);
    case "sustained":
      return 1;
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
    stepsTotal: (test === "chunked" ? plan.chunked.passes : 1) * stepsOf(test, plan),
    currentMode: null,
    progress: 0.6,
    ...changes,
  };
}

/** As many passes and ladders as the steps make; each goes the other way than the one before. */
function resultsAfter(test: StepTest, stepsDone: number, plan: RunPlan): Partial<LiveState> {
  if (stepsDone === 0) {
    return {};
  }
  switch (test) {
    case "buffer": {
      const { bufferBytes, passes } = plan.buffer;
      const done = bufferBytes.slice(0, stepsDone);
      const first = stepsDone - passes * bufferBytes.length;
      // The second kind begins in the direction the last pass of the first did not have.
      const order = passes % 2 === 0 ? bufferBytes : [...bufferBytes].reverse();
      const direct = order.slice(0, Math.max(0, first)).sort((a, b) => a - b);
      return {
        bufferSweep: sampleBufferSweep({ ...plan.buffer, bufferBytes: done }),
        bufferSweepDirect:
          first > 0
            ? sampleBufferSweep({ ...plan.buffer, bufferBytes: direct }, directSample, true)
            : null,
      };
    }
    case "interval": {
      const [mode = "fdatasync", other] = plan.interval.modes ?? [];
      const steps = plan.interval.trials * (plan.interval.intervalsBytes.length + 3);
      return {
        syncInterval: ladderAfter(plan, mode, stepsDone, 700_000),
        syncIntervalOtherModes:
          other === undefined || stepsDone <= steps
            ? []
            : [ladderAfter(plan, other, stepsDone - steps, 1_300_000)].flatMap((it) => it ?? []),
      };
    }
    case "chunked": {
      const whole = sampleChunked(plan.chunked, chunkedModes, stepsDone);
      const modes = whole.modes.map((mode) => ({
        ...mode,
        systemCall: systemCallOf(mode.mode, "linux"),
      }));
      return { chunked: { ...whole, modes } };
    }
    case "commits":
      return { commits: commitsAfter(stepsDone, plan.commits) };
    case "sustained":
      return { sustained: sampleSustained(plan.sustained) };
  }
}

function ladderAfter(plan: RunPlan, mode: FlushModeId, stepsDone: number, syncNs: number) {
  const whole = sampleSyncInterval(plan.interval, mode, { syncNs });
  return whole && { ...whole, strategies: whole.strategies.slice(0, stepsDone) };
}

/** In the middle of the long write: so many seconds, fast until half of them are over. */
export function liveLongWrite(runId: string, seconds: number): LiveState {
  const plan = planFor("standard", ["sustained"]);
  const longWrite = Array.from({ length: 2 * seconds }, (_, index) => {
    const halves = index + 1;
    const fast = Math.min(halves, seconds);
    const bytes = Math.round(fast * 1e9 + (halves - fast) * 2e8);
    return { elapsedNs: halves * 5e8, bytes };
  });
  const bytesWritten = longWrite[longWrite.length - 1]?.bytes ?? 0;
  return liveStep(runId, "sustained", 0, { plan, longWrite, bytesWritten, modes: [] });
}
