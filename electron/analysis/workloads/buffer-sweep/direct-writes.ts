import type { OperatingSystem } from "../../../contract/flush-mode";
import { formatBlockBytes, formatBytesPerSecond } from "../../format";
import { isMemory } from "../../guarantee";
import { median } from "../../statistics";
import type { Facts } from "../../verdict/facts";
import type { FindingDraft } from "../../verdict/finding";
import { buffersDirectWrites } from "./buffered-direct";
import { minPointsForKnee, plateauOf, sweepOf } from "./results";

/** What the drive takes when the system's memory is left out (the sweep around the page cache). */

const terms: Readonly<Record<OperatingSystem, string>> = {
  linux: "O_DIRECT",
  macos: "F_NOCACHE",
  windows: "FILE_FLAG_NO_BUFFERING",
};

/** Says why no figure here is one of writes around the system's memory, where any was asked for. */
function bufferedFindings({ report }: Facts): FindingDraft[] {
  const isMeasured =
    sweepOf(report, true) !== null ||
    report.sustained !== null ||
    [...report.flushModes, ...(report.chunked?.modes ?? [])].some(
      ({ mode, status }) =>
        (mode === "o_direct" || mode === "o_direct_dsync") && status === "measured",
    );
  return isMeasured && buffersDirectWrites(report)
    ? [
        {
          code: "direct-writes-buffered",
          severity: "info",
          title: "btrfs buffers direct writes on this kernel",
          seen: `The folder is on btrfs with checksums, and the system is ${report.host.osVersion}. From Linux 6.14 on btrfs writes such files through the system's memory, also where a program asks to go around it (O_DIRECT).`,
          means:
            "The figures of such writes include that way through memory; on another file system they may differ.",
          todo: null,
        },
      ]
    : [];
}

/** Nothing where most sizes were refused or not reached: those that are left would mislead. */
export function directFindings(facts: Facts): FindingDraft[] {
  return [...bufferedFindings(facts), ...sweepFindings(facts)];
}

function sweepFindings({ report, isVirtual }: Facts): FindingDraft[] {
  const points = sweepOf(report, true)?.points ?? [];
  const smallest = points[0];
  const plateau = plateauOf(points);
  if (smallest === undefined || points.length < minPointsForKnee || isMemory(report.volume)) {
    return [];
  }
  const rate = formatBytesPerSecond(median(plateau.map((point) => point.bytesPerSecond)));
  const buffered = buffersDirectWrites(report);
  const sizes = `the largest pieces reach ${rate}; pieces of ${formatBlockBytes(smallest.bufferBytes)} reach ${formatBytesPerSecond(smallest.bytesPerSecond)}.`;
  if (buffered) {
    return [
      {
        code: "direct-writes",
        severity: "info",
        title: `Written directly, which btrfs buffers, ${isVirtual ? "the virtual drive" : "the drive"} takes ${rate}`,
        seen: `Written directly, buffered by btrfs on this kernel, ${sizes}`,
        means:
          "Each piece goes through the system's memory, and the write waits until btrfs has sent it on.",
        todo: null,
      },
    ];
  }
  return [
    {
      code: "direct-writes",
      severity: "info",
      title: `Without the system's memory ${isVirtual ? "the virtual drive" : "the drive"} takes ${rate}`,
      seen: `Written around the system's memory (${terms[report.host.os]}), ${sizes}`,
      means: isVirtual
        ? "Each piece waits until the virtual drive has taken it; the computer that hosts it may keep it in memory of its own."
        : "Each piece waits until the drive has taken it, at first into its own memory (cache), before the next one is begun. What the drive does with several at once, or over a long time, is not in this figure.",
      todo: null,
    },
  ];
}
