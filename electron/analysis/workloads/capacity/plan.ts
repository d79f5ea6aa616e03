import type { ProfileName } from "#contract/run-plan";
import type { CapacityPlan } from "#contract/workloads/capacity";
import { gibibyte, mebibyte } from "../../units";
import type { Changes } from "../home";

const everything = (): CapacityPlan => ({ maxBytes: null, fileBytes: gibibyte });

/** Every profile fills all free space, because less proves little. */
export const profiles = {
  smoke: everything,
  quick: everything,
  standard: everything,
  thorough: everything,
} as const satisfies Readonly<Record<ProfileName, () => CapacityPlan>>;

export const changes: Changes<CapacityPlan> = {
  capacityBytes: (plan, capacityBytes) => ({ ...plan, maxBytes: capacityBytes }),
};

/** The test's limit, if it has one; without it the test adapts to the free space. */
export function fileBytes({ maxBytes }: CapacityPlan): number {
  return maxBytes ?? 0;
}

const wholePieces = (bytes: number) => Math.floor(bytes / mebibyte) * mebibyte;

/**
 * Bytes left free for the file system and other programs: the largest of 1 % of the free space (at
 * most 1 GiB), 64 MiB (at most 1/32 of the free space) and 8 MiB.
 */
export function reserveBytes(freeBytes: number): number {
  const hundredth = Math.min(gibibyte, Math.ceil(freeBytes / 100));
  const small = Math.min(64 * mebibyte, Math.ceil(freeBytes / 32));
  return Math.max(8 * mebibyte, small, hundredth);
}

/** Bytes to write into this much free space. */
export function targetBytes({ maxBytes }: CapacityPlan, freeBytes: number): number {
  const room = Math.max(0, freeBytes - reserveBytes(freeBytes));
  return wholePieces(Math.min(room, maxBytes ?? room));
}

/** Whether the test may fill the volume so far that other programs run out of space. */
export function fillsVolume({ maxBytes }: CapacityPlan, freeBytes: number | null): boolean {
  return maxBytes === null || freeBytes === null || maxBytes > freeBytes / 2;
}

/**
 * Bytes at the end to read again once the beginning was rewritten: more than a cache, if available.
 */
export function rereadBytes(filledBytes: number): number {
  return Math.min(gibibyte, Math.max(mebibyte, wholePieces(filledBytes / 4)));
}
