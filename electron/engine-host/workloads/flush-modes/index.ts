import type { FlushPlan } from "../../../contract/workloads/flush-modes";
import type { Bench } from "../../bench";
import { runAppends } from "./appends";
import { runRewrites } from "./rewrites";

export function stepCount({ modes, rounds, append, spaced }: FlushPlan): number {
  return (rounds + (append?.rounds ?? 0)) * modes.length + Math.min(rounds, spaced?.rounds ?? 0);
}

export async function run(bench: Bench): Promise<void> {
  await runRewrites(bench);
  await runAppends(bench);
}
