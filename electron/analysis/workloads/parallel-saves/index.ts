import type { EventOf } from "#contract/workloads/index";
import type { ParallelPlan } from "#contract/workloads/parallel-saves";
import { sum } from "../../statistics";
import { collect } from "../collect";
import { buildParallelSaves } from "./results";

export { findingCodes } from "./codes";
export { fewestFlushes, parallelFindings as findings } from "./findings";
export { hasFigures } from "./results";

export const reduce = () =>
  collect(
    ({ counts }: EventOf<"parallel-saves">) => ({
      endedWithBytes: sum(counts?.each.map(({ bytes }) => bytes) ?? []),
    }),
    (rounds) => ({ parallelSaves: rounds.length > 0 ? buildParallelSaves(rounds) : null }),
  );

export const readsBack = true;
export const rewrittenBytes = ({ fileBytes }: ParallelPlan) => fileBytes;
