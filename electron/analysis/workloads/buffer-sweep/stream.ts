import type { WordedEvent } from "#contract/engine-messages";
import type { Report } from "#contract/report";
import type { Stream } from "#contract/workloads/buffer-sweep";

/** The stream at the end of the buffer sweep; `null` where it did not come to its last flush. */
export function buildStream({
  systemCall,
  unbuffered,
  reason,
  counts,
}: Extract<WordedEvent, { type: "buffer-stream" }>): Stream | null {
  const { bytes, elapsedNs, endedBy } = counts;
  const isWhole = endedBy === "complete" || endedBy === "time";
  return isWhole && bytes > 0 && elapsedNs > 0
    ? {
        systemCall,
        unbuffered,
        reason,
        bytes,
        elapsedNs,
        bytesPerSecond: perSecond(bytes, elapsedNs),
      }
    : null;
}

/** One long write until its last flush returned: the longest that was measured. */
export function longestStream({
  sustained,
  stream,
}: Pick<Report, "sustained" | "stream">): Pick<
  Stream,
  "bytes" | "bytesPerSecond" | "unbuffered"
> | null {
  if (sustained === null || sustained.settleNs === null || sustained.elapsedNs === 0) {
    return stream;
  }
  const { bytes, elapsedNs, settleNs } = sustained;
  const isLonger = bytes > (stream?.bytes ?? 0);
  return isLonger
    ? { bytes, bytesPerSecond: perSecond(bytes, elapsedNs + settleNs), unbuffered: true }
    : stream;
}

function perSecond(bytes: number, elapsedNs: number): number {
  return (bytes * 1e9) / elapsedNs;
}
