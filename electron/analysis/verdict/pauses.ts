import type { WorstWindow } from "../../contract/measures";
import { formatCount, formatDuration, unitSpace } from "../format";
import { bucketsPerDecade } from "../statistics";
import type { Facts, MeasuredMode } from "./facts";
import type { FindingDraft } from "./finding";

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
      title: "Single saves took very long",
      seen: `The slowest save took ${formatDuration(latency.max)}; a typical one ${formatDuration(latency.p50)}.${whenOf(safe.worstWindow)}${howOften(safe)}`,
      means: "Programs can hang for that long while they wait for the drive.",
      todo: "Inspect the drive again while nothing else is using it; if the pauses remain, they come from the drive.",
    },
  ];
}

function whenOf(window: WorstWindow | null): string {
  return window === null || window.elapsedNs < feltPauseNs
    ? ""
    : ` It began ${formatDuration(window.startNs)} into round ${window.round + 1}.`;
}

function howOften(mode: MeasuredMode): string {
  const times = longPauses(mode);
  const elapsedNs = mode.rounds.reduce((sum, round) => sum + round.elapsedNs, 0);
  return ` Saves took half a second or longer ${times === 1 ? "once" : `${formatCount(times)}${unitSpace}times`} in ${formatDuration(elapsedNs)}.`;
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
