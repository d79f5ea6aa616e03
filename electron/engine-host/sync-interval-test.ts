import type { SequentialOptions } from "../../native/index";
import type { FlushModeId } from "../contract/flush-mode";
import type { IntervalPlan } from "../contract/run-plan";
import { messageOf, TestBench } from "./test-bench";

type Strategy = "never" | "end" | "every" | "background";

interface Step {
  readonly strategy: Strategy;
  readonly intervalBytes: number | null;
}

/** The ladder of the published workload, with the strategy of a second thread beside it. */
export function intervalSteps(plan: IntervalPlan): Step[] {
  return [
    { strategy: "never", intervalBytes: null },
    { strategy: "end", intervalBytes: null },
    { strategy: "background", intervalBytes: null },
    ...plan.intervalsBytes.map((intervalBytes) => ({ strategy: "every" as const, intervalBytes })),
  ];
}

/**
 * Workload W5: a total in 4 KiB writes with a sync never, at the end, every so many bytes, or by a
 * second thread. The file is written and flushed beforehand, so that no strategy pays for
 * allocation; the order alternates from trial to trial. After each trial every block is read back
 * around the cache and compared.
 */
export async function runSyncIntervalTest(bench: TestBench, mode: FlushModeId): Promise<void> {
  const plan = bench.request.plan.interval;
  const shape = { fileBytes: plan.totalBytes, blockBytes: plan.blockBytes };
  await bench.withFile(shape, async (session, prepared) => {
    const systemCall = prepared.modes.find((offered) => offered.mode === mode)?.systemCall ?? "";
    for (let trial = 0; trial < plan.trials; trial += 1) {
      const steps = trial % 2 === 0 ? intervalSteps(plan) : intervalSteps(plan).reverse();
      for (const step of steps) {
        if (bench.isStopping) {
          return;
        }
        bench.emit({ type: "phase", phase: "measuring" });
        bench.step = { mode: null, round: trial, counting: true };
        await session.drain();
        const counts = await session.sequential(optionsFor(step, plan, mode));
        bench.emit({
          type: "interval-trial",
          ...step,
          mode,
          systemCall,
          trial,
          counts: messageOf(counts),
        });
        TestBench.checked(counts);
        if (!bench.isStopping) {
          await bench.verify(session);
        }
      }
    }
  });
}

function optionsFor(step: Step, plan: IntervalPlan, mode: FlushModeId): SequentialOptions {
  return {
    mode: step.strategy === "never" ? "none" : mode,
    writeBytes: plan.blockBytes,
    totalBytes: plan.totalBytes,
    maxNs: plan.capNs,
    layout: "rewrite",
    syncEveryBytes: step.intervalBytes,
    syncAtEnd: step.strategy !== "never",
    backgroundSyncNs: step.strategy === "background" ? plan.backgroundNs : null,
  };
}
