import {
  type FlushModeId,
  flushModes,
  flushModesOf,
  type OperatingSystem,
} from "../contract/flush-mode";
import type { FlushPlan, RunPlan } from "../contract/run-plan";
import type { DriveKind } from "../contract/volume";

/**
 * What a run will take, said before it starts. The rates are assumptions about an ordinary laptop
 * drive; what was really written is counted and reported afterwards.
 */

const second = 1_000_000_000;

/** Writes that end in memory: 4 KiB copies, a few hundred thousand a second. */
const assumedMemoryWritesPerSecond = 400_000;
/**
 * Writes that end in the drive's own cache or ask for no more than that: O_DIRECT at one write in
 * flight, plain fsync on a Mac (27 000 published), write-through on Windows.
 */
const assumedCacheWritesPerSecond = 25_000;
/** Writes confirmed as permanent: the upper end of the published laptop drives. */
const assumedDurableWritesPerSecond = 2_000;
/** Filling the test file one after the other, and reading it back around the cache. */
const assumedSequentialBytesPerSecond = 500_000_000;
/** Scattered 4 KiB blocks going from memory to the drive after a round that never synced. */
const assumedDrainBytesPerSecond = 300_000_000;

export interface RunEstimate {
  readonly durationNs: number;
  /** Everything handed to the system: the fill, the warm-ups and the rounds. */
  readonly bytes: number;
}

/**
 * Time and bytes of a whole run on an ordinary drive. The modes are those the plan names, or all
 * that the system has; `modeCount` is how many of them the folder offers, if that is known.
 */
export function estimateRun(plan: RunPlan, os: OperatingSystem, modeCount?: number): RunEstimate {
  const modes = plan.flush.modes ?? flushModesOf(os);
  const share = (modeCount ?? modes.length) / modes.length;
  // The file is written once before the rounds and read once after them.
  let durationNs = 2 * (plan.flush.fileBytes / assumedSequentialBytesPerSecond) * second;
  let bytes = plan.flush.fileBytes;
  for (const mode of modes) {
    const round = estimateRound(plan.flush, mode, os);
    durationNs += round.durationNs * plan.flush.rounds * share;
    bytes += round.bytes * plan.flush.rounds * share;
  }
  return { durationNs: Math.round(durationNs), bytes: Math.round(bytes) };
}

/** One round with its warm-up; both end early at `maxRoundBytes`. */
function estimateRound(plan: FlushPlan, mode: FlushModeId, os: OperatingSystem): RunEstimate {
  const bytesPerSecond = assumedRate(mode, os) * plan.blockBytes;
  const bytesIn = (ns: number) => Math.min(plan.maxRoundBytes, (ns / second) * bytesPerSecond);
  const bytes = bytesIn(plan.warmupNs) + bytesIn(plan.roundNs);
  const writingNs = (bytes / bytesPerSecond) * second;
  // Rewrites of one block merge in memory, so that no more than the file waits to be written.
  const drainBytes = mode === "none" ? Math.min(bytes, plan.fileBytes) : 0;
  return { durationNs: writingNs + (drainBytes / assumedDrainBytesPerSecond) * second, bytes };
}

function assumedRate(mode: FlushModeId, os: OperatingSystem): number {
  if (mode === "none") {
    return assumedMemoryWritesPerSecond;
  }
  return flushModes[mode][os]?.guarantee === "power-loss"
    ? assumedDurableWritesPerSecond
    : assumedCacheWritesPerSecond;
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
