import type { OperatingSystem } from "#contract/flush-mode";
import type { statements } from "#text/workloads/buffer-sweep";
import { buffersDirectWrites, mayIgnoreDirect } from "../../buffered-direct";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { dataPlaceOf, isVirtualItself } from "../../facts/thing";
import { isMemory } from "../../guarantee";
import { sayer } from "../../say";
import { median } from "../../statistics";
import type { FindingDraft } from "./codes";
import { minPointsForKnee, plateauOf, sweepOf } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Findings on the drive's throughput without the page cache (the direct sweep). */

const calls: Readonly<Record<OperatingSystem, string>> = {
  linux: "O_DIRECT",
  macos: "F_NOCACHE",
  windows: "FILE_FLAG_NO_BUFFERING",
};

function bufferedFindings({ report }: Facts): FindingDraft[] {
  const isMeasured =
    sweepOf(report, true) !== null ||
    report.sustained !== null ||
    report.reading.some(({ status }) => status === "measured") ||
    [...report.flushModes, ...(report.chunked?.modes ?? [])].some(
      ({ mode, status }) =>
        (mode === "o_direct" || mode === "o_direct_dsync") && status === "measured",
    );
  return isMeasured && buffersDirectWrites(report)
    ? [
        finding("direct-writes-buffered", "info", {
          seen: say("direct-writes-buffered.seen", { osVersion: report.host.osVersion }),
        }),
      ]
    : [];
}

/** Findings on direct writes; without rates if most sizes were refused or not reached. */
export function directFindings(facts: Facts): FindingDraft[] {
  return [...bufferedFindings(facts), ...sweepFindings(facts)];
}

function sweepFindings(facts: Facts): FindingDraft[] {
  const { report } = facts;
  const isVirtual = isVirtualItself(report);
  const isBehind = !isVirtual && dataPlaceOf(report) === "unseen";
  const points = sweepOf(report, true)?.points ?? [];
  const smallest = points[0];
  const plateau = plateauOf(points);
  const isShown = !isMemory(report.volume) && !mayIgnoreDirect(report);
  if (smallest === undefined || points.length < minPointsForKnee || !isShown) {
    return [];
  }
  const bytesPerSecond = median(plateau.map((point) => point.bytesPerSecond));
  const figures = {
    bytesPerSecond,
    smallestBytes: smallest.bufferBytes,
    smallestBytesPerSecond: smallest.bytesPerSecond,
  };
  if (buffersDirectWrites(report)) {
    return [
      finding("direct-writes", "info", {
        title: say("direct-writes.buffered-title", { isVirtual, bytesPerSecond }),
        seen: say("direct-writes.buffered-seen", figures),
        means: say("direct-writes.buffered-means"),
      }),
    ];
  }
  return [
    finding("direct-writes", "info", {
      title: say("direct-writes.title", { isVirtual, isBehind, bytesPerSecond }),
      seen: say("direct-writes.seen", { ...figures, call: calls[report.host.os] }),
      means: say("direct-writes.means", { isVirtual, isBehind }),
    }),
  ];
}
