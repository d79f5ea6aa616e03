import {
  type FlushModeId,
  flushModesOf,
  leadingSaveMode,
  type OperatingSystem,
} from "../contract/flush-mode";
import type { FlushPlan, RunPlan, TestName } from "../contract/run-plan";
import type { DriveKind } from "../contract/volume";
import {
  assumedDrainBytesPerSecond,
  assumedRate,
  readingNs,
  second,
  sequentialNs,
} from "./assumed-drive";
import { estimateCommits } from "./estimate-commits";
import {
  addEffort,
  type Effort,
  estimateAppend,
  estimateBuffer,
  estimateChunked,
  estimateInterval,
  estimateSustained,
  noEffort,
  timesEffort,
} from "./estimate-sequential";

/**
 * What a run will take, said before it starts. The rates are assumptions about an ordinary laptop
 * drive; what was really written is counted and reported afterwards.
 */

export type RunEstimate = Effort;

/**
 * Time and bytes of the plan's tests on an ordinary drive. The modes are those the plan names, or
 * all that the system has; `modeCount` is how many of them the folder offers, if that is known.
 */
export function estimateRun(plan: RunPlan, os: OperatingSystem, modeCount?: number): RunEstimate {
  const { durationNs, bytes } = plan.tests
    .map((test) => estimateTest(test, plan, os, modeCount))
    .reduce(addEffort, noEffort);
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}

function estimateTest(
  test: TestName,
  plan: RunPlan,
  os: OperatingSystem,
  modeCount: number | undefined,
): Effort {
  const all = flushModesOf(os);
  switch (test) {
    case "flush": {
      const modes = plan.flush.modes ?? all;
      return estimateFlush(plan.flush, modes, os, (modeCount ?? modes.length) / modes.length);
    }
    case "buffer":
      return estimateBuffer(plan.buffer);
    case "interval":
      return estimateInterval(plan.interval, os);
    case "chunked":
      return estimateChunked(plan.chunked, all, os);
    case "commits":
      return estimateCommits(plan.commits, os);
    case "sustained":
      return estimateSustained(plan.sustained);
  }
}

/** The file is written once before the rounds and read once after them; then comes the append. */
function estimateFlush(
  plan: FlushPlan,
  modes: readonly FlushModeId[],
  os: OperatingSystem,
  share: number,
): Effort {
  const rounds = modes.map((mode) => estimateRound(plan, mode, os)).reduce(addEffort, noEffort);
  const rewriting = addEffort(
    {
      durationNs: sequentialNs(plan.fileBytes) + readingNs(plan.fileBytes),
      bytes: plan.fileBytes,
    },
    timesEffort(rounds, plan.rounds * share),
  );
  return [
    timesEffort(estimateAppend(plan, modes, os), share),
    estimateSpaced(plan, modes, os),
  ].reduce(addEffort, rewriting);
}

/** Some rounds of one mode, each save after a rest. */
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

/** One round with its warm-up; both end early at `maxRoundBytes`. */
function estimateRound(plan: FlushPlan, mode: FlushModeId, os: OperatingSystem): Effort {
  const bytesPerSecond = assumedRate(mode, os) * plan.blockBytes;
  const bytesIn = (ns: number) => Math.min(plan.maxRoundBytes, (ns / second) * bytesPerSecond);
  const bytes = bytesIn(plan.warmupNs) + bytesIn(plan.roundNs);
  const writingNs = (bytes / bytesPerSecond) * second;
  // Rewrites of one block merge in memory, so that no more than the file waits to be written.
  const drainBytes = mode === "none" ? Math.min(bytes, plan.fileBytes) : 0;
  return { durationNs: writingNs + (drainBytes / assumedDrainBytesPerSecond) * second, bytes };
}

/**
 * Full writes of its capacity that a consumer SSD is rated for at the least: makers rate current
 * 1 TB drives at 300 TBW (simple) to 600 TBW (the common class). It is a class and not this
 * drive's own rating, which no system tells; the low end makes the share look larger, not smaller.
 */
export const ratedFullWrites = 300;

/**
 * Share (0 to 1) of the endurance such a drive is rated for. `null` for drives without a rating of
 * this kind (hard disks, sticks, cards, virtual drives) and where the size is not known. The size
 * may be that of a volume on a larger drive; the share is then too large, never too small.
 */
export function enduranceShare(
  bytes: number,
  drive: { readonly totalBytes: number | null; readonly kind: DriveKind },
): number | null {
  if ((drive.kind !== "nvme" && drive.kind !== "sata-ssd") || !drive.totalBytes) {
    return null;
  }
  return bytes / (drive.totalBytes * ratedFullWrites);
}
