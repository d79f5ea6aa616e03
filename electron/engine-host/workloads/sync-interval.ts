import { intervalSteps } from "#analysis/workloads/sync-interval/results";
import type { FlushModeId } from "#contract/flush-mode";
import type { StepOf } from "#contract/workloads/index";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import type { NativeSession, Prepared, SequentialOptions } from "#native/index";
import { awake, bytesUnlessFailed } from "../awake";
import { type Bench, messageOf } from "../bench";
import { refusalWords } from "../fault";

type Trial = StepOf<"interval-trial">;

export function stepCount(plan: IntervalPlan): number {
  return plan.modes.length * plan.trials * intervalSteps(plan).length;
}

/**
 * The trials with one sync call. `ladder` is its index in the plan; every second trial takes the
 * strategies in the opposite order.
 */
export function ladderTrials(plan: IntervalPlan, mode: FlushModeId, ladder: number): Trial[] {
  return Array.from({ length: plan.trials }, (_, trial) => {
    const steps = intervalSteps(plan);
    const isFirstOrder = (ladder * plan.trials + trial) % 2 === 0;
    return (isFirstOrder ? steps : steps.reverse()).map(
      (step): Trial => ({ kind: "interval-trial", ...step, mode, trial }),
    );
  }).flat();
}

/**
 * Writes a fixed number of bytes in small blocks with a sync never, at the end, every so many
 * bytes, or by a second thread; all of these with each sync call. The file is written and flushed
 * beforehand, so that no strategy pays for allocation; the order alternates from trial to trial.
 * After each trial every block is read back around the cache and compared.
 */
export async function run(bench: Bench): Promise<void> {
  const plan = bench.plans["sync-interval"];
  const shape = { fileBytes: plan.totalBytes, blockBytes: plan.blockBytes };
  await bench.withFile(shape, async (session, prepared) => {
    for (const [ladder, mode] of plan.modes.entries()) {
      if (isRefused(bench, prepared, mode)) {
        continue;
      }
      for (const trial of ladderTrials(plan, mode, ladder)) {
        if (bench.isStopping) {
          return;
        }
        await runTrial(bench, session, trial);
      }
    }
  });
}

/**
 * Whether the system refuses this sync call. If so, reports the refusal; no other sync call is
 * measured instead.
 */
function isRefused(bench: Bench, prepared: Prepared, mode: FlushModeId): boolean {
  const offered = prepared.modes.find((candidate) => candidate.mode === mode);
  if (offered && offered.refusal === null) {
    return false;
  }
  bench.emit({
    type: "interval-refused",
    mode,
    systemCall: offered?.systemCall ?? "",
    refusal: offered?.refusal ? refusalWords(offered.refusal) : null,
  });
  return true;
}

async function runTrial(bench: Bench, session: NativeSession, step: Trial): Promise<void> {
  bench.emit({ type: "phase", phase: "measuring" });
  const { kind: type, ...trial } = step;
  const attempt = async () => {
    bench.begin(step);
    await session.drain();
    return bench.notice(() => session.sequential(optionsFor(step, bench.plans["sync-interval"])));
  };
  const leaveOut = () => bench.emit({ type, ...trial, systemCall: "", counts: null });
  const measured = await awake(bench, { attempt, discardedBytes: bytesUnlessFailed, leaveOut });
  if (measured !== null) {
    const { counts } = measured;
    bench.emit({ type, ...trial, systemCall: counts.systemCall, counts: messageOf(counts) });
    await bench.failOn(counts.fault);
  }
  if (!bench.isStopping) {
    await bench.verify(session, bench.plans["sync-interval"].blockBytes);
  }
}

function optionsFor(step: Trial, plan: IntervalPlan): SequentialOptions {
  return {
    mode: step.strategy === "never" ? "none" : step.mode,
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
