import { refilledRounds } from "#analysis/workloads/flush-modes/plan";
import type { FlushPlan } from "#contract/workloads/flush-modes";
import type { Bench } from "../../bench";
import { runAppends } from "./appends";
import { runRewrites } from "./rewrites";

export function stepCount(plan: FlushPlan): number {
  const { modes, rounds, append, spaced } = plan;
  return (
    (rounds + (append?.rounds ?? 0)) * modes.length +
    Math.min(rounds, spaced?.rounds ?? 0) +
    refilledRounds(plan).length
  );
}

export async function run(bench: Bench): Promise<void> {
  await runRewrites(bench);
  await runAppends(bench);
}
