import { flushModesOf } from "#contract/flush-mode";
import type { ParallelPlan } from "#contract/workloads/parallel-saves";
import { assumedRate, readingNs, second } from "../../assumed-drive";
import { addEfforts, type Effort, filled, timesEffort, untilCap } from "../../effort";
import type { On } from "../home";
import { fileBytes } from "./plan";

/** Assumed time per round for draining all files and reading the kernel's counters. */
const aroundNs = 10_000_000;
/** Assumed lower bound of the gain of several writers together on an ordinary drive. */
const assumedGain = (writers: number) => Math.sqrt(writers);

/** The effort: the files are filled, tried in every mode, and read once after all rounds. */
export function estimate(plan: ParallelPlan, { os }: On): Effort {
  const all = fileBytes(plan, 1);
  const files = Math.max(0, ...plan.writers);
  const tryingNs = flushModesOf(os).reduce((sum, mode) => sum + second / assumedRate(mode, os), 0);
  const around: Effort = { durationNs: files * tryingNs + readingNs(all), bytes: 0 };
  const rounds = plan.modes.flatMap((mode) =>
    plan.writers.map((writers) => {
      const rate = plan.blockBytes * assumedRate(mode, os) * assumedGain(writers);
      const parts = [plan.warmupNs, plan.roundNs].map((ns) =>
        untilCap(writers * plan.maxRoundBytes, ns, rate),
      );
      return addEfforts([...parts, { durationNs: aroundNs, bytes: 0 }]);
    }),
  );
  return addEfforts([filled(all), around, timesEffort(addEfforts(rounds), plan.rounds)]);
}
