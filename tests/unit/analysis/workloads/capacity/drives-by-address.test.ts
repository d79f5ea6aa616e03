import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockBytes } from "#analysis/workloads/capacity/judge";
import type { FakeDrive, Held } from "../../../../helpers/sample-capacity";
import {
  built,
  fakeDrive,
  judgedTest,
  readBack,
  testOf,
  volumeOn,
  withCache,
} from "../../../../helpers/sample-capacity";

/**
 * Drives whose file system fills their addresses in another order than the test fills its files,
 * some of them below encryption. Such a drive loses whatever is at addresses beyond its true size.
 */

const mebibyte = 1 << 20;
const perMebibyte = mebibyte / blockBytes;
const blocks = 64 * perMebibyte;
const bytes = blocks * blockBytes;
const runs = { numRuns: 15 };

const again = 16 * perMebibyte;
/** The true size, in blocks, of a drive that claims 64 MiB and lacks at least 20 MiB. */
const trueSize = fc.integer({ min: 8 * perMebibyte, max: 44 * perMebibyte });

/**
 * Numbers from 0 to 1 that are the same for the same seed: on a failure fast-check prints the seed
 * and not a list of thousands of numbers.
 */
const noise = (seed: number, at: number) => {
  const value = Math.sin(seed * 12.9898 + at * 78.233) * 43758.5453;
  return value - Math.floor(value);
};

const shuffled = <Item>(items: readonly Item[], seed: number) =>
  items
    .map((item, at) => ({ item, key: noise(seed, at) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

interface Order {
  /** Boundaries between the pieces of the volume, in units of 256 KiB. */
  readonly cuts: readonly number[];
  /** Seed of the order of the pieces on the drive; `null`: ascending. */
  readonly seed: number | null;
}

const order: fc.Arbitrary<Order> = fc.record({
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: blocks / 64 - 1 }), { maxLength: 40 }),
  seed: fc.option(fc.nat(1000)),
});

/**
 * For each block of the test the drive's address: a file system fills the pieces of the drive in
 * any order.
 */
function addressesOf({ cuts, seed }: Order): number[] {
  const ends = [...cuts.map((cut) => cut * 64).sort((a, b) => a - b), blocks];
  const pieces = ends.map((end, at) => ({ begin: ends[at - 1] ?? 0, end }));
  return (seed === null ? pieces : shuffled(pieces, seed)).flatMap(({ begin, end }) =>
    Array.from({ length: end - begin }, (_, at) => begin + at),
  );
}

/**
 * What a read returns at addresses beyond the drive's true size; "wraps": the block at the address
 * modulo the true size.
 */
const beyond = fc.constantFrom<Held | "wraps">("zeros", "ones", "other-run", "unknown", "wraps");

const falseDrive = (size: number, held: Held | "wraps") =>
  held === "wraps"
    ? fakeDrive((address) => address % size)
    : fakeDrive((address) => (address < size ? address : null), held);

describe("a drive that reports a false size", () => {
  it('is judged "false" or "false-or-damaged" if at least 20 MiB are missing, in any order of addresses, with or without a cipher or cache', () => {
    fc.assert(
      fc.property(
        ...([trueSize, beyond, order, fc.boolean(), fc.integer({ min: 0, max: again })] as const),
        (size, held, addresses, isCiphered, cached) => {
          const drive = falseDrive(size, held);
          const remembering = cached === 0 ? drive : withCache(drive, cached);
          const { result } = judgedTest(
            volumeOn(remembering, addressesOf(addresses), isCiphered),
            blocks,
          );
          expect(["false", "false-or-damaged"]).toContain(result);
        },
      ),
      runs,
    );
  });

  it("is proven too small if writes beyond its true size go to earlier blocks and no cipher hides the repetition", () => {
    fc.assert(
      fc.property(trueSize, order, (size, addresses) => {
        const capacity = judgedTest(
          volumeOn(
            fakeDrive((address) => address % size),
            addressesOf(addresses),
          ),
          blocks,
        );
        expect(capacity).toMatchObject({
          result: "false",
          badBlocks: blocks - size,
          falseFromBytes: size * blockBytes,
        });
      }),
      runs,
    );
  });

  it("never counts as whole, even if little is missing or the read stopped early", () => {
    fc.assert(
      fc.property(
        ...([
          fc.integer({ min: 1, max: blocks - 1 }),
          beyond,
          order,
          fc.double({ min: 0, max: 1, noNaN: true }),
        ] as const),
        (size, held, addresses, share) => {
          const test = testOf(volumeOn(falseDrive(size, held), addressesOf(addresses)), blocks);
          const { fill, read } = test;
          expect(built(test, bytes + 8 * mebibyte, bytes).result).not.toBe("whole");
          const stopped = { ...read, bytes: Math.floor(share * blocks) * blockBytes };
          const part = built({ fill, read: stopped }, bytes + 8 * mebibyte, bytes);
          expect(part.result).not.toBe("whole");
        },
      ),
      { numRuns: 12 },
    );
  });
});

