import type { DriveError } from "../contract/drive-error";
import type { SequentialCounts } from "../contract/engine-messages";
import type { FlushModeId } from "../contract/flush-mode";
import type { ChunkedPlan } from "../contract/run-plan";
import type { Chunked, ChunkedMode } from "../contract/workload-results";
import { notReachedReason } from "./flush-results";
import { summarizeLatency } from "./statistics";
import { wholeNs } from "./sync-interval";
import { worstWindow } from "./timeline";

/** A total written in chunks with a sync after each, in every mode (workload W2). */

export interface ChunkedParts {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  /** The system's refusal in words; `null` when the mode can be used. */
  readonly refusal: string | null;
  /** Set when the mode broke while it wrote. */
  readonly failure: DriveError | null;
  /** `null` when the mode's turn did not come. */
  readonly counts: SequentialCounts | null;
}

/**
 * One entry per mode, in the order given. A mode that the time cap ended is extrapolated to the
 * whole total; one that was stopped or broke off has no time, because it would be too short a one.
 */
export function buildChunked(parts: readonly ChunkedParts[], plan: ChunkedPlan): Chunked {
  const modes = parts.map((part) => modeOf(part, plan.totalBytes));
  const fastestNs = Math.min(...modes.flatMap(({ elapsedNs }) => (elapsedNs ? [elapsedNs] : [])));
  return {
    totalBytes: plan.totalBytes,
    chunkBytes: plan.chunkBytes,
    modes: modes.map((mode) => ({
      ...mode,
      ratioToFastest: mode.elapsedNs ? mode.elapsedNs / fastestNs : null,
    })),
  };
}

function modeOf(
  { mode, systemCall, refusal, failure, counts }: ChunkedParts,
  totalBytes: number,
): Omit<ChunkedMode, "ratioToFastest"> {
  const withoutTime = {
    mode,
    systemCall,
    elapsedNs: null,
    extrapolated: false,
    latencyNs: null,
    worstWindow: null,
  };
  if (refusal !== null) {
    return { ...withoutTime, status: "unavailable", reason: refusal };
  }
  if (failure !== null || counts?.endedBy === "error") {
    return { ...withoutTime, status: "failed", reason: failure?.message ?? null };
  }
  if (counts === null || counts.endedBy === "stopped" || counts.bytes === 0) {
    return { ...withoutTime, status: "unavailable", reason: notReachedReason };
  }
  return {
    mode,
    systemCall,
    status: "measured",
    reason: null,
    elapsedNs: wholeNs(counts, totalBytes),
    extrapolated: counts.endedBy === "time",
    latencyNs: summarizeLatency(counts.latency),
    worstWindow: worstWindow([{ ...counts, round: 0 }]),
  };
}
