import { blockBytes } from "#analysis/workloads/capacity/judge";
import { rereadBytes } from "#analysis/workloads/capacity/plan";
import { buildCapacity, type Surroundings } from "#analysis/workloads/capacity/results";
import type { Parts } from "#analysis/workloads/capacity/untested";
import type {
  Capacity,
  CapacityCounts,
  CapacityExtent,
  CapacityRegion,
} from "#contract/workloads/capacity";

/**
 * What a block of a fake drive holds: the data that one pass wrote for one block of the test, or
 * something else.
 */
export type Held =
  | { readonly place: number; readonly pass: number }
  | Exclude<CapacityExtent["content"], "other-place" | "earlier">;

/** A drive of blocks that decides itself where it stores them. */
export interface FakeDrive {
  write(place: number, pass: number): void;
  read(place: number): Held;
}

/**
 * A drive that stores each block in the cell that `cellOf` names; `null`: the block is lost, and a
 * read returns `lost`.
 */
export function fakeDrive(
  cellOf: (place: number) => number | null,
  lost: Held = "zeros",
): FakeDrive {
  const cells = new Map<number, Held>();
  return {
    write(place, pass) {
      const cell = cellOf(place);
      if (cell !== null) {
        cells.set(cell, { place, pass });
      }
    },
    read(place) {
      const cell = cellOf(place);
      return cell === null ? lost : (cells.get(cell) ?? lost);
    },
  };
}

/**
 * The drive with a cache: reads of the `blocks` blocks that were written last are answered from the
 * cache.
 */
export function withCache(drive: FakeDrive, blocks: number): FakeDrive {
  const written: { readonly place: number; readonly pass: number }[] = [];
  /** For each block of the test the index of its last write in `written`. */
  const latest = new Map<number, number>();
  return {
    write(place, pass) {
      drive.write(place, pass);
      latest.set(place, written.push({ place, pass }) - 1);
    },
    read(place) {
      const at = latest.get(place) ?? -1;
      return (at >= written.length - blocks ? written[at] : undefined) ?? drive.read(place);
    },
  };
}

/**
 * A volume that lays out its blocks in any order: `addresses` gives the drive's address of each
 * block. With a cipher, data that was stored at another address reads as noise.
 */
export function volumeOn(
  drive: FakeDrive,
  addresses: readonly number[],
  isCiphered = false,
): FakeDrive {
  const places: number[] = [];
  for (const [place, address] of addresses.entries()) {
    places[address] = place;
  }
  const addressOf = (place: number) => addresses[place] ?? place;
  return {
    write: (place, pass) => drive.write(addressOf(place), pass),
    read(place) {
      const held = drive.read(addressOf(place));
      if (typeof held === "string") {
        return isCiphered && held !== "unreadable" ? "unknown" : held;
      }
      const found = places[held.place] ?? held.place;
      return isCiphered && found !== place ? "unknown" : { place: found, pass: held.pass };
    },
  };
}

const mostExtents = 1000;
const mebibyte = 1 << 20;

/** Reads blocks of the fake drive back and counts the lost ones as the engine does. */
export function readBack(
  drive: FakeDrive,
  { fromBlock, blocks, ofBlocks }: { fromBlock: number; blocks: number; ofBlocks: number },
  passOf: (place: number) => number = () => 1,
): CapacityCounts {
  const bytes = ofBlocks * blockBytes;
  const regionBytes = Math.max(mebibyte, Math.ceil(bytes / 256 / mebibyte) * mebibyte);
  const regions = Array.from({ length: Math.ceil(bytes / regionBytes) }, () => ({
    bytes: 0,
    elapsedNs: 0,
    lostBlocks: 0,
    firstLostBlock: null as number | null,
  }));
  const extents: { -readonly [Key in keyof CapacityExtent]: CapacityExtent[Key] }[] = [];
  const bad = { badBlocks: 0, damagedBlocks: 0, unreadableBlocks: 0 };
  for (let block = fromBlock; block < fromBlock + blocks; block += 1) {
    const region = regions[Math.floor((block * blockBytes) / regionBytes)];
    if (region === undefined) {
      break;
    }
    region.bytes += blockBytes;
    region.elapsedNs += 20_000;
    const found = extentOf(drive.read(block), block, passOf(block));
    if (found === null) {
      continue;
    }
    bad.badBlocks += 1;
    bad.damagedBlocks += found.content === "damaged" ? 1 : 0;
    bad.unreadableBlocks += found.content === "unreadable" ? 1 : 0;
    if (found.content !== "unreadable") {
      region.firstLostBlock ??= block;
      region.lostBlocks += 1;
    }
    const last = extents.at(-1);
    const continues =
      last !== undefined &&
      last.content === found.content &&
      last.block + last.blocks === block &&
      (last.foundBlock === null || last.foundBlock + last.blocks === found.foundBlock);
    if (continues) {
      last.blocks += 1;
    } else if (extents.length < mostExtents) {
      extents.push({ ...found });
    }
  }
  return counts(blocks * blockBytes, regionBytes, regions, { ...bad, extents });
}

