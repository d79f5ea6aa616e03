import {
  type Capacity,
  type CapacityCounts,
  type CapacityExtent,
  type CapacitySpeed,
  capacityContents,
} from "#contract/workloads/capacity";
import type { EventOf } from "#contract/workloads/index";
import { blockBytes, blocksIn, extentsOf, lossIn } from "./judge";
import { rereadBytes } from "./plan";
import { isEndSure, type Parts, type Room, unfilled, untestedOf } from "./untested";

export type Surroundings = Room & Pick<EventOf<"capacity">, "oldFiles">;

/** The capacity test's result from those of its parts that finished. */
export function buildCapacity(
  parts: Parts & { readonly fill: CapacityCounts },
  { oldFiles, ...room }: Surroundings,
): Capacity {
  const { fill, read = null, reread = null } = parts;
  const filledBytes = fill.bytes;
  const loss = read && lossIn({ read, reread, targetBytes: room.targetBytes });
  const kind = loss?.kind ?? ((oldFiles?.changedBytes ?? 0) > 0 ? "damaged" : null);
  // On a false drive rewriting the beginning spoiled blocks, so the second reading is left out.
  const isFalse = loss?.kind === "false";
  const extents = read === null ? [] : extentsOf({ read, reread: isFalse ? null : reread });
  const firstBad = extents.find(({ content }) => content !== "unreadable") ?? extents[0];
  // The largest count of unreadable blocks: readings differ, and the list may be incomplete.
  const unreadable = Math.max(
    ...[read?.unreadableBlocks ?? 0, reread?.unreadableBlocks ?? 0],
    blocksOf(extents, "unreadable"),
  );
  const checkedBytes = checkedOf(parts);
  const answeredBy = answererOf([read, reread]);
  const endedBy = endOf([fill, parts.read, parts.rewrite, parts.reread]);
  const untested = untestedOf(parts, room);
  const isAllRead = read !== null && read.bytes >= filledBytes;
  const badBlocks = (loss?.lostBlocks ?? 0) + unreadable;
  const result = (): Capacity["result"] => {
    if (kind !== null) {
      return kind;
    }
    // Whether an unreadable block still holds its data is not known, whatever was read after it.
    if (endedBy === "error" || unreadable > 0) {
      return "error";
    }
    if (checkedBytes === 0 || answeredBy === "cache") {
      return "not-known";
    }
    return untested.length === 0 ? "whole" : "part";
  };
  return {
    result: result(),
    ...room,
    filledBytes,
    leftBytes: fill.leftBytes,
    isFilled: fill.endedBy !== "stopped" && fill.endedBy !== "error" && !unfilled(fill, room),
    checkedBytes,
    untested,
    oldFiles,
    falseFromBytes: isFalse && isAllRead ? filledBytes - badBlocks * blockBytes : null,
    badBlocks,
    blockBytes,
    firstBadBytes: firstBad === undefined ? null : firstBad.block * blockBytes,
    contents: contentsOf(extents, unreadable),
    answeredBy,
    endedBy,
    writeCall: fill.systemCall,
    readCall: read?.systemCall ?? null,
    writes: speedsOf(fill),
    reads: read === null ? [] : speedsOf(read),
  };
}

function blocksOf(extents: readonly CapacityExtent[], wanted: CapacityExtent["content"]): number {
  return blocksIn(extents.filter(({ content }) => content === wanted));
}

function contentsOf(extents: readonly CapacityExtent[], unreadable: number): Capacity["contents"] {
  return capacityContents.flatMap((content) => {
    const blocks = content === "unreadable" ? unreadable : blocksOf(extents, content);
    return blocks === 0 ? [] : [{ content, blocks }];
  });
}

/**
 * Bytes that came back. The last part counts only after a second reading: a cache could have
 * answered the first.
 */
function checkedOf(parts: Parts & { readonly fill: CapacityCounts }): number {
  const filledBytes = parts.fill.bytes;
  const readBytes = parts.read?.bytes ?? 0;
  return readBytes >= filledBytes && isEndSure(parts)
    ? filledBytes
    : Math.max(0, Math.min(readBytes, filledBytes - rereadBytes(filledBytes)));
}

/**
 * The drive answered if the I/O counters show this share of the read bytes: nearly all, because
 * they count other programs' reads as well.
 */
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
