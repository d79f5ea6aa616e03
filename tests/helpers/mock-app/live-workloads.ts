import { planFor } from "#analysis/plan";
import { buildDocumentSaves } from "#analysis/workloads/document-saves/results";
import { buildParallelSaves } from "#analysis/workloads/parallel-saves/results";
import type { FlushModeId } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { RunPlan } from "#contract/run-plan";
import type { BufferSweep } from "#contract/workloads/buffer-sweep";
import { capacityParts } from "#contract/workloads/capacity";
import type { Step, WorkloadId } from "#contract/workloads/index";
import type { SyncInterval } from "#contract/workloads/sync-interval";
import { bufferSteps } from "../../../electron/engine-host/workloads/buffer-sweep";
import { chunkedSteps } from "../../../electron/engine-host/workloads/chunked-writes";
import { parallelSteps } from "../../../electron/engine-host/workloads/parallel-saves";
import { ladderTrials } from "../../../electron/engine-host/workloads/sync-interval";
import { sampleCapacity } from "../sample-capacity";
import { sampleDocumentRounds } from "../sample-documents";
import { sampleParallelRounds } from "../sample-parallel";
import { sampleReading, sampleTurns } from "../sample-reading";
import { sampleSustained } from "../sample-sustained";
import {
  type SampleSweep,
  sampleBufferSweep,
  sampleChunked,
  sampleChunkedModes,
  sampleSyncInterval,
} from "../sample-workloads";
import { commitRuns, commitsAfter, directSample } from "./further-figures";
import { systemCallOf } from "./lifelike-report";
import { liveMoment } from "./live-run";

/** Pictures of the tests that go step by step, as main would send them. */

type StepTest = Exclude<WorkloadId, "flush-modes">;

const chunkedModes = sampleChunkedModes.linux;

const syncModesOf = ({ workloads }: RunPlan) => workloads["sync-interval"].modes;

/** The steps of a test, in the order in which the real engine host takes them. */
export function testSteps(test: StepTest, plan: RunPlan = planFor("quick", "linux")): Step[] {
  switch (test) {
    case "buffer-sweep":
      return [
        ...bufferSteps(plan.workloads["buffer-sweep"]),
        ...(plan.workloads["buffer-sweep"].stream === null
          ? []
          : [{ kind: "buffer-stream" as const }]),
      ];
    case "sync-interval":
      return syncModesOf(plan).flatMap((mode, place) =>
        ladderTrials(plan.workloads["sync-interval"], mode, place),
      );
    case "chunked-writes":
      return chunkedSteps(plan.workloads["chunked-writes"], chunkedModes).map(
        ({ mode: [mode], pass }) => ({
          kind: "chunked-mode",
          mode,
          pass,
        }),
      );
    case "commits":
      return commitRuns(plan.workloads.commits).map(
        ({ engine, variant, durability, recordsPerTransaction }) => ({
          kind: "commit-run",
          ...{ engine, variant, durability, recordsPerTransaction },
        }),
      );
    case "reading":
      return sampleTurns(plan.workloads.reading).map(({ load, round }) => ({
        kind: "reading-round",
        ...{ load, round },
      }));
    case "document-saves":
      return sampleDocumentRounds(plan.workloads["document-saves"], "linux").map(
        ({ way, documentBytes, round }) => ({
          kind: "document-round",
          ...{ way, documentBytes, round },
        }),
      );
    case "parallel-saves":
      return parallelSteps(plan.workloads["parallel-saves"]);
    case "sustained-write":
      return [{ kind: "sustained" }];
    case "capacity":
      return capacityParts.map((part) => ({ kind: "capacity", part }));
  }
}

/** So many steps done, the next one running. */
export function liveStep(
  runId: string,
  test: StepTest,
  stepsDone: number,
  changes: Partial<LiveState> = {},
): LiveState {
  const plan = changes.plan ?? planFor("quick", "linux");
  const steps = testSteps(test, plan);
  return {
    ...liveMoment(runId, { phase: "measuring", round: 4 }),
    plan,
    currentWorkload: test,
    ...resultsOf(test, steps.slice(0, stepsDone), plan),
    stepsDone,
    stepsTotal: steps.length,
    step: steps[stepsDone] ?? null,
    lastStep: steps[stepsDone - 1] ?? null,
    progress: 0.6,
    ...changes,
  };
}

function resultsOf(test: StepTest, done: readonly Step[], plan: RunPlan): Partial<LiveState> {
  if (done.length === 0) {
    return {};
  }
  switch (test) {
    case "buffer-sweep":
      return {
        bufferSweeps: [
          ...sweepAfter(false, done, plan, {}),
          ...sweepAfter(true, done, plan, directSample),
        ],
      };
    case "sync-interval": {
      const ladders = syncModesOf(plan).flatMap((mode, place) =>
        ladderOf(mode, done, plan, place === 0 ? 700_000 : 1_300_000),
      );
      return { syncIntervals: ladders };
    }
    case "chunked-writes": {
      const whole = sampleChunked(plan.workloads["chunked-writes"], chunkedModes, done.length);
      const modes = whole.modes.map((mode) => ({
        ...mode,
        systemCall: systemCallOf(mode.mode, "linux"),
      }));
      return { chunked: { ...whole, modes } };
    }
    case "commits":
      return { commits: commitsAfter(done.length, plan.workloads.commits) };
    case "reading": {
      const reading = sampleReading(plan.workloads.reading, {}, done.length);
      return { reading: reading.filter(({ iops }) => iops !== null) };
    }
    case "document-saves": {
      const rounds = sampleDocumentRounds(plan.workloads["document-saves"], "linux");
      return { documentSaves: buildDocumentSaves(rounds.slice(0, done.length)) };
    }
    case "parallel-saves": {
      const rounds = sampleParallelRounds(plan.workloads["parallel-saves"]);
      return { parallelSaves: buildParallelSaves(rounds.slice(0, done.length)) };
    }
    case "sustained-write":
      return { sustained: sampleSustained(plan.workloads["sustained-write"]) };
    case "capacity":
      return { capacity: sampleCapacity() };
  }
}

function sweepAfter(
  direct: boolean,
  done: readonly Step[],
  { workloads }: RunPlan,
  sample: SampleSweep,
): BufferSweep[] {
  const buffer = workloads["buffer-sweep"];
  const bufferBytes = buffer.bufferBytes.filter((size) =>
    done.some(
      (step) => step.kind === "buffer-step" && step.direct === direct && step.bufferBytes === size,
    ),
  );
  return bufferBytes.length > 0
    ? [sampleBufferSweep({ ...buffer, bufferBytes }, sample, direct)]
    : [];
}

/** With the strategies that are done; none before the first of them. */
function ladderOf(
  mode: FlushModeId,
  done: readonly Step[],
  { workloads }: RunPlan,
  syncNs: number,
): SyncInterval[] {
  const ladder = sampleSyncInterval(workloads["sync-interval"], mode, { syncNs });
  const strategies = (ladder?.strategies ?? []).filter(({ strategy, intervalBytes }) =>
    done.some(
      (step) =>
        step.kind === "interval-trial" &&
        step.mode === mode &&
        step.strategy === strategy &&
        step.intervalBytes === intervalBytes,
    ),
  );
  return ladder && strategies.length > 0 ? [{ ...ladder, strategies }] : [];
}

/** In the middle of the long write: so many seconds, fast until half of them are over. */
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
