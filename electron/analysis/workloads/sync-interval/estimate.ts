import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  readingNs,
} from "../../assumed-drive";
import { addEfforts, type Effort, filled, settled, timesEffort, untilCap } from "../../effort";
import type { On } from "../home";

/** The effort of all trials; the file is written once before them. */
export function estimate(plan: IntervalPlan, { os }: On): Effort {
  const ladders = plan.modes.map((mode) => estimateLadder(plan, mode, os));
  return addEfforts([filled(plan.totalBytes), ...ladders]);
}

/** The effort of all trials with one sync call; each trial reads the whole file back at its end. */
function estimateLadder(plan: IntervalPlan, mode: FlushModeId, os: OperatingSystem): Effort {
  const syncSeconds = 1 / assumedRate(mode, os);
  const memoryRate = assumedCachedBytesPerSecond(plan.blockBytes);
  const never = settled(untilCap(plan.totalBytes, plan.capNs, memoryRate));
  // "end" and "background" write without waiting and wait once at the end.
  const synced = [plan.totalBytes, plan.totalBytes, ...plan.intervalsBytes].map((bytes) =>
    untilCap(
      plan.totalBytes,
      plan.capNs,
      bytes / (bytes / memoryRate + bytes / assumedSequentialBytesPerSecond + syncSeconds),
    ),
  );
  const readBack = { durationNs: readingNs(plan.totalBytes), bytes: 0 };
  const trials = [never, ...synced].flatMap((trial) => [trial, readBack]);
  return timesEffort(addEfforts(trials), plan.trials);
}
