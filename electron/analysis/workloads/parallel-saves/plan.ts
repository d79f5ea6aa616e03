import { type FlushModeId, type OperatingSystem, ordinarySaveMode } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { ParallelPlan } from "#contract/workloads/parallel-saves";
import { mebibyte, millisecond } from "../../units";

export const profiles = {
  smoke: (os) => parallelPlan(os, [1, 4, 16], 1, 2, 80, 20, 4),
  quick: (os) => parallelPlan(os, [1, 2, 4, 8, 16], 2, 3, 220, 30, 8),
  standard: (os) => parallelPlan(os, [1, 2, 4, 8, 16], 4, 4, 450, 50, 32),
  thorough: (os) => parallelPlan(os, [1, 2, 4, 8, 16], 8, 6, 700, 50, 64),
} as const satisfies Readonly<Record<ProfileName, (os: OperatingSystem) => ParallelPlan>>;

/** A profile's plan. `roundMs`: length of a round on a system with one mode; two modes share it. */
function parallelPlan(
  os: OperatingSystem,
  writers: readonly number[],
  fileMebibytes: number,
  rounds: number,
  roundMs: number,
  warmupMs: number,
  maxRoundMebibytes: number,
): ParallelPlan {
  const modes = modesOf(os);
  return {
    writers: [...writers],
    modes: [...modes],
    fileBytes: fileMebibytes * mebibyte,
    blockBytes: 4096,
    rounds,
    roundNs: Math.round((roundMs * millisecond) / modes.length),
    warmupNs: warmupMs * millisecond,
    maxRoundBytes: maxRoundMebibytes * mebibyte,
  };
}

/** The ordinary save, and on macOS also F_FULLFSYNC, which flushes the drive's cache. */
function modesOf(os: OperatingSystem): readonly FlushModeId[] {
  return os === "macos" ? [ordinarySaveMode(os), "f_fullfsync"] : [ordinarySaveMode(os)];
}

/** Size of all files; `copies`: copies of rewritten data that the file system keeps at once. */
export function fileBytes({ writers, fileBytes }: ParallelPlan, copies: number): number {
  return copies * Math.max(0, ...writers) * fileBytes;
}
