import type { OperatingSystem } from "../../contract/flush-mode";
import { minPointsForKnee, plateauOf } from "../buffer-sweep";
import { formatBlockBytes, formatBytesPerSecond } from "../format";
import { median } from "../statistics";
import type { Facts } from "./facts";
import type { FindingDraft } from "./finding";

/** What the drive takes when the system's memory is left out (the sweep around the page cache). */

const terms: Readonly<Record<OperatingSystem, string>> = {
  linux: "O_DIRECT",
  macos: "F_NOCACHE",
  windows: "FILE_FLAG_NO_BUFFERING",
};

/** Nothing where most sizes were refused or not reached: those that are left would mislead. */
export function directFindings({ report, isVirtual }: Facts): FindingDraft[] {
  const points = report.bufferSweepDirect?.points ?? [];
  const smallest = points[0];
  const plateau = plateauOf(points);
  if (smallest === undefined || points.length < minPointsForKnee) {
    return [];
  }
  const rate = formatBytesPerSecond(median(plateau.map((point) => point.bytesPerSecond)));
  return [
    {
      code: "direct-writes",
      severity: "info",
      title: `Without the system's memory ${isVirtual ? "the virtual drive" : "the drive"} takes ${rate}`,
      seen: `Written around the system's memory (${terms[report.host.os]}), the largest pieces reach ${rate}; pieces of ${formatBlockBytes(smallest.bufferBytes)} reach ${formatBytesPerSecond(smallest.bytesPerSecond)}.`,
      means: isVirtual
        ? "Each piece waits until the virtual drive has taken it; the computer that hosts it may keep it in memory of its own."
        : "Each piece waits until the drive has taken it, at first into its own memory (cache), before the next one is begun. What the drive does with several at once, or over a long time, is not in this figure.",
      todo: null,
    },
  ];
}
