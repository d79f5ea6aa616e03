import type { Capacity } from "#contract/workloads/capacity";
import type { UnjudgedReport } from "../../facts/facts";
import type { FreeSpace } from "../../facts/told";

export function freeSpace({ capacity }: Pick<UnjudgedReport, "capacity">): FreeSpace | null {
  return capacity && freeSpaceOf(capacity);
}

/** Counts how many blocks of the free space came back changed or unreadable. */
export function freeSpaceOf(capacity: Capacity): FreeSpace {
  const { contents, badBlocks, checkedBytes, result } = capacity;
  const unreadable = contents
    .filter(({ content }) => content === "unreadable")
    .reduce((sum, { blocks }) => sum + blocks, 0);
  const differing = result === "error" ? 0 : Math.max(0, badBlocks - unreadable);
  const unchangedBytes = result === "whole" || result === "part" ? checkedBytes : 0;
  return { differing, unreadable, unchangedBytes, endsAtLimit: endsAtLimit(capacity) };
}

/** 2^32 sectors of 512 bytes (2.2 TB): addresses of 32 bits, as older enclosures have, end here. */
const limitBytes = 2 ** 41;
/** Share of the limit that the file system may occupy. */
const nearShare = 0.05;

function endsAtLimit(capacity: Capacity): boolean {
  const { result, filledBytes, badBlocks, blockBytes, usedBytes, totalBytes, untested } = capacity;
  const isFalse = result === "false" || result === "false-or-damaged";
  const isAll = !untested.includes("stopped");
  const keptBytes = filledBytes - badBlocks * blockBytes + (usedBytes ?? 0);
  const isNear = Math.abs(keptBytes - limitBytes) <= nearShare * limitBytes;
  return isFalse && isAll && isNear && (totalBytes ?? 0) > (1 + nearShare) * limitBytes;
}
