import type { NativeSession, Prepared, SequentialOptions } from "../../native/index";
import { type IntervalStep, intervalSteps } from "../analysis/sync-interval";
import type { FlushModeId } from "../contract/flush-mode";
import type { IntervalPlan } from "../contract/run-plan";
import { refusalWords } from "./fault";
import { messageOf, type TestBench } from "./test-bench";

/**
 * Workload W5: a total in 4 KiB writes with a sync never, at the end, every so many bytes, or by a
 * second thread; the whole ladder with each of the primitives. The file is written and flushed
 * beforehand, so that no strategy pays for allocation; the order alternates from trial to trial.
 * After each trial every block is read back around the cache and compared.
 */
export async function runSyncIntervalTest(
  bench: TestBench,
  modes: readonly FlushModeId[],
): Promise<void> {
  const plan = bench.request.plan.interval;
  const shape = { fileBytes: plan.totalBytes, blockBytes: plan.blockBytes };
  await bench.withFile(shape, async (session, prepared) => {
    const descending = [...intervalSteps(plan)].reverse();
    for (const [ladder, mode] of modes.entries()) {
      if (isRefused(bench, prepared, mode)) {
        continue;
      }
      for (let trial = 0; trial < plan.trials; trial += 1) {
        const isFirstOrder = (ladder * plan.trials + trial) % 2 === 0;
        for (const step of isFirstOrder ? intervalSteps(plan) : descending) {
          if (bench.isStopping) {
            return;
          }
          await runTrial(bench, session, step, mode, trial);
        }
      }
    }
  });
}

/** Tells so, if it is; nothing else is measured in the place of a refused primitive. */
function isRefused(bench: TestBench, prepared: Prepared, mode: FlushModeId): boolean {
  const offered = prepared.modes.find((candidate) => candidate.mode === mode);
  if (offered && offered.refusal === null) {
    return false;
  }
  bench.emit({
    type: "interval-refused",
    mode,
    systemCall: offered?.systemCall ?? "",
    refusal: offered?.refusal
      ? refusalWords(offered.refusal)
      : "This operating system does not have it.",
  });
  return true;
}

async function runTrial(
  bench: TestBench,
  session: NativeSession,
  step: IntervalStep,
  mode: FlushModeId,
  trial: number,
): Promise<void> {
  bench.emit({ type: "phase", phase: "measuring" });
  bench.step = { mode: null, round: trial, counting: true };
  await session.drain();
  const counts = await session.sequential(optionsFor(step, bench.request.plan.interval, mode));
  bench.emit({
    type: "interval-trial",
    ...step,
    mode,
    systemCall: counts.systemCall,
    trial,
    counts: messageOf(counts),
  });
  await bench.checked(counts);
  if (!bench.isStopping) {
    await bench.verify(session, bench.request.plan.interval.blockBytes);
  }
}

function optionsFor(step: IntervalStep, plan: IntervalPlan, mode: FlushModeId): SequentialOptions {
  return {
    mode: step.strategy === "never" ? "none" : mode,
    writeBytes: plan.blockBytes,
    totalBytes: plan.totalBytes,
    maxNs: plan.capNs,
    layout: "rewrite",
    syncEveryBytes: step.intervalBytes,
    syncAtEnd: step.strategy !== "never",
    backgroundSyncNs: step.strategy === "background" ? plan.backgroundNs : null,
    unbuffered: false,
  };
}
