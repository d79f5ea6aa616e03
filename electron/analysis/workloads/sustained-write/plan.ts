import type { ProfileName } from "#contract/run-plan";
import type { SustainedPlan } from "#contract/workloads/sustained-write";
import { isFat } from "../../fat";
import { gibibyte, mebibyte, second } from "../../units";
import type { Changes } from "../home";

export const profiles = {
  smoke: () => sustainedPlan(2, 10 * second),
  quick: () => sustainedPlan(8, 60 * second),
  standard: () => sustainedPlan(64, 600 * second),
  thorough: () => sustainedPlan(256, 2400 * second),
} as const satisfies Readonly<Record<ProfileName, () => SustainedPlan>>;

function sustainedPlan(maxGibibytes: number, maxNs: number): SustainedPlan {
  return { maxBytes: maxGibibytes * gibibyte, maxNs, writeBytes: mebibyte };
}

export const changes: Changes<SustainedPlan> = {
  sustainedBytes: (plan, sustainedBytes) => ({ ...plan, maxBytes: sustainedBytes }),
};

export function fileBytes({ maxBytes }: SustainedPlan): number {
  return maxBytes;
}

/**
 * The plan, with a shorter write on FAT: at 4 GiB, the most that a file on FAT can have, the write
 * would fail.
 */
export function withinFileSystem(plan: SustainedPlan, fileSystem: string | null): SustainedPlan {
  const most = 4 * gibibyte - plan.writeBytes;
  return isFat(fileSystem) && plan.maxBytes > most ? { ...plan, maxBytes: most } : plan;
}
