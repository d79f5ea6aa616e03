import { buffersDirectWrites } from "../../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import type { Report } from "../../../../electron/contract/report";
import { speedNames } from "../../../../electron/text/workloads/buffer-sweep";

/** What the curve of direct writes is called in a finished report. */
export function directName(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report) ? speedNames.bufferedDirect() : speedNames.direct();
}
