import type { OperatingSystem } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { DocumentsPlan } from "#contract/workloads/document-saves";
import { kibibyte, mebibyte, millisecond } from "../../units";
import { waysOf } from "./ways";

export const profiles = {
  smoke: (os) => documentsPlan(os, [4, 1024], 2, 50, 10, 16),
  quick: (os) => documentsPlan(os, [4, 64, 256, 1024], 3, 80, 15, 32),
  standard: (os) => documentsPlan(os, [4, 64, 256, 1024], 5, 250, 40, 64),
  thorough: (os) => documentsPlan(os, [4, 64, 256, 1024], 8, 300, 50, 128),
} as const satisfies Readonly<Record<ProfileName, (os: OperatingSystem) => DocumentsPlan>>;

/**
 * A profile's plan. `pairMs`: milliseconds of a round with two methods; with three the rounds are
 * shorter.
 */
function documentsPlan(
  os: OperatingSystem,
  sizesKibibytes: readonly number[],
  rounds: number,
  pairMs: number,
  warmupMs: number,
  maxRoundMebibytes: number,
): DocumentsPlan {
  return {
    sizesBytes: sizesKibibytes.map((size) => size * kibibyte),
    rounds,
    roundNs: Math.round((pairMs * millisecond * 2) / waysOf(os).length),
    warmupNs: warmupMs * millisecond,
    maxRoundBytes: maxRoundMebibytes * mebibyte,
  };
}

/**
 * Space for the document and its next version. A copy-on-write file system frees replaced versions
 * later, so a whole round's bytes may add up.
 */
export function fileBytes({ sizesBytes, maxRoundBytes }: DocumentsPlan, copies: number): number {
  return copies > 1 ? 2 * maxRoundBytes : 2 * Math.max(0, ...sizesBytes);
}
