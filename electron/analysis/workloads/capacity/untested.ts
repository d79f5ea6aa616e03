import type { CapacityCounts, CapacityPart, CapacityUntested } from "#contract/workloads/capacity";
import { mebibyte } from "../../units";
import { reserveBytes } from "./plan";

/** Why a test without any bad block does not show the whole size of the drive. */

export type Parts = Partial<Record<CapacityPart, CapacityCounts>>;

export interface Room {
  readonly freeBytes: number;
  readonly targetBytes: number;
  readonly totalBytes: number | null;
  readonly usedBytes: number | null;
}

/**
 * A drive that writes over what is in use can hide as much as is in use: it passes if it lacks no
 * more. Every file system uses some itself.
 */
const mostUsedShare = 0.1;
/** Of the free space, what a file system may keep beyond the reserve when it says that it is full. */
const mostKeptShare = 1 / 64;
const leastKeptBytes = 16 * mebibyte;
/**
 * Filled, where other programs and the file system itself took no more than the rest. For what it
 * notes of the files a file system took up to three percent in this program's tests (btrfs).
 */
const filledShare = 0.95;
/** Of what was free: on a volume so small that the reserve is much of it, the rest is not all. */
const leastShareOfFree = 0.65;

export function untestedOf(
  parts: Parts & { readonly fill: CapacityCounts },
  room: Room,
): CapacityUntested[] {
  const { fill, read, rewrite, reread } = parts;
  const isStopped = [fill, read, rewrite, reread].some((part) => part?.endedBy === "stopped");
  const reasons: readonly (CapacityUntested | null)[] = [
    isStopped ? "stopped" : null,
    unfilled(fill, room),
    read === undefined || isStopped || isEndSure(parts)
      ? null
      : rewrite?.endedBy === "full"
        ? "no-copy-room"
        : "end",
    isNearlyEmpty(room) ? null : "in-use",
  ];
  return reasons.filter((reason) => reason !== null);
}

/** Why less than the free space was filled; `null`: all was, or the test was stopped. */
export function unfilled(fill: CapacityCounts, room: Room): CapacityUntested | null {
  const { freeBytes, targetBytes } = room;
  const reserve = reserveBytes(freeBytes);
  const wanted = freeBytes - reserve;
  const isSmallPart = targetBytes < leastShareOfFree * freeBytes;
  if (fill.endedBy !== "full") {
    return targetBytes <= wanted - mebibyte || isSmallPart ? "limit" : null;
  }
  const { bytes, fullBecause, leftBytes } = fill;
  if (fullBecause === "quota" || fullBecause === "files") {
    return fullBecause;
  }
  const kept = reserve + Math.max(leastKeptBytes, freeBytes * mostKeptShare);
  if (leftBytes === null ? bytes < freeBytes - kept : leftBytes > kept) {
    return fullBecause ?? "no-room";
  }
  const isRefusedLater = fullBecause === "no-room-at-flush";
  if (bytes >= filledShare * wanted) {
    return isSmallPart ? "limit" : null;
  }
  return isRefusedLater ? fullBecause : "taken";
}

/** Without a second reading of the last part a cache could have answered it. */
export function isEndSure({ rewrite, reread }: Parts): boolean {
  return rewrite?.endedBy === "complete" && reread?.endedBy === "complete";
}

function isNearlyEmpty({ usedBytes, totalBytes }: Room): boolean {
  return usedBytes !== null && totalBytes !== null && usedBytes <= mostUsedShare * totalBytes;
}
