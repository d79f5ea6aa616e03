import type { Capacity, CapacityCounts, CapacityExtent } from "#contract/workloads/capacity";
import { sum } from "../../statistics";
import { mebibyte } from "../../units";

/**
 * Judges by the bad blocks whether the drive is smaller than it claims.
 *
 * Offsets count in the order of filling, but file systems choose the drive's addresses freely, and
 * below encryption a false drive returns noise, not zeros or another block. So neither the offset of
 * a loss nor a lost block's contents prove a drive genuine:
 * - Two offsets that share memory prove a drive false: the earlier one returns the later one's data.
 * - A large loss means a false drive or a badly damaged one. Blocks that kept a part of their data
 *   do not count as a large loss.
 * - A small loss counts as damage.
 * - Changed old files count as damage, even if they hold the test's data: a damaged file system may
 *   give the same blocks to two files.
 */

export const blockBytes = 4096;

/** Bytes: so large a loss without an error is no single flaw, whatever the drive's size. */
export const muchBytes = 256 * mebibyte;
/**
 * A loss of this share of the target size is no single flaw if it has at least `leastMuchBytes`.
 */
export const muchShare = 0.04;
/** Least bytes of a loss to which `muchShare` applies: more than one bad stretch of a drive has. */
export const leastMuchBytes = 16 * mebibyte;
/** A loss of a quarter of the target size is no single flaw if it has `leastQuarterBytes`. */
const quarter = 0.25;
/** Least bytes of a loss that is judged by `quarter`: fewer may be a single flaw. */
const leastQuarterBytes = 4 * mebibyte;

/**
 * Fewest consecutive blocks that show shared memory: a false drive uses the same memory for long
 * ranges of addresses, and a misdirected write affects single blocks.
 */
const leastAliasBlocks = 16;
/**
 * Share of the bad blocks that must lie in ranges with shared memory; misdirected writes explain at
 * most half of the bad blocks.
 */
const provenShare = 0.75;

export interface Found {
  readonly read: CapacityCounts;
  readonly reread: CapacityCounts | null;
  readonly targetBytes: number;
}

export interface Loss {
  /** Blocks that differ from the data written, without the unreadable ones. */
  readonly lostBlocks: number;
  /** The value "false" means that the drive is proven to be smaller than it claims. */
  readonly kind: Extract<Capacity["result"], "false" | "false-or-damaged" | "damaged">;
}

/** The loss that the readings show; `null` if every readable block matches. */
export function lossIn(found: Found): Loss | null {
  const { read, targetBytes } = found;
  const lostFirst = lostIn(read);
  if (isMuch(lostFirst, targetBytes) && isProvenBy(aliasesIn(read), read)) {
    // Only the first reading counts: if two ranges of addresses share memory, rewriting the
    // beginning spoils blocks that come later.
    return { lostBlocks: lostFirst, kind: "false" };
  }
  const lostBlocks = lostInBoth(found);
  if (lostBlocks === 0) {
    return null;
  }
  const kind = isMuch(goneIn(found, lostBlocks), targetBytes) ? "false-or-damaged" : "damaged";
  return { lostBlocks, kind };
}

/**
 * Whether much was lost. The shares refer to all bytes to be tested and not to the bytes read, so
 * that a small loss does not look large if the reading stopped soon after it.
 */
function isMuch(lostBlocks: number, targetBytes: number): boolean {
  const lostBytes = lostBlocks * blockBytes;
  return (
    lostBytes >= muchBytes ||
    (lostBytes >= leastMuchBytes && lostBytes >= muchShare * targetBytes) ||
    (lostBytes >= leastQuarterBytes && lostBytes >= quarter * targetBytes)
  );
}

/**
 * Least number of blocks that kept nothing of what was written. A block that kept a part has
 * storage and so says nothing about the size: a bad cable or a faulty bit of memory damages parts
 * of blocks, in other blocks at each reading.
 */
function goneIn({ read, reread }: Found, lostBlocks: number): number {
  const readings = reread === null ? [read] : [read, reread];
  const spoiled = sum(readings.map(({ damagedBlocks }) => damagedBlocks));
  const goneInEach = readings.map((reading) => lostIn(reading) - reading.damagedBlocks);
  return Math.max(lostBlocks - spoiled, ...goneInEach);
}

const lostIn = ({ regions }: CapacityCounts) => sum(regions.map(({ lostBlocks }) => lostBlocks));

/**
 * Number of blocks lost in the first or the second reading: for each region the larger count, or
 * all recorded blocks if they are more. The second reading covers only a part of the first.
 */
function lostInBoth({ read, reread }: Found): number {
  const worse = read.regions.map(({ lostBlocks }, place) =>
    Math.max(lostBlocks, reread?.regions[place]?.lostBlocks ?? 0),
  );
  const recorded = extentsOf({ read, reread }).filter(({ content }) => content !== "unreadable");
  return Math.max(sum(worse), blocksIn(recorded));
}

type Alias = CapacityExtent & { readonly foundBlock: number };

/**
 * Ranges that hold the data of a later range, which holds the same data: the two share memory.
 * After a misdirected write, the later range would lack its data.
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

function isProvenBy(aliases: readonly Alias[], { extents }: CapacityCounts): boolean {
  return aliases.length > 0 && blocksIn(aliases) >= provenShare * blocksIn(extents);
}

/** Whether all blocks of this range are known to hold the data written there. */
function isRight(read: CapacityCounts, block: number, blocks: number): boolean {
  const { extents, regions, regionBytes, badBlocks } = read;
  const end = block + blocks;
  if (end * blockBytes > read.bytes || extents.some((bad) => overlap(bad, { block, blocks }))) {
    return false;
  }
  // The list of bad blocks may be incomplete; each region's count of lost blocks is complete.
  const perRegion = regionBytes / blockBytes;
  const touched = regions.slice(Math.floor(block / perRegion), Math.ceil(end / perRegion));
  return blocksIn(extents) === badBlocks || touched.every(({ lostBlocks }) => lostBlocks === 0);
}

type Range = Pick<CapacityExtent, "block" | "blocks">;

function overlap(one: Range, other: Range): boolean {
  return one.block < other.block + other.blocks && other.block < one.block + one.blocks;
}

export const blocksIn = (extents: readonly Pick<CapacityExtent, "blocks">[]) =>
  sum(extents.map(({ blocks }) => blocks));

/** The bad blocks of both readings, without duplicates. */
export function extentsOf({ read, reread }: Pick<Found, "read" | "reread">): CapacityExtent[] {
  const again = (reread?.extents ?? []).filter(
    (extent) => !read.extents.some((bad) => overlap(bad, extent)),
  );
  return [...read.extents, ...again].sort((a, b) => a.block - b.block);
}
