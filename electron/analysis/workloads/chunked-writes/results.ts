import type { SequentialCounts } from "#contract/engine-counts";
import type { Chunked, ChunkedMode, ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { EventOf, WorkloadResults } from "#contract/workloads/index";
import { medianInterval, passesAgree, ratiosByRound } from "../../confidence";
import { grouped } from "../../grouped";
import { broken, modeNotReached, outcomeOf, refusalIn, whyMissing } from "../../reasons";
import { median, mergeLatency, summarizeLatency, wholeNs } from "../../statistics";
import { worstWindow } from "../../timeline";

/** Results of writing a total in chunks with a sync after each, in every mode. */

/** Measurements of one mode in one pass. */
export type ChunkedParts = Omit<EventOf<"chunked-writes">, "type">;

/**
 * One entry per mode, in the order of the first pass. A pass that reached the time limit is
 * extrapolated to the total; a stopped or failed one has no time. A ratio needs passes that agree.
 */
export function buildChunked(parts: readonly ChunkedParts[], plan: ChunkedPlan): Chunked {
  const modes = grouped(parts, ({ mode }) => mode).map((each) => modeOf(each, plan.totalBytes));
  const fastest = modes.reduce<Entry | null>(
    (best, mode) =>
      mode.elapsedNs && mode.elapsedNs < (best?.elapsedNs ?? Number.POSITIVE_INFINITY)
        ? mode
        : best,
    null,
  );
  return {
    totalBytes: plan.totalBytes,
    chunkBytes: plan.chunkBytes,
    modes: modes.map((mode) => ({ ...mode, ratioToFastest: fastest && ratioOf(mode, fastest) })),
  };
}

/** Ratios of two modes' times, for each pass that has both. */
export function passRatios(
  slow: Pick<ChunkedMode, "passes">,
  fast: Pick<ChunkedMode, "passes">,
): number[] {
  return ratiosByRound(timesByPass(slow), timesByPass(fast));
}

type Entry = Omit<ChunkedMode, "ratioToFastest">;

function ratioOf(mode: Entry, fastest: Entry): number | null {
  return mode.elapsedNs && fastest.elapsedNs && passesAgree(passRatios(mode, fastest))
    ? mode.elapsedNs / fastest.elapsedNs
    : null;
}

function timesByPass({ passes }: Pick<ChunkedMode, "passes">): Map<number, number> {
  return new Map(passes.map(({ pass, elapsedNs }) => [pass, elapsedNs]));
}

function modeOf(parts: readonly [ChunkedParts, ...ChunkedParts[]], totalBytes: number): Entry {
  const measured = parts.flatMap(({ pass, counts }) =>
    counts !== null && isWhole(counts) ? [{ pass, counts }] : [],
  );
  const { mode, systemCall } = parts.find(({ counts }) => counts !== null) ?? parts[0];
  // An error in one pass invalidates all passes of its mode.
  const failure = parts.some(({ counts }) => counts?.endedBy === "error") ? broken(null) : null;
  const outcome = outcomeOf(
    refusalIn(parts),
    failure,
    measured.length > 0,
    whyMissing(parts, modeNotReached),
  );
  if (outcome.status !== "measured") {
    const figures = { elapsedNs: null, extrapolated: false, passes: [], elapsedIntervalNs: null };
    return { mode, systemCall, ...outcome, ...figures, latencyNs: null, worstWindow: null };
  }
  const passes = measured.map(({ pass, counts }) => ({
    pass,
    elapsedNs: wholeNs(counts, totalBytes),
    extrapolated: counts.endedBy === "time",
  }));
  const times = passes.map(({ elapsedNs }) => elapsedNs);
  return {
    mode,
    systemCall,
    ...outcome,
    elapsedNs: Math.round(median(times)),
    extrapolated: passes.some(({ extrapolated }) => extrapolated),
    passes,
    elapsedIntervalNs: medianInterval(times),
    latencyNs: summarizeLatency(mergeLatency(measured.map(({ counts }) => counts.latency))),
    worstWindow: worstWindow(measured.map(({ pass, counts }) => ({ ...counts, round: pass }))),
  };
}

function isWhole({ endedBy, bytes }: SequentialCounts): boolean {
  return (endedBy === "complete" || endedBy === "time") && bytes > 0;
}

export function hasFigures({ chunked }: WorkloadResults): boolean {
  return (chunked?.modes ?? []).some(({ elapsedNs }) => elapsedNs !== null);
}
