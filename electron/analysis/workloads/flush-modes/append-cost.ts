import type { Statement } from "#contract/statement";
import type { statements } from "#text/workloads/flush-modes";
import { areApart } from "../../confidence";
import { type Facts, isMeasured, type MeasuredMode } from "../../facts/facts";
import { finder } from "../../facts/finding";
import { isMemory } from "../../guarantee";
import { sayer } from "../../say";
import type { FindingDraft } from "./codes";
import { hidesFlushes } from "./results";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Finding on the cost of saving a new or growing file, compared with rewriting an old one. */

interface Pair {
  readonly changing: MeasuredMode;
  readonly growing: MeasuredMode;
}

/** Below this ratio of rewriting rate to appending rate, the difference is not worth reporting. */
const noticeableRatio = 1.25;

export function appendFindings(facts: Facts): FindingDraft[] {
  // In a paced run only the rewrites are paced, so the two rates do not compare.
  const pair = facts.isPaced ? null : pairOf(facts);
  return pair === null || isMemory(facts.report.volume) ? [] : [appendCost(pair)];
}

/**
 * Rewriting and appending in the verdict's mode or, without its append figures, in another mode
 * that promises to survive a power cut; `null` if no mode has both.
 */
function pairOf({ report, measured, safe }: Facts): Pair | null {
  const pairs = measured.flatMap((changing): Pair[] => {
    const growing = report.appendModes?.find(({ mode }) => mode === changing.mode);
    return growing && isMeasured(growing) ? [{ changing, growing }] : [];
  });
  const durable = pairs.filter(({ changing }) => changing.guarantee === "power-loss");
  return durable.find(({ changing }) => changing.mode === safe?.mode) ?? durable[0] ?? null;
}

function appendCost({ changing, growing }: Pair): FindingDraft {
  const isSlower = changing.iops >= noticeableRatio * growing.iops;
  const isShown = areApart(ratesOf(changing), ratesOf(growing));
  return finding("append-cost", "info", {
    title: say("append-cost.title", {
      cost: isSlower
        ? isShown
          ? "longer"
          : "longerThisTime"
        : changing.iops > growing.iops
          ? "alike"
          : "noLonger",
    }),
    seen: [
      say("append-cost.seen", {
        growingPerSecond: growing.iops,
        changingPerSecond: changing.iops,
        mode: changing.mode,
      }),
      counted({ changing, growing }),
    ],
    means: [
      isSlower && (isShown ? why({ changing, growing }) : say("append-cost.by-chance")),
      say("append-cost.means"),
    ],
  });
}

function ratesOf({ rounds }: MeasuredMode): number[] {
  return rounds.map(({ iops }) => iops);
}

function counted({ changing, growing }: Pair): Statement | null {
  const changingPerSave = changing.deviceFlushesPerSync;
  const growingPerSave = growing.deviceFlushesPerSync;
  return changingPerSave === null || growingPerSave === null || hidesFlushes(changing)
    ? null
    : say("append-cost.flushes", { growingPerSave, changingPerSave });
}

/**
 * Why saves to a growing file cost more: because of a second flush, if the counters show two per
 * save; else because a file system has more to store.
 */
function why({ changing, growing }: Pair): Statement {
  return isAbout(changing.deviceFlushesPerSync, 1) && isAbout(growing.deviceFlushesPerSync, 2)
    ? say("append-cost.two-confirmations")
    : say("append-cost.more-to-store");
}

/** Whether `perSave` is about `count` flushes; other programs may have merged or added a few. */
function isAbout(perSave: number | null, count: number): boolean {
  return perSave !== null && Math.abs(perSave - count) <= 0.2;
}
