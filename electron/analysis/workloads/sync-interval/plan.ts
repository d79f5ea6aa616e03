import { intervalSyncModes, type OperatingSystem, syncCallModeIds } from "#contract/flush-mode";
import type { ProfileName } from "#contract/run-plan";
import type { IntervalPlan } from "#contract/workloads/sync-interval";
import { kibibyte, mebibyte, millisecond, second } from "../../units";
import type { Changes } from "../home";

const ladderBytes = [
  100 * mebibyte,
  10 * mebibyte,
  mebibyte,
  ...[512, 256, 128, 64, 32, 16, 4].map((size) => size * kibibyte),
];

export const profiles = {
  smoke: (os) => intervalPlan(os, 16, 1, 500 * millisecond),
  quick: (os) => intervalPlan(os, 256, 1, 1500 * millisecond),
  standard: (os) => intervalPlan(os, 1024, 3, 1200 * millisecond),
  thorough: (os) => intervalPlan(os, 1024, 3, 8 * second),
} as const satisfies Readonly<Record<ProfileName, (os: OperatingSystem) => IntervalPlan>>;

/**
 * A profile's plan, without intervals that do not fit into the total twice: they would equal the
 * strategy "end".
 */
function intervalPlan(
  os: OperatingSystem,
  totalMebibytes: number,
  trials: number,
  capNs: number,
): IntervalPlan {
  const totalBytes = totalMebibytes * mebibyte;
  return {
    totalBytes,
    blockBytes: 4096,
    intervalsBytes: ladderBytes.filter((bytes) => 2 * bytes <= totalBytes),
    backgroundNs: 100 * millisecond,
    trials,
    modes: [...intervalSyncModes(os)],
    capNs,
  };
}

export const changes: Changes<IntervalPlan> = {
  syncModes: (plan, syncModes) => ({ ...plan, modes: syncModes }),
};

export function options({ modes }: IntervalPlan) {
  return { syncModes: syncCallModeIds.filter((mode) => modes.includes(mode)) };
}

export function fileBytes({ totalBytes }: IntervalPlan, copies: number): number {
  return copies * totalBytes;
}
