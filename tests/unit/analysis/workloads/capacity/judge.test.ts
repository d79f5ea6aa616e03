import { describe, expect, it } from "vitest";
import { blockBytes, extentsOf, lossIn } from "#analysis/workloads/capacity/judge";
import type { CapacityCounts, CapacityExtent } from "#contract/workloads/capacity";
import { fakeDrive, judgedTest, readBack } from "../../../../helpers/sample-capacity";

/** The bounds between kinds of loss, with readings that are made block by block. */

const mebibyte = 1 << 20;
const perMebibyte = mebibyte / blockBytes;
const inMebibytes = (count: number) => count * perMebibyte;
const target = 64 * mebibyte;

type Bad = readonly [block: number, blocks: number, foundBlock?: number | null];

const extent = ([block, blocks, foundBlock = null]: Bad): CapacityExtent => ({
  block,
  blocks,
  foundBlock,
  content: foundBlock === null ? "zeros" : "other-place",
});

/** A reading with these bad blocks; those in `unlisted` are counted but not listed. */
function reading(
  bad: readonly Bad[],
  { bytes = target, unlisted = [] as readonly Bad[] } = {},
): CapacityCounts {
  const lost = new Set(
    [...bad, ...unlisted].flatMap(([block, blocks]) =>
      Array.from({ length: blocks }, (_, at) => block + at),
    ),
  );
  const blocks = bytes / blockBytes;
  const good = fakeDrive((place) => place);
  for (let place = 0; place < blocks; place += 1) {
    good.write(place, 1);
  }
  const drive = {
    ...good,
    read: (place: number) => (lost.has(place) ? ("zeros" as const) : good.read(place)),
  };
  const whole = { fromBlock: 0, blocks, ofBlocks: Math.max(blocks, target / blockBytes) };
  return { ...readBack(drive, whole), extents: bad.map(extent) };
}

const lossOf = (read: CapacityCounts, targetBytes = target) =>
  lossIn({ read, reread: null, targetBytes });
const kindOf = (read: CapacityCounts, targetBytes = target) => lossOf(read, targetBytes)?.kind;

describe("the loss that lossIn() returns", () => {
  /** The reading of one region: in this block of tests only the region's sums count. */
  const empty = reading([]);
  const losing = (lostBlocks: number, targetBytes: number) => {
    const region = { bytes: mebibyte, elapsedNs: 1e6, lostBlocks, firstLostBlock: 0 };
    return kindOf({ ...empty, regions: [region] }, targetBytes);
  };
  const gibibyte = 1024 * mebibyte;

  it('has the kind "false-or-damaged" from 256 MiB on, and "damaged" below, on a drive of 1 TiB', () => {
    expect(losing(inMebibytes(256), 1024 * gibibyte)).toBe("false-or-damaged");
    expect(losing(inMebibytes(256) - 1, 1024 * gibibyte)).toBe("damaged");
  });

  it('has the kind "false-or-damaged" only if it is at least 4 % of a drive of 500 MiB', () => {
    expect(losing(inMebibytes(20), 500 * mebibyte)).toBe("false-or-damaged");
    expect(losing(inMebibytes(20) - 1, 500 * mebibyte)).toBe("damaged");
    expect(losing(inMebibytes(20), 501 * mebibyte)).toBe("damaged");
  });

  it('has the kind "false-or-damaged" from 16 MiB on, and "damaged" below, on a drive of 100 MiB', () => {
    expect(losing(inMebibytes(16), 100 * mebibyte)).toBe("false-or-damaged");
    expect(losing(inMebibytes(16) - 1, 100 * mebibyte)).toBe("damaged");
  });

  it('has the kind "false-or-damaged" from a quarter of a drive of 24 MiB on, and from 4 MiB on a drive of 8 MiB', () => {
    expect(losing(inMebibytes(6), 24 * mebibyte)).toBe("false-or-damaged");
    expect(losing(inMebibytes(6) - 1, 24 * mebibyte)).toBe("damaged");
    expect(losing(inMebibytes(4), 8 * mebibyte)).toBe("false-or-damaged");
    expect(losing(inMebibytes(4) - 1, 8 * mebibyte)).toBe("damaged");
  });

  it('has the kind "damaged" if less than 256 MiB remain without the blocks that kept a part of their data', () => {
    // A faulty bit in the computer's memory spoils a block in each mebibyte, however good the drive
    // is.
    const spoiled = (damagedBlocks: number) => {
      const region = {
        bytes: mebibyte,
        elapsedNs: 1e6,
        firstLostBlock: 0,
        lostBlocks: inMebibytes(1000),
      };
      const read = { ...empty, damagedBlocks, regions: [region] };
      return lossIn({ read, reread: null, targetBytes: 256 * gibibyte });
    };
    expect(spoiled(inMebibytes(1000))).toMatchObject({
      kind: "damaged",
      lostBlocks: inMebibytes(1000),
    });
    expect(spoiled(inMebibytes(744) + 1)).toMatchObject({ kind: "damaged" });
    expect(spoiled(inMebibytes(744))).toMatchObject({ kind: "false-or-damaged" });
  });

  it('has the kind "damaged" if less than 256 MiB remain without the partly damaged blocks of both reads', () => {
    const spoiledAt = (place: number, damagedBlocks: number) => ({
      ...empty,
      damagedBlocks,
      regions: [0, 1].map((at) => ({
        bytes: mebibyte,
        elapsedNs: 1e6,
        firstLostBlock: 0,
        lostBlocks: at === place ? inMebibytes(200) : 0,
      })),
    });
    const kindAfter = (first: number, second: number) =>
      lossIn({
        read: spoiledAt(0, first),
        reread: spoiledAt(1, second),
        targetBytes: 256 * gibibyte,
      })?.kind;
    expect(kindAfter(inMebibytes(200), inMebibytes(200))).toBe("damaged");
    expect(kindAfter(inMebibytes(144), 1)).toBe("damaged");
    expect(kindAfter(inMebibytes(72), inMebibytes(72))).toBe("false-or-damaged");
    expect(kindAfter(inMebibytes(72), inMebibytes(72) + 1)).toBe("damaged");
  });

  it("adds up, for each part of the drive, the larger of the losses that the two reads found", () => {
    const read = reading([[0, inMebibytes(10)]]);
    const reread = reading([
      [0, inMebibytes(3)],
      [inMebibytes(50), inMebibytes(7)],
    ]);
    expect(lossIn({ read, reread, targetBytes: target })).toEqual({
      lostBlocks: inMebibytes(17),
      kind: "false-or-damaged",
    });
  });
});

