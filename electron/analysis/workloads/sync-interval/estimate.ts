import type { FlushModeId, OperatingSystem } from "#contract/flush-mode";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  readingNs,
} from "../../assumed-drive";
import {
  addEffort,
  type Effort,
  filled,
  noEffort,
  settled,
  timesEffort,
  untilCap,
} from "../../effort";
import type { On } from "../home";

/** The file is written once before. */
export function estimate(plan: IntervalPlan, { os }: On): Effort {
  const ladders = plan.modes.map((mode) => estimateLadder(plan, mode, os));
  return ladders.reduce(addEffort, filled(plan.totalBytes));
}

/** After each trial the file is read back whole. */
function estimateLadder(plan: IntervalPlan, mode: FlushModeId, os: OperatingSystem): Effort {
  const syncSeconds = 1 / assumedRate(mode, os);
  const memoryRate = assumedCachedBytesPerSecond(plan.blockBytes);
  const never = settled(untilCap(plan.totalBytes, plan.capNs, memoryRate));
  // At the end and in the background: written as fast, waited for once at the end.
  const synced = [plan.totalBytes, plan.totalBytes, ...plan.intervalsBytes].map((bytes) =>
    untilCap(
      plan.totalBytes,
      plan.capNs,
      bytes / (bytes / memoryRate + bytes / assumedSequentialBytesPerSecond + syncSeconds),
    ),
  );
  const trials = [never, ...synced]
    .map((trial) => addEffort(trial, { durationNs: readingNs(plan.totalBytes), bytes: 0 }))
    .reduce(addEffort, noEffort);
  return timesEffort(trials, plan.trials);
}
