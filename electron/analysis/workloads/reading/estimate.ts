import type { ReadingLoad, ReadingPlan } from "#contract/workloads/reading";
import {
  assumedDirectBytesPerSecond,
  assumedSequentialBytesPerSecond,
  second,
} from "../../assumed-drive";
import { addEfforts, type Effort, filled, timesEffort } from "../../effort";

/** Assumed time before a round for waiting for writeback and opening the files for its requests. */
const betweenRoundsNs = 20_000_000;

/** The effort: the file is written once; then every load runs for its time in every round. */
export function estimate(plan: ReadingPlan): Effort {
  const round = addEfforts(plan.loads.map((load) => estimateRound(plan, load)));
  return addEfforts([filled(plan.fileBytes), timesEffort(round, plan.rounds)]);
}

function estimateRound(
  { warmupNs, roundNs, maxRoundBytes }: ReadingPlan,
  { blockBytes, requests, readShare }: ReadingLoad,
): Effort {
  const transferred = Math.min(
    requests * assumedDirectBytesPerSecond(blockBytes),
    assumedSequentialBytesPerSecond,
  );
  const written = (1 - readShare) * transferred;
  const countedNs = written === 0 ? roundNs : Math.min(roundNs, (maxRoundBytes / written) * second);
  const writingNs = warmupNs + countedNs;
  return {
    durationNs: betweenRoundsNs + writingNs,
    bytes: (written * writingNs) / second,
  };
}