it('the result of a test of 16 MiB is "false", with the true size, if the drive has only 9 MiB and then begins again at its start', () => {
  const tiny = judgedTest(
    fakeDrive((place) => place % inMebibytes(9)),
    inMebibytes(16),
  );
  expect(tiny).toMatchObject({ result: "false", falseFromBytes: 9 * mebibyte });
});

describe("blocks that hold the data of another place", () => {
  const first: Bad = [0, inMebibytes(16), inMebibytes(32)];

  it("prove that a drive is too small if they are at least three quarters of the bad blocks", () => {
    const twelve: Bad = [0, inMebibytes(12), inMebibytes(32)];
    const beside = (others: number) => kindOf(reading([twelve, [inMebibytes(50), others]]));
    expect(beside(inMebibytes(4))).toBe("false");
    expect(beside(inMebibytes(4) + 1)).toBe("false-or-damaged");
  });

  it("prove that a drive is too small only in runs of 16 blocks or more", () => {
    const pieces = (blocks: number) =>
      reading(
        Array.from({ length: Math.ceil(inMebibytes(16) / blocks) }, (_, at) => {
          const block = at * blocks;
          return [block, blocks, inMebibytes(32) + block] as const;
        }),
      );
    expect(kindOf(pieces(16))).toBe("false");
    expect(kindOf(pieces(15))).toBe("false-or-damaged");
  });

  it("prove that a drive is too small only if the test wrote to the other place later", () => {
    const later: Bad = [inMebibytes(32), inMebibytes(16), 0];
    expect(kindOf(reading([first]))).toBe("false");
    expect(kindOf(reading([later]))).toBe("false-or-damaged");
  });

  it("prove nothing if any block in the other place is also bad", () => {
    const [from, to] = [inMebibytes(32), inMebibytes(48)];
    const alsoBad = (block: number) => kindOf(reading([first, [block, 1]]));
    expect(alsoBad(from - 1)).toBe("false");
    expect(alsoBad(from)).toBe("false-or-damaged");
    expect(alsoBad(from + 1000)).toBe("false-or-damaged");
    expect(alsoBad(to - 1)).toBe("false-or-damaged");
    expect(alsoBad(to)).toBe("false");
  });

  it("prove nothing if the other place was not read to its end", () => {
    const until = (blocks: number) => kindOf(reading([first], { bytes: blocks * blockBytes }));
    expect(until(inMebibytes(48))).toBe("false");
    expect(until(inMebibytes(48) - 1)).toBe("false-or-damaged");
  });

  it("prove nothing if bad blocks that were counted but not listed lie in the other place", () => {
    const unlisted = (block: number) => kindOf(reading([first], { unlisted: [[block, 1]] }));
    expect(unlisted(inMebibytes(32) - 1)).toBe("false");
    expect(unlisted(inMebibytes(32))).toBe("false-or-damaged");
    expect(unlisted(inMebibytes(48) - 1)).toBe("false-or-damaged");
    expect(unlisted(inMebibytes(48))).toBe("false");
  });
});

describe("extentsOf()", () => {
  it("returns the extents of the first read when there was no second", () => {
    expect(extentsOf({ read: reading([]), reread: null })).toEqual([]);
    expect(extentsOf({ read: reading([[7, 2]]), reread: null })).toEqual([extent([7, 2])]);
  });

  it("returns the extents of both reads by position, without extents of the second read that overlap one of the first", () => {
    const read = reading([
      [100, 10],
      [300, 10],
    ]);
    const reread = reading([
      [50, 5],
      [109, 3],
      [110, 3],
      [200, 10],
      [297, 3],
      [297, 4],
      [400, 1],
    ]);
    const places = extentsOf({ read, reread }).map(({ block, blocks }) => [block, blocks]);
    expect(places).toEqual([
      [50, 5],
      [100, 10],
      [110, 3],
      [200, 10],
      [297, 3],
      [300, 10],
      [400, 1],
    ]);
  });
});
