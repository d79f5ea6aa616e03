import {
  type FlushModeId,
  intervalSyncModes,
  isSyncing,
  type OperatingSystem,
} from "../contract/flush-mode";
import type {
  BufferPlan,
  ChunkedPlan,
  FlushPlan,
  IntervalPlan,
  SustainedPlan,
} from "../contract/run-plan";
import {
  assumedAppendRate,
  assumedCachedBytesPerSecond,
  assumedDirectBytesPerSecond,
  assumedRate,
  assumedSequentialBytesPerSecond,
  readingNs,
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

/** Every write makes the file longer; the modes that never sync are brought to the drive after it. */
export function estimateAppend(
  { append, blockBytes }: FlushPlan,
  modes: readonly FlushModeId[],
  os: OperatingSystem,
): Effort {
  if (append === null) {
    return noEffort;
  }
  const rounds = modes.map((mode) => {
    const rate = assumedAppendRate(mode, os) * blockBytes;
    const round = untilCap(append.maxRoundBytes, append.roundNs, rate);
    return isSyncing(mode) ? round : settled(round);
  });
  return timesEffort(rounds.reduce(addEffort, noEffort), append.rounds);
}

/** A stream that keeps several commands under way. */
function estimateStream({ stream }: BufferPlan): Effort {
  return stream === null
    ? noEffort
    : untilCap(stream.maxBytes, stream.maxNs, assumedSequentialBytesPerSecond);
}

/**
 * Every step goes to memory first and is brought to the drive after it; around the page cache it
 * goes to the drive at once. The file is written once before, to warm the memory up.
 */
export function estimateBuffer(plan: BufferPlan): Effort {
  const steps = plan.bufferBytes.map((bufferBytes) => {
    const cached = settled(bufferStep(plan, assumedCachedBytesPerSecond(bufferBytes)));
    return plan.direct
      ? addEffort(cached, bufferStep(plan, assumedDirectBytesPerSecond(bufferBytes)))
      : cached;
  });
  const sweeps = timesEffort(steps.reduce(addEffort, noEffort), plan.passes);
  return [sweeps, estimateStream(plan)].reduce(addEffort, filled(plan.maxStepBytes));
}

function bufferStep(plan: BufferPlan, bytesPerSecond: number): Effort {
  return untilCap(plan.maxStepBytes, plan.stepNs, bytesPerSecond);
}

/** The file is written once before. */
export function estimateInterval(plan: IntervalPlan, os: OperatingSystem): Effort {
  const ladders = (plan.modes ?? intervalSyncModes(os)).map((mode) =>
    estimateLadder(plan, mode, os),
  );
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

/** The file is written once before all passes; nothing is read back. */
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
  return addEffort(
    filled(plan.totalBytes),
    timesEffort(efforts.reduce(addEffort, noEffort), plan.passes),
  );
}

/** To its limits: whether the speed settles before is not known before. */
export function estimateSustained(plan: SustainedPlan): Effort {
  return untilCap(plan.maxBytes, plan.maxNs, assumedDirectBytesPerSecond(plan.writeBytes));
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
