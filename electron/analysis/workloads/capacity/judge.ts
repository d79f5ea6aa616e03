import type {
  Capacity,
  CapacityCounts,
  CapacityExtent,
} from "../../../contract/workloads/capacity";
import { mebibyte } from "../../units";
import { rereadBytes } from "./plan";

/**
 * What bad blocks say of a drive: whether it is smaller than it says or only damaged. Pure
 * arithmetic over what was found.
 *
 * A drive is called false on one of two grounds, which a defect does not give:
 * - What was written to one place is read at that place and at another one, too: two addresses lead
 *   to the same memory.
 * - From some place on to the end of what was written, or up to a last part that a cache may have
 *   answered, a large share of the blocks everywhere holds something else altogether.
 */

export const blockBytes = 4096;

/** A single request that went astray is at most as long. */
const leastAliasBlocks = (2 * mebibyte) / blockBytes;
/** Of a lost end: as many blocks, and this share of everything; less may be a defect. */
const leastLostBlocks = (4 * mebibyte) / blockBytes;
const leastLostShare = 0.01;
/** Blocks lost in each stretch of a lost end; a false drive may keep every second one. */
const denseShare = 0.25;
/** Stretches of a lost end that must be so. */
const denseStretches = 0.9;
/** Blocks that may be lost before it: a file system's own writes. */
const mostLostBefore = 0.01;

export interface Found {
  readonly read: CapacityCounts;
  readonly reread: CapacityCounts | null;
  readonly filledBytes: number;
}

export type Falsehood = Pick<Capacity, "falseFromBytes" | "wrapBytes">;

/** `null`: nothing shows that the drive is smaller than it says. */
export function falsehoodOf(found: Found): Falsehood | null {
  // Of the first reading alone: before the second one the beginning was written anew.
  const aliases = aliasesIn(found.read.extents);
  if (blocksIn(aliases) >= leastAliasBlocks) {
    const lost = found.read.regions.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0);
    const kept = found.read.bytes - lost * blockBytes;
    const isComplete = found.read.bytes >= found.filledBytes;
    const written = Math.min(...aliases.map(({ foundBlock }) => foundBlock)) * blockBytes;
    return { falseFromBytes: isComplete ? kept : written, wrapBytes: wrapOf(aliases, kept) };
  }
  const from = lostEndFrom(lostByRegion(found), found);
  return from === null ? null : { falseFromBytes: from * blockBytes, wrapBytes: null };
}

/** Whether places share memory; writing the beginning anew then spoils what came later. */
export function sharesMemory({ read }: Found): boolean {
  return blocksIn(aliasesIn(read.extents)) >= leastAliasBlocks;
}

type Alias = CapacityExtent & { readonly foundBlock: number };

/** Bad blocks that hold what another place holds as well, and rightly. */
function aliasesIn(extents: readonly CapacityExtent[]): Alias[] {
  return extents.filter(
    (extent): extent is Alias =>
      extent.foundBlock !== null &&
      !extents.some((bad) => overlap(bad, { ...extent, block: extent.foundBlock ?? 0 })),
  );
}

function overlap(one: CapacityExtent, other: CapacityExtent): boolean {
  return one.block < other.block + other.blocks && other.block < one.block + one.blocks;
}

const blocksIn = (extents: readonly CapacityExtent[]) =>
  extents.reduce((sum, { blocks }) => sum + blocks, 0);

/** After how many bytes the drive begins anew; `null` where the distances have no common measure. */
function wrapOf(aliases: readonly Alias[], keptBytes: number): number | null {
  const distances = aliases.map(({ block, foundBlock }) => Math.abs(foundBlock - block));
  const common = distances.reduce(greatestDivisor, 0) * blockBytes;
  const times = Math.round(common / Math.max(1, keptBytes));
  return common < mebibyte ? null : Math.round(common / Math.max(1, times));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

interface Lost {
  /** Blocks that were read in it. */
  readonly blocks: number;
  readonly lostBlocks: number;
  readonly firstLostBlock: number | null;
  readonly endBlock: number;
}

/** Of both readings together; the second covers a part of the first. */
function lostByRegion({ read, reread }: Found): Lost[] {
  const perRegion = read.regionBytes / blockBytes;
  return read.regions.flatMap((region, place): Lost[] => {
    const again = reread?.regions[place];
    const firsts = [region.firstLostBlock, again?.firstLostBlock ?? null].filter(
      (first): first is number => first !== null,
    );
    const blocks = Math.round(region.bytes / blockBytes);
    return blocks === 0
      ? []
      : [
          {
            blocks,
            lostBlocks: Math.max(region.lostBlocks, again?.lostBlocks ?? 0),
            firstLostBlock: firsts.length === 0 ? null : Math.min(...firsts),
            endBlock: place * perRegion + blocks,
          },
        ];
  });
}

const isDense = ({ lostBlocks, blocks }: Lost) => lostBlocks >= denseShare * blocks;

/** The block from which on the end of what was read is lost; `null`: it is not. */
function lostEndFrom(regions: readonly Lost[], { filledBytes }: Found): number | null {
  const last = regions.map(isDense).lastIndexOf(true);
  const rest = regions.slice(last + 1).reduce((sum, { blocks }) => sum + blocks, 0);
  if (last === -1 || rest * blockBytes > rereadBytes(filledBytes)) {
    return null;
  }
  const first = firstOfEnd(regions, last);
  const end = regions.slice(first, last + 1);
  const lost = end.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0);
  const begin = beginIn(regions[first - 1]);
  const before = regions.slice(0, begin === null ? first : first - 1);
  const blocksBefore = before.reduce((sum, { blocks }) => sum + blocks, 0);
  const lostBefore = before.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0);
  const all = blocksBefore + end.reduce((sum, { blocks }) => sum + blocks, 0) + rest;
  const isEnough = lost >= leastLostBlocks && lost >= leastLostShare * all;
  if (!isEnough || lostBefore > mostLostBefore * blocksBefore) {
    return null;
  }
  return begin ?? regions[first]?.firstLostBlock ?? null;
}

/** The earliest stretch from which on nearly all are dense. */
function firstOfEnd(regions: readonly Lost[], last: number): number {
  let first = last;
  let dense = 0;
  for (let place = last; place >= 0; place -= 1) {
    const region = regions[place];
    dense += region !== undefined && isDense(region) ? 1 : 0;
    if (region !== undefined && isDense(region) && dense >= denseStretches * (last - place + 1)) {
      first = place;
    }
  }
  return first;
}

/** The end may begin late in the stretch before the first that is dense on the whole. */
function beginIn(before: Lost | undefined): number | null {
  const begin = before?.firstLostBlock ?? null;
  return before !== undefined &&
    begin !== null &&
    before.lostBlocks >= denseShare * (before.endBlock - begin)
    ? begin
    : null;
}

/** The bad blocks of both readings, each once. */
export function extentsOf({ read, reread }: Found): CapacityExtent[] {
  const again = (reread?.extents ?? []).filter(
    (extent) => !read.extents.some((bad) => overlap(bad, extent)),
  );
  return [...read.extents, ...again].sort((a, b) => a.block - b.block);
}
