import { flushModesOf, type OperatingSystem } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { FlushPlan } from "#contract/workloads/flush-modes";
import { mebibyte, millisecond } from "../../units";
import type { Changes } from "../home";

export const profiles = {
  smoke: (os) => flushPlan(os, 32, 3, 400 * millisecond, 20 * millisecond, 32),
  quick: (os) => flushPlan(os, 128, 4, 1100 * millisecond, 100 * millisecond, 256),
  standard: (os) => flushPlan(os, 256, 5, 2300 * millisecond, 200 * millisecond, 256),
  thorough: (os) => flushPlan(os, 512, 12, 7800 * millisecond, 200 * millisecond, 512),
} as const satisfies Readonly<Record<ProfileName, (os: OperatingSystem) => FlushPlan>>;

function flushPlan(
  os: OperatingSystem,
  fileMebibytes: number,
  rounds: number,
  roundNs: number,
  warmupNs: number,
  maxRoundMebibytes: number,
): FlushPlan {
  return {
    fileBytes: fileMebibytes * mebibyte,
    blockBytes: 4096,
    rounds,
    roundNs,
    warmupNs,
    maxRoundBytes: maxRoundMebibytes * mebibyte,
    modes: flushModesOf(os),
    paceOperationsPerSecond: null,
    // Appends need fewer and shorter rounds than the rewrites, on which the verdict rests.
    append: {
      rounds: Math.min(rounds, 3),
      roundNs: Math.ceil(roundNs / 2),
      maxRoundBytes: Math.min(64, maxRoundMebibytes) * mebibyte,
    },
    // At least twenty-five saves a round on a drive that takes a millisecond per save.
    spaced: { rounds, roundNs: Math.max(300 * millisecond, roundNs / 4), idleNs: 10 * millisecond },
    // Only Linux is known to cache one call's data as one piece and to show which pages left the
    // cache.
    plainWrites: os === "linux" ? { rounds: 2, pieceBytes: mebibyte } : null,
  };
}

/** The rounds that are followed by plain writes to the refilled file, spread over all rounds. */
export function refilledRounds({ rounds, modes, plainWrites }: FlushPlan): number[] {
  const count = modes.includes("none") ? Math.min(rounds, plainWrites?.rounds ?? 0) : 0;
  const step = (rounds - 1) / Math.max(1, count - 1);
  return Array.from({ length: count }, (_, place) => Math.round(place * step));
}

export function options({ append }: FlushPlan) {
  return { append: append !== null };
}

/** Appends can be left out but not added: every profile has them, in amounts that suit it. */
export const changes: Changes<FlushPlan> = {
  modes: (plan, modes) => ({ ...plan, modes: [...modes] }),
  append: (plan, append) => (append ? plan : { ...plan, append: null }),
  // At a chosen rate saves after a pause have no unpaced saves to compare with, and plain writes
  // would have that rate in every state of the cache.
  paceOperationsPerSecond: (plan, paceOperationsPerSecond) => ({
    ...plan,
    paceOperationsPerSecond,
    spaced: null,
    plainWrites: null,
  }),
};

/** Size of the largest file; `copies`: copies of rewritten data that the file system keeps at once. */
export function fileBytes({ fileBytes, append }: FlushPlan, copies: number): number {
  return Math.max(copies * fileBytes, append?.maxRoundBytes ?? 0);
}
