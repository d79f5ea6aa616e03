import { flushModesOf } from "#contract/flush-mode";
import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
} from "../../assumed-drive";
import { addEfforts, type Effort, filled, settled, timesEffort, untilCap } from "../../effort";
import type { On } from "../home";

/** The effort: the file is written once before all passes; there is no read-back. */
export function estimate(plan: ChunkedPlan, { os }: On): Effort {
  const efforts = flushModesOf(os).map((mode) => {
    if (mode === "none") {
      const rate = assumedCachedBytesPerSecond(plan.chunkBytes);
      return settled(untilCap(plan.totalBytes, plan.capNs, rate));
    }
    const chunkSeconds =
      plan.chunkBytes / assumedSequentialBytesPerSecond + 1 / assumedRate(mode, os);
    return untilCap(plan.totalBytes, plan.capNs, plan.chunkBytes / chunkSeconds);
  });
  return addEfforts([filled(plan.totalBytes), timesEffort(addEfforts(efforts), plan.passes)]);
}
