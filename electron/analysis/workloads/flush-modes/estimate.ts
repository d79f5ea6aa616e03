import {
  type FlushModeId,
  isSyncing,
  leadingSaveMode,
  type OperatingSystem,
} from "#contract/flush-mode";
import type { FlushPlan } from "#contract/workloads/flush-modes";
import {
  assumedAppendRate,
  assumedDrainBytesPerSecond,
  assumedRate,
  readingNs,
  second,
} from "../../assumed-drive";
import {
  addEfforts,
  type Effort,
  filled,
  noEffort,
  settled,
  timesEffort,
  untilCap,
} from "../../effort";
import type { On } from "../home";
import { refilledRounds } from "./plan";

/**
 * The effort: the file is written once before the rounds and read once after them; appends follow.
 */
export function estimate(plan: FlushPlan, { os, modeCount }: On): Effort {
  const { modes } = plan;
  const share = (modeCount ?? modes.length) / modes.length;
  const rounds = modes.map((mode) => estimateRound(plan, mode, os));
  return addEfforts([
    filled(plan.fileBytes),
    { durationNs: readingNs(plan.fileBytes), bytes: 0 },
    timesEffort(addEfforts(rounds), plan.rounds * share),
    timesEffort(estimateAppend(plan, modes, os), share),
    estimateSpaced(plan, modes, os),
    estimateRefilled(plan, os),
  ]);
}

/**
 * The effort of the rounds of unflushed writes to a refilled file. Before each the file is filled in
 * larger pieces, and after each but the last in blocks again, for the ordinary round that follows.
 */
function estimateRefilled(plan: FlushPlan, os: OperatingSystem): Effort {
  const { length: rounds } = refilledRounds(plan);
  const fills = Math.max(0, 2 * rounds - 1);
  return addEfforts([
    timesEffort(filled(plan.fileBytes), fills),
    timesEffort(estimateRound(plan, "none", os), rounds),
  ]);
}

/** The effort of one mode's rounds with a pause before each save. */
function estimateSpaced(
  { spaced, rounds, blockBytes }: FlushPlan,
  modes: readonly FlushModeId[],
  os: OperatingSystem,
): Effort {
  const mode = leadingSaveMode(os, modes);
  if (spaced === null || mode === null) {
    return noEffort;
  }
  const saves = spaced.roundNs / (spaced.idleNs + second / assumedRate(mode, os));
  const round = { durationNs: spaced.roundNs, bytes: saves * blockBytes };
  return timesEffort(round, Math.min(rounds, spaced.rounds));
}

/** The effort of a warm-up and its round; `maxRoundBytes` may end each of the two early. */
function estimateRound(plan: FlushPlan, mode: FlushModeId, os: OperatingSystem): Effort {
  const bytesPerSecond = assumedRate(mode, os) * plan.blockBytes;
  const bytesIn = (ns: number) => Math.min(plan.maxRoundBytes, (ns / second) * bytesPerSecond);
  const bytes = bytesIn(plan.warmupNs) + bytesIn(plan.roundNs);
  const writingNs = (bytes / bytesPerSecond) * second;
  // Rewrites of the same block merge in the page cache, so at most the file's size is dirty.
  const drainBytes = mode === "none" ? Math.min(bytes, plan.fileBytes) : 0;
  return { durationNs: writingNs + (drainBytes / assumedDrainBytesPerSecond) * second, bytes };
}

/** The effort of rounds that extend the file; rounds without a sync are flushed afterwards. */
function estimateAppend(
  { append, blockBytes }: FlushPlan,
  modes: readonly FlushModeId[],
  os: OperatingSystem,
): Effort {
  if (append === null) {
    return noEffort;
  }
  const rounds = modes.map((mode) => {
    const rate = assumedAppendRate(mode, os) * blockBytes;
    const round = untilCap(append.maxRoundBytes, append.roundNs, rate);
    return isSyncing(mode) ? round : settled(round);
  });
  return timesEffort(addEfforts(rounds), append.rounds);
}
