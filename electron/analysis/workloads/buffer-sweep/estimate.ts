import type { BufferPlan } from "#contract/workloads/buffer-sweep";
import {
  assumedCachedBytesPerSecond,
  assumedDirectBytesPerSecond,
  assumedSequentialBytesPerSecond,
} from "../../assumed-drive";
import {
  addEfforts,
  type Effort,
  filled,
  noEffort,
  settled,
  timesEffort,
  untilCap,
} from "../../effort";

/**
 * The effort of the sweep: each write size includes its writeback; with `direct` each size is
 * written once more around the page cache. Before the sweep the file is written once to warm the
 * cache up.
 */
export function estimate(plan: BufferPlan): Effort {
  const steps = plan.bufferBytes.flatMap((bufferBytes) => [
    settled(bufferStep(plan, assumedCachedBytesPerSecond(bufferBytes))),
    ...(plan.direct ? [bufferStep(plan, assumedDirectBytesPerSecond(bufferBytes))] : []),
  ]);
  const sweeps = timesEffort(addEfforts(steps), plan.passes);
  return addEfforts([filled(plan.maxStepBytes), sweeps, estimateStream(plan)]);
}

function bufferStep(plan: BufferPlan, bytesPerSecond: number): Effort {
  return untilCap(plan.maxStepBytes, plan.stepNs, bytesPerSecond);
}

/** The effort of the final stream, a long write with several commands in flight. */
function estimateStream({ stream }: BufferPlan): Effort {
  return stream === null
    ? noEffort
    : untilCap(stream.maxBytes, stream.maxNs, assumedSequentialBytesPerSecond);
}
