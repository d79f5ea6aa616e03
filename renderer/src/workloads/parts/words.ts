import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { Report } from "../../../../electron/contract/report";

/** What a method has to add where direct writes are buffered all the same. */
export function bufferedWords(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report)
    ? " On this kernel btrfs takes these writes through the page cache all the same, and sends each of them on at once."
    : "";
}
