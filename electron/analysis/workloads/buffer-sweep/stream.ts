import type { WordedEvent } from "#contract/engine-messages";
import type { Stream } from "#contract/workloads/buffer-sweep";

/**
 * The stream at the end of the buffer sweep; `null` if it was left out or did not reach its last
 * flush.
 */
export function buildStream({
  systemCall,
  unbuffered,
  reason,
  counts,
}: Extract<WordedEvent, { type: "buffer-stream" }>): Stream | null {
  if (counts === null) {
    return null;
  }
  const { bytes, elapsedNs, endedBy } = counts;
  const isWhole = endedBy === "complete" || endedBy === "time";
  return isWhole && bytes > 0 && elapsedNs > 0
    ? {
        systemCall,
        unbuffered,
        reason,
        bytes,
        elapsedNs,
        bytesPerSecond: (bytes * 1e9) / elapsedNs,
      }
    : null;
}
