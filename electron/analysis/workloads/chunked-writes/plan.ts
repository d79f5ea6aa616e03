import type { ProfileName } from "#contract/run-plan";
import type { ChunkedPlan } from "#contract/workloads/chunked-writes";
import { mebibyte, millisecond, second } from "../../units";

export const profiles = {
  smoke: () => chunkedPlan(16, 2, 250 * millisecond),
  quick: () => chunkedPlan(128, 2, 750 * millisecond),
  standard: () => chunkedPlan(512, 2, 1500 * millisecond),
  thorough: () => chunkedPlan(1024, 4, 3 * second),
} as const satisfies Readonly<Record<ProfileName, () => ChunkedPlan>>;

function chunkedPlan(totalMebibytes: number, passes: number, capNs: number): ChunkedPlan {
  return { totalBytes: totalMebibytes * mebibyte, chunkBytes: mebibyte, passes, capNs };
}

export function fileBytes({ totalBytes }: ChunkedPlan, copies: number): number {
  return copies * totalBytes;
}
