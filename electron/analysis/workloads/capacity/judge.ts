import type {
  Capacity,
  CapacityCounts,
  CapacityExtent,
  CapacityOldFiles,
} from "#contract/workloads/capacity";
import { mebibyte } from "../../units";

/**
 * What bad blocks show about the size of a drive. Pure arithmetic over what was found.
 *
 * Offsets count in the order of filling, which is not the order of the drive's addresses: file
 * systems choose addresses as they like. And below encryption a false drive gives back noise, not
 * zeros or another block. So neither the place of a loss nor what a lost block holds shows a true
 * drive to be true:
 * - Two places that share memory prove a drive false. What was written to the later one is read at
 *   the earlier one as well.
 * - Much lost, anywhere, is a false drive or a badly damaged one.
 * - Little lost is damage, as far as it shows.
 */

export const blockBytes = 4096;

/** Lost without an error: so much is no single flaw on a drive of any size. */
export const muchBytes = 256 * mebibyte;
/** On a smaller drive, this share of what was to be written, and more than one bad stretch. */
export const muchShare = 0.04;
export const leastMuchBytes = 16 * mebibyte;

/** Single blocks that went astray are no pattern; two places that share memory do so for long. */
const leastAliasBlocks = 16;
/** Of the bad blocks; with requests that went astray it is at most half. */
const provenShare = 0.75;

export interface Found {
  readonly read: CapacityCounts;
  readonly reread: CapacityCounts | null;
  readonly targetBytes: number;
}

/** Old files that the test wrote over: more than one request that went astray. */
const leastOwnBytes = 4 * mebibyte;
const leastChangedBytes = mebibyte;

type Kind = Extract<Capacity["result"], "false" | "false-or-damaged" | "damaged">;

export interface Loss {
  /** Blocks that do not hold what was written, without those that cannot be read. */
  readonly lostBlocks: number;
  /** `false`: proven. */
  readonly kind: Kind;
  /** After how many bytes the drive writes over what came before; `null`: not known. */
  readonly wrapBytes: number | null;
}

/** `null`: every block that could be read holds what was written. */
export function lossIn(found: Found): Loss | null {
  const { read, targetBytes } = found;
  const aliases = aliasesIn(read);
  const lostFirst = lostIn(read);
  if (isMuch(lostFirst, targetBytes) && isProvenBy(aliases, read)) {
    // Of the first reading alone: where places share memory, writing the beginning anew spoils what
    // came later.
    const keptBytes = read.bytes - lostFirst * blockBytes;
    return { lostBlocks: lostFirst, kind: "false", wrapBytes: wrapOf(aliases, keptBytes) };
  }
  const lostBlocks = lostInBoth(found);
  if (lostBlocks === 0) {
    return null;
  }
  const kind = isMuch(lostBlocks, targetBytes) ? "false-or-damaged" : "damaged";
  return { lostBlocks, kind, wrapBytes: null };
}

/**
 * What files show that were there before the test. One that holds what the test wrote elsewhere
 * shares memory with that place.
 */
export function lossOfOldFiles(old: CapacityOldFiles | null): Kind | null {
  if (old === null || old.changedBytes === 0) {
    return null;
  }
  const least = muchShare * old.sampledBytes;
  if (old.ownBytes >= Math.max(leastOwnBytes, least)) {
    return "false";
  }
  return old.changedBytes >= Math.max(leastChangedBytes, least) ? "false-or-damaged" : "damaged";
}

export function gravest(...kinds: readonly (Kind | null)[]): Kind | null {
  return (
    (["false", "false-or-damaged", "damaged"] as const).find((kind) => kinds.includes(kind)) ?? null
  );
}

/** What was to be written counts, not what was read: a stop after a bad stretch adds nothing. */
function isMuch(lostBlocks: number, targetBytes: number): boolean {
  const lostBytes = lostBlocks * blockBytes;
  return (
    lostBytes >= muchBytes || (lostBytes >= leastMuchBytes && lostBytes >= muchShare * targetBytes)
  );
}

const lostIn = ({ regions }: CapacityCounts) =>
  regions.reduce((sum, { lostBlocks }) => sum + lostBlocks, 0);

/** Where both have read, the worse of the two; the second reading covers a part of the first. */
function lostInBoth({ read, reread }: Found): number {
  return read.regions.reduce(
    (sum, { lostBlocks }, place) =>
      sum + Math.max(lostBlocks, reread?.regions[place]?.lostBlocks ?? 0),
    0,
  );
}

type Alias = CapacityExtent & { readonly foundBlock: number };

/**
 * Places that hold what was written to a later place, which holds it as well. A single write that
 * went astray leaves the later place without it, and cannot put earlier content over later content.
 */
function aliasesIn(read: CapacityCounts): Alias[] {
  return read.extents.filter(
    (extent): extent is Alias =>
      extent.foundBlock !== null &&
      extent.foundBlock > extent.block &&
      extent.blocks >= leastAliasBlocks &&
      isRight(read, extent.foundBlock, extent.blocks),
  );
}

/** Nothing is proven where not one bad block was written down. */
function isProvenBy(aliases: readonly Alias[], { extents }: CapacityCounts): boolean {
  return aliases.length > 0 && blocksIn(aliases) >= provenShare * blocksIn(extents);
}

/** Whether all these blocks are known to hold what was written there. */
function isRight(read: CapacityCounts, block: number, blocks: number): boolean {
  const { extents, regions, regionBytes, badBlocks } = read;
  const end = block + blocks;
  if (end * blockBytes > read.bytes || extents.some((bad) => overlap(bad, { block, blocks }))) {
    return false;
  }
  // Not all bad blocks are written down one by one.
  const perRegion = regionBytes / blockBytes;
  const touched = regions.slice(Math.floor(block / perRegion), Math.ceil(end / perRegion));
  return blocksIn(extents) === badBlocks || touched.every(({ lostBlocks }) => lostBlocks === 0);
}

type Range = Pick<CapacityExtent, "block" | "blocks">;

function overlap(one: Range, other: Range): boolean {
  return one.block < other.block + other.blocks && other.block < one.block + one.blocks;
}

const blocksIn = (extents: readonly CapacityExtent[]) =>
  extents.reduce((sum, { blocks }) => sum + blocks, 0);

/** `null` where the distances have no common measure: the file system went to and fro. */
function wrapOf(aliases: readonly Alias[], keptBytes: number): number | null {
  const distances = aliases.map(({ block, foundBlock }) => foundBlock - block);
  const common = distances.reduce(greatestDivisor, 0) * blockBytes;
  // Only the last round is seen, which may lie several behind the first everywhere.
  const times = Math.round(common / Math.max(1, keptBytes));
  return common < mebibyte ? null : Math.round(common / Math.max(1, times));
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** The bad blocks of both readings, each once. */
export function extentsOf({ read, reread }: Pick<Found, "read" | "reread">): CapacityExtent[] {
  const again = (reread?.extents ?? []).filter(
    (extent) => !read.extents.some((bad) => overlap(bad, extent)),
  );
  return [...read.extents, ...again].sort((a, b) => a.block - b.block);
}
