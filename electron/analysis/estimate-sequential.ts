import { type FlushModeId, intervalSyncMode, type OperatingSystem } from "../contract/flush-mode";
import type { BufferPlan, ChunkedPlan, IntervalPlan } from "../contract/run-plan";
import {
  assumedCachedBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  second,
  sequentialNs,
} from "./assumed-drive";

/** What the tests that write one after the other will take on an ordinary drive. */

export interface Effort {
  readonly durationNs: number;
  /** Everything handed to the system. */
  readonly bytes: number;
}

export const noEffort: Effort = { durationNs: 0, bytes: 0 };

export function addEffort(a: Effort, b: Effort): Effort {
  return { durationNs: a.durationNs + b.durationNs, bytes: a.bytes + b.bytes };
}

export function timesEffort({ durationNs, bytes }: Effort, times: number): Effort {
  return { durationNs: durationNs * times, bytes: bytes * times };
}

/** Every step goes to memory first and is brought to the drive after it. */
export function estimateBuffer(plan: BufferPlan): Effort {
  const steps = plan.bufferBytes.map((bufferBytes) => {
    const rate = assumedCachedBytesPerSecond(bufferBytes);
    return settled(untilCap(plan.maxStepBytes, plan.stepNs, rate));
  });
  return timesEffort(steps.reduce(addEffort, noEffort), plan.passes);
}

/** The file is written once before; after each trial it is read back whole. */
export function estimateInterval(plan: IntervalPlan, os: OperatingSystem): Effort {
  const syncSeconds = 1 / assumedRate(intervalSyncMode(os), os);
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
    .map((trial) => addEffort(trial, { durationNs: sequentialNs(plan.totalBytes), bytes: 0 }))
    .reduce(addEffort, noEffort);
  return addEffort(filled(plan.totalBytes), timesEffort(trials, plan.trials));
}

/** The file is written once before; nothing is read back. */
export function estimateChunked(
  plan: ChunkedPlan,
  modes: readonly FlushModeId[],
  os: OperatingSystem,
): Effort {
  const efforts = modes.map((mode) => {
    if (mode === "none") {
      const rate = assumedCachedBytesPerSecond(plan.chunkBytes);
      return settled(untilCap(plan.totalBytes, plan.capNs, rate));
    }
    const chunkSeconds =
      plan.chunkBytes / assumedSequentialBytesPerSecond + 1 / assumedRate(mode, os);
    return untilCap(plan.totalBytes, plan.capNs, plan.chunkBytes / chunkSeconds);
  });
  return addEffort(filled(plan.totalBytes), efforts.reduce(addEffort, noEffort));
}

function untilCap(totalBytes: number, capNs: number, bytesPerSecond: number): Effort {
  const wholeNs = (totalBytes / bytesPerSecond) * second;
  const durationNs = Math.min(capNs, wholeNs);
  return { durationNs, bytes: totalBytes * (durationNs / wholeNs) };
}

/** With the time in which what is still in memory goes on to the drive. */
function settled({ durationNs, bytes }: Effort): Effort {
  return { durationNs: durationNs + sequentialNs(bytes), bytes };
}

function filled(bytes: number): Effort {
  return { durationNs: sequentialNs(bytes), bytes };
}