function extentOf(held: Held, block: number, pass: number): CapacityExtent | null {
  if (typeof held === "string") {
    return { block, blocks: 1, content: held, foundBlock: null };
  }
  if (held.place !== block) {
    return { block, blocks: 1, content: "other-place", foundBlock: held.place };
  }
  return held.pass === pass ? null : { block, blocks: 1, content: "earlier", foundBlock: null };
}

function counts(
  bytes: number,
  regionBytes: number,
  regions: CapacityRegion[],
  bad: Partial<CapacityCounts>,
): CapacityCounts {
  return {
    bytes,
    elapsedNs: Math.round(bytes / 0.2),
    regionBytes,
    regions,
    systemCall: "pread",
    endedBy: "complete",
    fullBecause: null,
    leftBytes: null,
    aroundCache: true,
    deviceReadBytes: bytes,
    badBlocks: 0,
    damagedBlocks: 0,
    unreadableBlocks: 0,
    extents: [],
    ...bad,
  };
}

/** The measured parts of a complete capacity test of this drive. */
export function testOf(drive: FakeDrive, blocks: number) {
  const again = rereadBytes(blocks * blockBytes) / blockBytes;
  for (let place = 0; place < blocks; place += 1) {
    drive.write(place, 1);
  }
  const whole = { fromBlock: 0, blocks, ofBlocks: blocks };
  const read = readBack(drive, whole);
  for (let place = 0; place < again; place += 1) {
    drive.write(place, 2);
  }
  const last = { fromBlock: blocks - again, blocks: again, ofBlocks: blocks };
  const reread = readBack(drive, last, (place) => (place < again ? 2 : 1));
  const written = readBack(
    fakeDrive((place) => place),
    { ...whole, blocks: 0 },
  );
  const fill: CapacityCounts = {
    ...written,
    bytes: blocks * blockBytes,
    systemCall: "pwrite + fsync(fd)",
    aroundCache: null,
    deviceReadBytes: null,
    regions: written.regions.map((region, place) => ({
      ...region,
      bytes: Math.min(written.regionBytes, blocks * blockBytes - place * written.regionBytes),
      elapsedNs: 60_000_000,
    })),
  };
  return { fill, read, rewrite: { ...fill, bytes: again * blockBytes }, reread };
}

/** The test's result from these measured parts; by default the volume was empty. */
export function built(
  parts: Parts & { readonly fill: CapacityCounts },
  freeBytes: number,
  targetBytes: number,
  around: Partial<Surroundings> = {},
): Capacity {
  return buildCapacity(parts, {
    freeBytes,
    targetBytes,
    totalBytes: freeBytes,
    usedBytes: 0,
    oldFiles: null,
    ...around,
  });
}

/**
 * The result of a complete test of this many blocks on a volume with 8 MiB more free space, which
 * the test leaves free.
 */
export function judgedTest(drive: FakeDrive, blocks: number): Capacity {
  const bytes = blocks * blockBytes;
  return built(testOf(drive, blocks), bytes + 8 * mebibyte, bytes);
}

/** The result for a drive of 128 MiB: whole, really only 80 MiB large, or with one bad block. */
export function sampleCapacity(kind: Capacity["result"] = "whole"): Capacity {
  const blocks = (128 * mebibyte) / blockBytes;
  const size = (80 * mebibyte) / blockBytes;
  const drives: Readonly<Partial<Record<Capacity["result"], FakeDrive>>> = {
    false: fakeDrive((place) => place % size),
    "false-or-damaged": fakeDrive((place) => (place < size ? place : null)),
    damaged: fakeDrive((place) => (place === 9 ? null : place)),
  };
  const test = testOf(drives[kind] ?? fakeDrive((place) => place), blocks);
  const bytes = blocks * blockBytes;
  const free = bytes + 8 * mebibyte;
  switch (kind) {
    case "part": {
      const stopped = { ...test.read, bytes: bytes / 2, endedBy: "stopped" } as const;
      return built({ fill: test.fill, read: stopped }, free, bytes);
    }
    case "not-known":
      return built({ fill: { ...test.fill, endedBy: "stopped" } }, free, bytes);
    case "error":
      return built({ fill: { ...test.fill, endedBy: "error" } }, free, bytes);
    default:
      return built(test, free, bytes);
  }
}
