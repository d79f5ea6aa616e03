import type { UnjudgedReport } from "../../facts/facts";
import type { FreeSpace } from "../../facts/told";

/** Counts how many blocks of the free space came back changed or unreadable. */
export function freeSpace({ capacity }: Pick<UnjudgedReport, "capacity">): FreeSpace | null {
  if (capacity === null) {
    return null;
  }
  const { contents, badBlocks, checkedBytes, result } = capacity;
  const unreadable = contents
    .filter(({ content }) => content === "unreadable")
    .reduce((sum, { blocks }) => sum + blocks, 0);
  const differing = result === "error" ? 0 : Math.max(0, badBlocks - unreadable);
  const unchangedBytes = result === "whole" || result === "part" ? checkedBytes : 0;
  return { differing, unreadable, unchangedBytes, isWhole: badBlocks === 0 };
}
