import type { ProfileName } from "../../../contract/run-plan";
import type { FlushPlan } from "../../../contract/workloads/flush-modes";
import { mebibyte, millisecond, second } from "../../units";

export const profiles = {
  smoke: () => flushPlan(64, 3, 400 * millisecond, 100 * millisecond, 256),
  quick: () => flushPlan(128, 4, 1200 * millisecond, 100 * millisecond, 256),
  standard: () => flushPlan(256, 5, 2400 * millisecond, 200 * millisecond, 256),
  thorough: () => flushPlan(512, 12, 8 * second, 200 * millisecond, 512),
} as const satisfies Readonly<Record<ProfileName, () => FlushPlan>>;

function flushPlan(
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
    modes: null,
    paceOperationsPerSecond: null,
    // Fewer and shorter rounds: what is asked here is how many flushes a longer file costs.
    append: {
      rounds: Math.min(rounds, 3),
      roundNs: Math.ceil(roundNs / 2),
      maxRoundBytes: 64 * mebibyte,
    },
    // Some twenty-five saves in each, of drives that take a millisecond for one.
    spaced: { rounds, roundNs: Math.max(300 * millisecond, roundNs / 4), idleNs: 10 * millisecond },
  };
}

/** Size of the largest file it makes; `copies`: how often rewritten data is stored at once. */
export function fileBytes({ fileBytes, append }: FlushPlan, copies: number): number {
  return Math.max(copies * fileBytes, append?.maxRoundBytes ?? 0);
}