/** A drive that keeps everything, but for the blocks for which `flaw` returns another content. */
function withFlaw(flaw: (place: number) => Held | null): FakeDrive {
  const drive = fakeDrive((place) => place);
  return {
    write: (place, pass) => drive.write(place, pass),
    read: (place) => flaw(place) ?? drive.read(place),
  };
}

const flawed = fc.constantFrom<Held>("zeros", "ones", "damaged", "unknown", "other-run");

describe("a drive of honest size", () => {
  it("counts as damaged, not as too small, if one region of at most 12 MiB is bad", () => {
    fc.assert(
      fc.property(
        ...([
          fc.nat(blocks - 1),
          fc.integer({ min: 1, max: 12 * perMebibyte }),
          flawed,
          order,
        ] as const),
        (from, length, held, addresses) => {
          const drive = withFlaw((place) => (place >= from && place < from + length ? held : null));
          const { result } = judgedTest(volumeOn(drive, addressesOf(addresses)), blocks);
          expect(result).toBe("damaged");
        },
      ),
      runs,
    );
  });

  it("counts as damaged, not as too small, if the test ends right after a bad region", () => {
    const [from, to] = [34 * perMebibyte, 42 * perMebibyte];
    for (const held of ["damaged", "zeros"] as const) {
      const drive = withFlaw((place) => (place >= from && place < to ? held : null));
      const { fill } = testOf(drive, blocks);
      const until42 = readBack(drive, { fromBlock: 0, blocks: to, ofBlocks: blocks }, (place) =>
        place < again ? 2 : 1,
      );
      expect(until42.badBlocks).toBe(8 * perMebibyte);
      for (const endedBy of ["stopped", "error"] as const) {
        for (const filled of [bytes, 42 * mebibyte]) {
          const parts = {
            fill: { ...fill, bytes: filled, endedBy: "stopped" as const },
            read: { ...until42, endedBy },
          };
          const free = 1024 * mebibyte;
          expect(built(parts, free, free - 8 * mebibyte).result).toBe("damaged");
        }
      }
    }
  });

  it("is never proven too small by single reads or writes that go to a wrong place, however many", () => {
    fc.assert(
      fc.property(
        ...([
          fc.integer({ min: 520, max: blocks / 2 - 1 }),
          fc.nat(1000),
          fc.constantFrom("read elsewhere", "read the same", "written elsewhere"),
        ] as const),
        (count, seed, kind) => {
          const places = shuffled(
            Array.from({ length: blocks }, (_, place) => place),
            seed,
          );
          const held = new Map<number, Held>();
          for (let at = 0; at < count; at += 1) {
            const [one = 0, other = 0] = [places[2 * at], places[2 * at + 1]];
            held.set(one, { place: kind === "read the same" ? blocks - 1 : other, pass: 1 });
            if (kind === "written elsewhere") {
              held.set(other, "zeros");
            }
          }
          held.delete(blocks - 1);
          const { result } = judgedTest(
            withFlaw((place) => held.get(place) ?? null),
            blocks,
          );
          const isMuch = held.size >= 16 * perMebibyte;
          expect(result).toBe(isMuch ? "false-or-damaged" : "damaged");
        },
      ),
      runs,
    );
  });

  it("is not proven too small by one write of 20 MiB that went to a wrong place", () => {
    const [to, from, length] = [3 * perMebibyte, 40 * perMebibyte, 20 * perMebibyte];
    const drive = withFlaw((place) => {
      if (place >= to && place < to + length) {
        return { place: place - to + from, pass: 1 };
      }
      return place >= from && place < from + length ? "zeros" : null;
    });
    expect(judgedTest(drive, blocks).result).toBe("false-or-damaged");
  });
});
