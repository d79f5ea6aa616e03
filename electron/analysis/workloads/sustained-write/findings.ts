import type { statements } from "#text/workloads/sustained-write";
import { mayIgnoreDirect } from "../../buffered-direct";
import type { Facts } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { dataPlaceOf } from "../../facts/thing";
import { isMemory } from "../../guarantee";
import { maybeHeat } from "../../health/maybe-heat";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { heatOfLongWrite } from "./heat";
import { gradualFall, isTooShort } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Only on flash memory does the fast cache area grow with the free space. */
const growing: ReadonlySet<string> = new Set(["nvme", "sata-ssd", "memory-card"]);

/** Findings on a long write: a fast cache that filled up, or a steady speed. */
export function sustainedFindings({ report, isVirtual }: Facts): FindingDraft[] {
  const { sustained } = report;
  // A file system in RAM has no fast cache area; the report's table still shows its figure.
  if (!sustained || sustained.bytesPerSecond === null || isMemory(report.volume)) {
    return [];
  }
  const { cliff, bytes, elapsedNs, bytesPerSecond } = sustained;
  const fall = gradualFall(sustained);
  if (fall !== null) {
    return [
      finding("sustained-steady", "info", {
        title: say("sustained-steady.title-fall", fall),
        // The sentence does not say when the speed fell, because `findCliff()` found no such
        // moment.
        seen: say("sustained-steady.seen-fall", { bytes, elapsedNs, bytesPerSecond }),
        means: say("sustained-steady.means-fall"),
      }),
    ];
  }
  if (cliff === null) {
    if (isTooShort(sustained)) {
      return [];
    }
    const isCut = sustained.endedBy === "stopped" || sustained.endedBy === "error";
    return [
      finding("sustained-steady", isCut ? "info" : "good", {
        seen: say("sustained-steady.seen", { bytes, elapsedNs, bytesPerSecond }),
        means: say("sustained-steady.means", { isVirtual }),
      }),
    ];
  }
  const heat = heatOfLongWrite(report);
  if (heat.state === "at-limit") {
    return []; // A fall caused by heat has another finding (verdict/throttled.ts).
  }
  const { afterBytes, fastBytesPerSecond, slowBytesPerSecond } = cliff;
  const figures = { bytes: afterBytes, fastBytesPerSecond, slowBytesPerSecond };
  const isBehind = isVirtual || dataPlaceOf(report) === "unseen";
  return [
    finding("fast-cache-full", "caution", {
      title: say("fast-cache-full.title", { bytes: afterBytes }),
      seen: say("fast-cache-full.seen", figures),
      means: [
        say("fast-cache-full.means", { isVirtual: isBehind }),
        mayIgnoreDirect(report) && say("fast-cache-full.own-memory"),
        maybeHeat(heat),
      ],
      todo: say(
        !isBehind && growing.has(report.volume.drive.kind)
          ? "fast-cache-full.todo"
          : "fast-cache-full.todo-idle",
      ),
    }),
  ];
}
