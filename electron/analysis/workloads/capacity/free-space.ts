import type { Capacity } from "#contract/workloads/capacity";
import type { UnjudgedReport } from "../../facts/facts";
import { isSold } from "../../facts/thing";
import type { FreeSpace } from "../../facts/told";
import { blocksIn } from "./judge";

type Tested = Pick<UnjudgedReport, "capacity" | "volume" | "host">;

export function freeSpace(report: Tested): FreeSpace | null {
  const { capacity } = report;
  return capacity && { ...blocksOf(capacity), limitBytes: limitOf(capacity, report) };
}

/** Counts how many blocks of the free space came back changed or unreadable. */
export function blocksOf(capacity: Capacity): Omit<FreeSpace, "limitBytes"> {
  const { contents, badBlocks, checkedBytes, result } = capacity;
  const unreadable = blocksIn(contents.filter(({ content }) => content === "unreadable"));
  const differing = result === "error" ? 0 : Math.max(0, badBlocks - unreadable);
  const unchangedBytes = result === "whole" || result === "part" ? checkedBytes : 0;
  return { differing, unreadable, unchangedBytes };
}

/**
 * Some enclosures and adapters have addresses of 32 bits, which end at 2.2 TB with sectors of 512
 * bytes and at 17.6 TB with 4096.
 */
const addresses = 2 ** 32;
/** The sector size assumed for a drive that reports none. */
const usualSectorBytes = 512;
/** What the drive kept may differ from the limit by this share, because the file system uses space. */
const nearShare = 0.05;

/** The end of 32-bit addresses, if the loss on a physical product begins near it; else `null`. */
export function limitOf(capacity: Capacity, report: Tested): number | null {
  const { result, filledBytes, badBlocks, blockBytes, usedBytes, totalBytes, untested } = capacity;
  const limitBytes = addresses * (report.volume.drive.sectorBytes?.logical ?? usualSectorBytes);
  const isFalse = result === "false" || result === "false-or-damaged";
  const isAll = !untested.includes("stopped");
  const keptBytes = filledBytes - badBlocks * blockBytes + (usedBytes ?? 0);
  const isNear = Math.abs(keptBytes - limitBytes) <= nearShare * limitBytes;
  const isLarger = (totalBytes ?? 0) > (1 + nearShare) * limitBytes;
  return isFalse && isAll && isNear && isLarger && isSold(report) ? limitBytes : null;
}
