import type { WorstWindow } from "#contract/measures";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/pauses";
import type { Facts, MeasuredMode } from "../facts/facts";
import type { FindingDraft } from "../facts/finding";
import { sayer } from "../say";
import { bucketsPerDecade } from "../statistics";

const say = sayer<typeof statements>();

/** Half a second is long enough to be felt as a hang. */
const feltPauseNs = 500_000_000;

/** Single saves that took very long: how long, when, and how often. */
export function pauseFindings({ safe }: Facts): FindingDraft[] {
  const latency = safe?.latencyNs;
  if (!safe || !latency || latency.max < feltPauseNs) {
    return [];
  }
  return [
    {
      code: "long-pauses",
      severity: "caution",
      title: say("long-pauses.title"),
      seen: [
        say("long-pauses.seen", { slowestNs: latency.max, medianNs: latency.p50 }),
        ...whenOf(safe.worstWindow),
        howOften(safe),
      ],
      means: say("long-pauses.means"),
      todo: say("long-pauses.todo"),
    },
  ];
}

function whenOf(window: WorstWindow | null): Statement[] {
  return window === null || window.elapsedNs < feltPauseNs
    ? []
    : [say("long-pauses.seen-when", { startNs: window.startNs, round: window.round + 1 })];
}

function howOften(mode: MeasuredMode): Statement {
  const elapsedNs = mode.rounds.reduce((sum, round) => sum + round.elapsedNs, 0);
  return say("long-pauses.seen-often", { saves: longPauses(mode), elapsedNs });
}

/**
 * Buckets of the histogram that lie above the limit altogether: a save of half a second and up to
 * 1 ms more is not counted, but the slowest, which is known exactly, always is.
 */
function longPauses({ histogram }: MeasuredMode): number {
  const counted = histogram
    .filter(({ upToNs }) => upToNs / 10 ** (1 / bucketsPerDecade) >= feltPauseNs)
    .reduce((sum, { count }) => sum + count, 0);
  return Math.max(1, counted);
}
