import type { CapacityPlan } from "#contract/workloads/capacity";
import { readingNs, sequentialNs } from "../../assumed-drive";
import type { Effort } from "../../effort";
import type { On, Progress } from "../home";
import { rereadBytes, targetBytes } from "./plan";

/**
 * The effort of filling and reading the free space; nothing to write if that space is not known.
 */
export function estimate(plan: CapacityPlan, { freeBytes }: On): Effort {
  const bytes = targetBytes(plan, freeBytes ?? 0);
  const again = bytes === 0 ? 0 : rereadBytes(bytes);
  return {
    durationNs: sequentialNs(bytes + again) + readingNs(bytes + again),
    bytes: bytes + again,
  };
}

/** The time left at the speed so far; reading is assumed to be as fast as writing until it begins. */
export function leftOfStepNs(
  _plan: CapacityPlan,
  { bytes, elapsedNs, totalBytes }: Progress,
  stepsDone: number,
): number {
  if (totalBytes === null || bytes === 0) {
    return 0;
  }
  const perByte = elapsedNs / bytes;
  const left = perByte * Math.max(0, totalBytes - bytes);
  const again = perByte * rereadBytes(totalBytes);
  const later = [perByte * totalBytes + 2 * again, 2 * again, elapsedNs, 0];
  return left + (later[stepsDone] ?? 0);
}
