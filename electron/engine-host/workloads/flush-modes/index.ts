import type { FlushPlan } from "../../../contract/workloads/flush-modes";
import type { Bench } from "../../bench";
import type { On } from "../home";
import { runAppends } from "./appends";
import { runRewrites } from "./rewrites";

export function stepCount({ modes, rounds, append, spaced }: FlushPlan, { engine }: On): number {
  const perRound = modes?.length ?? engine.modes.length;
  return (rounds + (append?.rounds ?? 0)) * perRound + Math.min(rounds, spaced?.rounds ?? 0);
}

export async function run(bench: Bench): Promise<void> {
  await runRewrites(bench);
  await runAppends(bench);
}
