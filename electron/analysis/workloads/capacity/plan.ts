import type { FreeChanges } from "#contract/plan-options";
import type { ProfileName } from "#contract/run-plan";
import type { CapacityPlan } from "#contract/workloads/capacity";
import { gibibyte, mebibyte } from "../../units";

const everything = (): CapacityPlan => ({ maxBytes: null, fileBytes: gibibyte });

/** Less than everything proves little, whatever the profile. */
export const profiles = {
  smoke: everything,
  quick: everything,
  standard: everything,
  thorough: everything,
} as const satisfies Readonly<Record<ProfileName, () => CapacityPlan>>;

/** With what a person has changed. */
export function changed(plan: CapacityPlan, { capacityBytes }: FreeChanges): CapacityPlan {
  return { ...plan, maxBytes: capacityBytes ?? plan.maxBytes };
}

/** It takes what is free, and needs nothing beyond what it was limited to. */
export function fileBytes({ maxBytes }: CapacityPlan): number {
  return maxBytes ?? 0;
}

const wholePieces = (bytes: number) => Math.floor(bytes / mebibyte) * mebibyte;

/**
 * Left free at every moment, for the file system's own needs and those of other programs: 1 %, and
 * 64 MiB where that is not more than a thirty-second part.
 */
export function reserveBytes(freeBytes: number): number {
  const hundredth = Math.min(gibibyte, Math.ceil(freeBytes / 100));
  const small = Math.min(64 * mebibyte, Math.ceil(freeBytes / 32));
  return Math.max(8 * mebibyte, small, hundredth);
}

/** What is to be written of so much free space. */
export function targetBytes({ maxBytes }: CapacityPlan, freeBytes: number): number {
  const room = Math.max(0, freeBytes - reserveBytes(freeBytes));
  return wholePieces(Math.min(room, maxBytes ?? room));
}

/** Whether so little may be left that other programs on this volume run out of room. */
export function fillsVolume({ maxBytes }: CapacityPlan, freeBytes: number | null): boolean {
  return maxBytes === null || freeBytes === null || maxBytes > freeBytes / 2;
}

/**
 * The last part is read twice, after the beginning was written anew: more than the memory of any
 * drive, as far as there is so much.
 */
export function rereadBytes(filledBytes: number): number {
  return Math.min(gibibyte, Math.max(mebibyte, wholePieces(filledBytes / 4)));
}
