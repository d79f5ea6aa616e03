import type { CapacityCounts, CapacityPart, CapacityUntested } from "#contract/workloads/capacity";
import type { EventOf } from "#contract/workloads/index";
import { mebibyte } from "../../units";
import { reserveBytes } from "./plan";

/** Reasons why a test without a bad block does not prove the whole size of the drive. */

export type Parts = Partial<Record<CapacityPart, CapacityCounts>>;

export type Room = Pick<
  EventOf<"capacity">,
  "freeBytes" | "targetBytes" | "totalBytes" | "usedBytes"
>;

/**
 * Most of the volume that may be in use before the test: a false drive could store the test's data
 * over existing files and pass. File systems use some space.
 */
const mostUsedShare = 0.1;
/** Bytes that may be set aside on any volume: btrfs takes a quarter of a volume of 320 MiB. */
const leastAsideBytes = 256 * mebibyte;
/** Share of the free space that a file system may keep beyond the reserve when it says it is full. */
const mostKeptShare = 1 / 64;
/** On a small volume, a file system may keep this many bytes beyond the reserve. */
const leastKeptBytes = 16 * mebibyte;
/**
 * From this share of the target on, the space counts as filled: other programs and the file system
 * use some. For metadata, btrfs took up to three percent in this program's tests.
 */
const filledShare = 0.95;
/** Least share of the free space to write: on a very small volume the reserve is large. */
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

/** Why less than the free space was filled; `null` if all of it was, or the test was stopped. */
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
    // The system refused no write: other programs took the space for a moment.
    return fullBecause ?? "taken";
  }
  const isRefusedLater = fullBecause === "no-room-at-flush";
  if (bytes >= filledShare * wanted) {
    return isSmallPart ? "limit" : null;
  }
  return isRefusedLater ? fullBecause : "taken";
}

/** Whether the last part was read a second time; otherwise a cache could have answered. */
export function isEndSure({ rewrite, reread }: Parts): boolean {
  return rewrite?.endedBy === "complete" && reread?.endedBy === "complete";
}

/** Bytes in use, or set aside by the file system, before the test; `null`: not known. */
export function notOfferedBytes({ usedBytes, totalBytes, freeBytes }: Room): number | null {
  return usedBytes === null ? null : Math.max(usedBytes, (totalBytes ?? 0) - freeBytes);
}

function isNearlyEmpty({ usedBytes, totalBytes, freeBytes }: Room): boolean {
  if (usedBytes === null || totalBytes === null) {
    return false;
  }
  const most = mostUsedShare * totalBytes;
  const mostNotOffered = Math.max(most, usedBytes + leastAsideBytes);
  return usedBytes <= most && totalBytes - freeBytes <= mostNotOffered;
}
