import {
  type Capacity,
  type CapacityCounts,
  type CapacityPart,
  type CapacitySpeed,
  capacityContents,
} from "../../../contract/workloads/capacity";
import { blockBytes, extentsOf, lossIn } from "./judge";
import { rereadBytes, reserveBytes } from "./plan";

export type Parts = Partial<Record<CapacityPart, CapacityCounts>>;

/** What the parts that were reached show together. */
export function buildCapacity(
  parts: Parts & { readonly fill: CapacityCounts },
  freeBytes: number,
  targetBytes: number,
): Capacity {
  const { fill, read = null, reread = null } = parts;
  const filledBytes = fill.bytes;
  const isFilled = filledAll(fill, freeBytes, targetBytes);
  const loss = read && lossIn({ read, reread, targetBytes });
  const extents = read === null ? [] : extentsOf({ read, reread });
  const unreadable = Math.max(read?.unreadableBlocks ?? 0, reread?.unreadableBlocks ?? 0);
  const checkedBytes = read === null ? 0 : checkedOf(read, reread, filledBytes);
  const answeredBy = answererOf([read, reread]);
  const counts = [fill, read, parts.rewrite, reread].filter((part) => part !== null);
  const endedBy = endOf(counts);
  const isAllRead = read !== null && read.bytes >= filledBytes;
  const lostBytes = (loss?.lostBlocks ?? 0) * blockBytes;
  const result = (): Capacity["result"] => {
    if (loss !== null) {
      return loss.kind;
    }
    if (endedBy === "error") {
      return "error";
    }
    if (checkedBytes === 0 || answeredBy === "cache") {
      return "not-known";
    }
    const isWhole = isFilled && checkedBytes === filledBytes;
    return isWhole ? "whole" : "part";
  };
  return {
    result: result(),
    ...{ freeBytes, targetBytes, filledBytes, isFilled, checkedBytes },
    falseFromBytes: loss?.kind === "false" && isAllRead ? filledBytes - lostBytes : null,
    wrapBytes: loss?.wrapBytes ?? null,
    badBlocks: (loss?.lostBlocks ?? 0) + unreadable,
    blockBytes,
    firstBadBytes: extents[0] === undefined ? null : extents[0].block * blockBytes,
    contents: capacityContents.flatMap((content) => {
      const blocks = extents
        .filter((extent) => extent.content === content)
        .reduce((sum, extent) => sum + extent.blocks, 0);
      return blocks === 0 ? [] : [{ content, blocks }];
    }),
    answeredBy,
    endedBy,
    writeCall: fill.systemCall,
    readCall: read?.systemCall ?? null,
    writes: speedsOf(fill),
    reads: read === null ? [] : speedsOf(read),
  };
}

/** A drive that ran full earlier, because a file system needs room itself, was filled as well. */
const nearly = 0.9;

function filledAll(fill: CapacityCounts, freeBytes: number, targetBytes: number): boolean {
  const room = freeBytes - reserveBytes(freeBytes);
  return fill.endedBy === "full"
    ? fill.bytes >= nearly * room
    : fill.bytes === targetBytes && fill.bytes >= room - wholePiece;
}

const wholePiece = 1 << 20;

/** Without the last part as long as that was not read once more: a cache could have answered it. */
function checkedOf(
  read: CapacityCounts,
  reread: CapacityCounts | null,
  filledBytes: number,
): number {
  const isAll = read.bytes >= filledBytes;
  const isSure = reread?.endedBy === "complete";
  return isAll && isSure
    ? filledBytes
    : Math.max(0, Math.min(read.bytes, filledBytes - rereadBytes(filledBytes)));
}

/** By the counters nearly all of it must have come from the drive: other programs read as well. */
const fromDrive = 0.9;

function answererOf(readings: readonly (CapacityCounts | null)[]): Capacity["answeredBy"] {
  const made = readings.flatMap((reading) =>
    reading === null || reading.bytes === 0 ? [] : [reading],
  );
  if (made.length === 0) {
    return null;
  }
  const isFromCache = ({ aroundCache, deviceReadBytes, bytes }: CapacityCounts) =>
    aroundCache === false || (deviceReadBytes !== null && deviceReadBytes < fromDrive * bytes);
  if (made.some(isFromCache)) {
    return "cache";
  }
  return made.some(({ deviceReadBytes }) => deviceReadBytes === null) ? "not-known" : "drive";
}

function endOf(parts: readonly (CapacityCounts | undefined)[]): Capacity["endedBy"] {
  const ends = parts.map((part) => part?.endedBy);
  return (["error", "stopped", "full"] as const).find((end) => ends.includes(end)) ?? "complete";
}

function speedsOf({ regions, regionBytes }: CapacityCounts): CapacitySpeed[] {
  return regions.flatMap(({ bytes, elapsedNs }, place) =>
    bytes === 0 ? [] : [{ fromBytes: place * regionBytes, bytes, elapsedNs }],
  );
}
