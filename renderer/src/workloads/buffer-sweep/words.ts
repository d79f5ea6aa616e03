import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { Report } from "../../../../electron/contract/report";

export const name = "Write size";
export const purpose = "How large one write should be to be fast.";
export const title = () => "Speed, by the size of one write";
export const sentence = () => "Writing with growing pieces, to find the best size.";

/** What the curve of direct writes is called in a finished report. */
export function directName(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report)
    ? "direct, buffered by btrfs on this kernel"
    : "around memory (direct)";
}
