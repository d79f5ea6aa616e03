import type { LiveState } from "../../../../electron/contract/live-state";
import type { StepOf, WorkloadId } from "../../../../electron/contract/workloads";
import { layoutWords } from "../../words";

/**
 * The size of the file that is written before a test measures, in bytes; 0 where there is none. The
 * flush test has one before its first round, and none before its second layout.
 */
export function fileBytesOf(test: WorkloadId, { plan, modes }: LiveState): number {
  switch (test) {
    case "flush-modes":
      return modes.some(({ roundsDone }) => roundsDone > 0)
        ? 0
        : plan.workloads["flush-modes"].fileBytes;
    case "buffer-sweep":
    case "commits":
    case "sustained-write":
      return 0;
    case "sync-interval":
      return plan.workloads["sync-interval"].totalBytes;
    case "chunked-writes":
      return plan.workloads["chunked-writes"].totalBytes;
  }
}

/** The mode, layout and round that the flush test measures; `null` when it measures nothing. */
export function flushStep({ step }: Pick<LiveState, "step">): StepOf<"flush-round"> | null {
  return step?.kind === "flush-round" ? step : null;
}

/** "round 2 of 4", and in the second layout "making a file longer, round 1 of 3". */
export function flushPlace({ plan, step, lastStep }: LiveState): string {
  const flush = plan.workloads["flush-modes"];
  const measured = flushStep({ step: step ?? lastStep });
  const isAppend = measured?.layout === "append";
  const rounds = isAppend ? (flush.append?.rounds ?? 1) : flush.rounds;
  const place = `round ${Math.min((measured?.round ?? 0) + 1, rounds)} of ${rounds}`;
  return isAppend ? `${layoutWords.append}, ${place}` : place;
}
