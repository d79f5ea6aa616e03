import type { ProfileName } from "#contract/run-plan";
import type { ReadingLoad, ReadingPlan } from "#contract/workloads/reading";
import { kibibyte, mebibyte, millisecond } from "../../units";

/** Loads of reads only, of writes only, and of both mixed. */
const readShares = [1, 0, 0.7];

/** People notice the first load: programs that wait for one small read after another. */
const loads: readonly ReadingLoad[] = [
  { pattern: "random", blockBytes: 4 * kibibyte, requests: 1 } as const,
  { pattern: "random", blockBytes: 4 * kibibyte, requests: 32 } as const,
  { pattern: "sequential", blockBytes: mebibyte, requests: 1 } as const,
  { pattern: "sequential", blockBytes: mebibyte, requests: 8 } as const,
].flatMap((load) => readShares.map((readShare) => ({ ...load, readShare })));

export const profiles = {
  smoke: () => readingPlan(64, 2, 40 * millisecond, 10 * millisecond, 64),
  quick: () => readingPlan(256, 4, 160 * millisecond, 30 * millisecond, 128),
  standard: () => readingPlan(512, 5, 400 * millisecond, 50 * millisecond, 256),
  thorough: () => readingPlan(1024, 8, 500 * millisecond, 100 * millisecond, 512),
} as const satisfies Readonly<Record<ProfileName, () => ReadingPlan>>;

function readingPlan(
  fileMebibytes: number,
  rounds: number,
  roundNs: number,
  warmupNs: number,
  maxRoundMebibytes: number,
): ReadingPlan {
  return {
    fileBytes: fileMebibytes * mebibyte,
    loads: loads.map((load) => ({ ...load })),
    rounds,
    roundNs,
    warmupNs,
    maxRoundBytes: maxRoundMebibytes * mebibyte,
  };
}

export function fileBytes({ fileBytes }: ReadingPlan, copies: number): number {
  return copies * fileBytes;
}
