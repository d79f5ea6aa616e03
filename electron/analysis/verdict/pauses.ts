import type { WorstWindow } from "#contract/measures";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/verdict/pauses";
import type { Facts, MeasuredMode } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
import { sayer } from "../say";
import { bucketsPerDecade } from "../statistics";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** From half a second on, a pause feels like a hang. */
const feltPauseNs = 500_000_000;

/**
 * From five seconds on, a pause is a hang: Windows then writes "Not responding" beside the name of
 * a program that waits (HungAppTimeout).
 */
const hangNs = 5_000_000_000;

interface WaitingSave {
  readonly mode: MeasuredMode;
  readonly latency: NonNullable<MeasuredMode["latencyNs"]>;
}

/** The longest of all saves that wait for the drive; `null` if no such save was timed. */
function longestSave(facts: Facts): WaitingSave | null {
  const [longest = null] = waitingSaves(facts).sort(
    (one, other) => other.latency.max - one.latency.max,
  );
  return longest;
}

function waitingSaves({ safe, measured }: Facts): WaitingSave[] {
  // If there is no safe save, the saves that stop at the drive's own memory count as waiting for
  // the drive.
  const waits = safe === null ? "os-crash" : "power-loss";
  return measured.flatMap((mode) =>
    mode.guarantee !== waits || mode.latencyNs === null ? [] : [{ mode, latency: mode.latencyNs }],
  );
}

/** Nanoseconds of the longest save if a program would have hung (`hangNs`); otherwise `null`. */
export function hangOf(facts: Facts): number | null {
  const longestNs = longestSave(facts)?.latency.max ?? null;
  return longestNs !== null && longestNs >= hangNs ? longestNs : null;
}

/** Whether the typical save in each way of saving, unlike the longest, was too short to be felt. */
export function isHangSingle(facts: Facts): boolean {
  return waitingSaves(facts).every(({ latency }) => latency.p50 < feltPauseNs);
}

/** A finding on single very long saves: how long, when and how often. */
export function pauseFindings(facts: Facts): FindingDraft[] {
  const longest = longestSave(facts);
  if (longest === null || longest.latency.max < feltPauseNs) {
    return [];
  }
  const { mode: shown, latency } = longest;
  return [
    finding("long-pauses", "caution", {
      title: say(latency.p50 < feltPauseNs ? "long-pauses.title" : "long-pauses.title-all"),
      seen: [
        say("long-pauses.seen", {
          slowestNs: latency.max,
          medianNs: latency.p50,
          mode: shown.mode,
        }),
        ...whenOf(shown.worstWindow),
        howOften(shown),
      ],
      todo: say(facts.isVirtual ? "long-pauses.todo-virtual" : "long-pauses.todo"),
    }),
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
 * Counts the histogram's buckets entirely above the limit. A save of half a second, or up to 1 ms
 * more, is missed, except the slowest one, whose exact time is known.
 */
function longPauses({ histogram }: MeasuredMode): number {
  const counted = histogram
    .filter(({ upToNs }) => upToNs / 10 ** (1 / bucketsPerDecade) >= feltPauseNs)
    .reduce((sum, { count }) => sum + count, 0);
  return Math.max(1, counted);
}
