import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockBytes } from "#analysis/workloads/capacity/judge";
import type { FakeDrive, Held } from "../../../../helpers/sample-capacity";
import { built, fakeDrive, judgedTest, testOf } from "../../../../helpers/sample-capacity";

const mebibyte = 1 << 20;
const perMebibyte = mebibyte / blockBytes;
const blocks = 64 * perMebibyte;
const bytes = blocks * blockBytes;

const faithful = () => fakeDrive((place) => place);
const runs = { numRuns: 25 };
/** True size of a false drive, any number of blocks. */
const size = fc.integer({ min: 8 * perMebibyte, max: 44 * perMebibyte });
const lost = fc.constantFrom<Held>("zeros", "ones", "other-run", "unknown");

function expectFalseFrom(drive: FakeDrive, trueBlocks: number) {
  const capacity = judgedTest(drive, blocks);
  expect(capacity.result).toBe("false");
  expect(capacity.falseFromBytes).toBe(trueBlocks * blockBytes);
  return capacity;
}

function expectLost(drive: FakeDrive, trueBlocks: number) {
  const capacity = judgedTest(drive, blocks);
  expect(capacity).toMatchObject({
    result: "false-or-damaged",
    badBlocks: blocks - trueBlocks,
    falseFromBytes: null,
  });
}

describe("a drive of honest size", () => {
  it("counts as whole, even if reading each MiB takes a minute, and has more free space than was tested", () => {
    const capacity = judgedTest(faithful(), blocks);
    expect(capacity).toMatchObject({ result: "whole", checkedBytes: bytes, badBlocks: 0 });
    expect(capacity.freeBytes).toBeGreaterThan(bytes);
    const { fill, read, ...rest } = testOf(faithful(), blocks);
    const slow = read.regions.map((region) => ({ ...region, elapsedNs: 60e9 }));
    const stalled = { ...read, regions: slow, elapsedNs: 4e12 };
    expect(built({ fill, read: stalled, ...rest }, bytes + 8 * mebibyte, bytes).result).toBe(
      "whole",
    );
  });

  it("counts as damaged, not as too small, if it has single damaged, lost or misplaced blocks", () => {
    const flaw = fc.constantFrom<Held>("zeros", "ones", "damaged", "unknown", {
      place: 17,
      pass: 1,
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(blocks - 1), { minLength: 1, maxLength: 60 }),
        flaw,
        (at, held) => {
          const bad = new Set(at.filter((place) => place !== 17));
          fc.pre(bad.size > 0);
          const drive = faithful();
          const flawed = {
            ...drive,
            read: (place: number) => (bad.has(place) ? held : drive.read(place)),
          };
          expect(judgedTest(flawed, blocks)).toMatchObject({
            result: "damaged",
            badBlocks: bad.size,
            firstBadBytes: Math.min(...bad) * blockBytes,
          });
        },
      ),
      runs,
    );
  });

  it("is called damaged, and not fake, if it wrote one request of 1 MiB to a wrong place", () => {
    const [from, to] = [3 * perMebibyte, 40 * perMebibyte];
    const drive = faithful();
    const astray: FakeDrive = {
      write: (place, pass) => drive.write(place, pass),
      read: (place) => {
        const inFrom = place >= from && place < from + perMebibyte;
        const inTo = place >= to && place < to + perMebibyte;
        return inFrom ? drive.read(place + to - from) : inTo ? "zeros" : drive.read(place);
      },
    };
    expect(judgedTest(astray, blocks).result).toBe("damaged");
  });
});

describe("the size test", () => {
  it("calls a drive fake if writes beyond its true size overwrite all blocks but the first ones", () => {
    const cells = 30 * perMebibyte;
    const first = 5 * perMebibyte;
    const drive = fakeDrive((place) =>
      place < cells ? place : first + ((place - first) % (cells - first)),
    );
    expectFalseFrom(drive, cells);
  });

  it("calls a drive fake if writes beyond its true size overwrite the last blocks that it holds", () => {
    const [cells, last] = [40 * perMebibyte, 8 * perMebibyte];
    const drive = fakeDrive((place) =>
      place < cells ? place : cells - last + ((place - cells) % last),
    );
    expectFalseFrom(drive, cells);
  });

  it('calls a drive "false-or-damaged" if it drops what lies beyond its true size, whatever it returns instead', () => {
    fc.assert(
      fc.property(size, lost, (cells, held) => {
        expectLost(
          fakeDrive((place) => (place < cells ? place : null), held),
          cells,
        );
      }),
      runs,
    );
  });

  it('calls a drive "false-or-damaged" if it drops only every second block beyond its true size', () => {
    const cells = 13 * perMebibyte + 77;
    const drive = fakeDrive((place) => (place >= cells && place % 2 === 1 ? null : place));
    expectLost(drive, cells + Math.floor((blocks - cells) / 2));
  });
});

describe("the result of a size test", () => {
  const free = bytes + 8 * mebibyte;

  it('is "not-known" if the test read nothing or if a cache and not the drive answered the reads', () => {
    const { fill, read, rewrite, reread } = testOf(faithful(), blocks);
    expect(built({ fill }, free, bytes)).toMatchObject({ result: "not-known", untested: [] });
    for (const changes of [{ aroundCache: false }, { deviceReadBytes: bytes / 2 }]) {
      const parts = { fill, read: { ...read, ...changes }, rewrite, reread };
      expect(built(parts, free, bytes).result).toBe("not-known");
    }
  });

  it('is "error", and neither "false" nor "whole", if the drive returned an error', () => {
    const { fill, read } = testOf(faithful(), blocks);
    const broken = { ...read, bytes: bytes / 2, endedBy: "error" } as const;
    const unreadable = { ...broken, badBlocks: 16, unreadableBlocks: 16 };
    expect(built({ fill, read: unreadable }, free, bytes).result).toBe("error");
    expect(built({ fill: { ...fill, endedBy: "error" } }, free, bytes).result).toBe("error");
  });
});

describe("the figures of a size test", () => {
  const free = bytes + 8 * mebibyte;
  const parts = () => testOf(faithful(), blocks);

  it("include the system calls, and the speed of each region that was written or read", () => {
    const { fill, read, rewrite, reread } = parts();
    const [one, ...others] = read.regions;
    const halfway = others.map((region, at) => (at < 31 ? region : { ...region, bytes: 0 }));
    const regions = one ? [one, ...halfway] : [];
    const { writes, reads, ...rest } = built(
      { fill, read: { ...read, regions, bytes: bytes / 2, endedBy: "stopped" }, rewrite, reread },
      ...([free, bytes] as const),
    );
    expect(rest).toMatchObject({ writeCall: "pwrite + fsync(fd)", readCall: "pread" });
    const places = Array.from({ length: 64 }, (_, at) => at * mebibyte);
    expect(writes).toEqual(
      places.map((fromBytes) => ({ fromBytes, bytes: mebibyte, elapsedNs: 60_000_000 })),
    );
    expect(reads).toEqual(
      places
        .slice(0, 32)
        .map((fromBytes) => ({ fromBytes, bytes: mebibyte, elapsedNs: 256 * 20_000 })),
    );
  });

  it("contain no read call, no bad block and no checked byte if the test read nothing", () => {
    expect(built({ fill: parts().fill }, free, bytes)).toMatchObject({
      readCall: null,
      reads: [],
      contents: [],
      badBlocks: 0,
      firstBadBytes: null,
      answeredBy: null,
      endedBy: "complete",
      checkedBytes: 0,
      falseFromBytes: null,
    });
  });

  it("give a separate count of bad blocks for each kind of wrong contents", () => {
    const held: Readonly<Record<number, Held>> = {
      100: "zeros",
      101: "zeros",
      900: "zeros",
      500: "unreadable",
      700: "damaged",
      12300: { place: 3, pass: 1 },
    };
    const drive = faithful();
    const flawed = { ...drive, read: (place: number) => held[place] ?? drive.read(place) };
    expect(judgedTest(flawed, blocks)).toMatchObject({
      result: "damaged",
      badBlocks: 6,
      firstBadBytes: 100 * blockBytes,
      contents: [
        { content: "zeros", blocks: 3 },
        { content: "other-place", blocks: 1 },
        { content: "damaged", blocks: 1 },
        { content: "unreadable", blocks: 1 },
      ],
    });
  });

  it("give the larger number of unreadable blocks if the first and the second read found different numbers", () => {
    const { fill, read, rewrite, reread } = parts();
    const unreadable = (counts: typeof read, count: number) => ({
      ...counts,
      badBlocks: count,
      unreadableBlocks: count,
    });
    const counted = (first: number, second: number) =>
      built(
        { fill, read: unreadable(read, first), rewrite, reread: unreadable(reread, second) },
        ...([free, bytes] as const),
      ).badBlocks;
    expect([counted(0, 0), counted(5, 0), counted(5, 9), counted(9, 5)]).toEqual([0, 5, 9, 9]);
    // Bad blocks that are not listed must not count as blocks that differ.
    expect(built({ fill, read: unreadable(read, 4) }, free, bytes)).toMatchObject({
      badBlocks: 4,
      contents: [{ content: "unreadable", blocks: 4 }],
    });
  });

  it("count each unreadable block once if the first and the second read found different blocks", () => {
    const { fill, read, rewrite, reread } = parts();
    const unreadableAt = (counts: typeof read, ...at: number[]) => ({
      ...counts,
      badBlocks: at.length,
      unreadableBlocks: at.length,
      extents: at.map((block) => ({
        ...({ block, blocks: 1, content: "unreadable", foundBlock: null } as const),
      })),
    });
    const capacity = built(
      {
        fill,
        rewrite,
        read: unreadableAt(read, 100, 16_000),
        reread: unreadableAt(reread, 16_000, 16_001, 16_002),
      },
      ...([free, bytes] as const),
    );
    expect(capacity).toMatchObject({
      badBlocks: 4,
      contents: [{ content: "unreadable", blocks: 4 }],
    });
  });

  it("count each lost block once, whether both reads of a region lost the same or different blocks", () => {
    const { fill, read, rewrite, reread } = parts();
    const losing = (counts: typeof read, at: number, count: number) => ({
      ...counts,
      badBlocks: count,
      extents: [{ block: at, blocks: count, content: "zeros" as const, foundBlock: null }],
      regions: counts.regions.map((region, place) =>
        place === Math.floor(at / perMebibyte) ? { ...region, lostBlocks: count } : region,
      ),
    });
    const lost = (second: number) =>
      built(
        { fill, rewrite, read: losing(read, 16_000, 10), reread: losing(reread, second, 12) },
        ...([free, bytes] as const),
      );
    for (const [second, all] of [
      [16_010, 22],
      [16_000, 12],
    ] as const) {
      expect(lost(second)).toMatchObject({ result: "damaged", badBlocks: all });
    }
  });

  it("give the true size of a fake drive, less its unreadable blocks, only if the test read all that it had written", () => {
    const test = testOf(
      fakeDrive((place) => place % (16 * perMebibyte)),
      blocks,
    );
    const { fill, read } = test;
    // The second reading finds blocks that the rewriting spoiled, which do not count.
    expect(built(test, free, bytes)).toMatchObject({
      result: "false",
      badBlocks: 48 * perMebibyte,
      falseFromBytes: 16 * mebibyte,
      contents: [{ content: "other-place", blocks: 48 * perMebibyte }],
    });
    // An unreadable block counts as not kept.
    const unreadable = { ...read, badBlocks: read.badBlocks + 1, unreadableBlocks: 1 };
    expect(built({ fill, read: unreadable }, free, bytes)).toMatchObject({
      result: "false",
      falseFromBytes: 16 * mebibyte - blockBytes,
    });
    const more = { ...fill, bytes: bytes + mebibyte };
    expect(built({ fill: more, read }, free, bytes)).toMatchObject({
      result: "false",
      falseFromBytes: null,
    });
  });

  it("do not call a fill complete that an error ended, and count as checked only blocks that were read", () => {
    const { fill, read, rewrite, reread } = parts();
    expect(built({ fill }, free, bytes).isFilled).toBe(true);
    expect(built({ fill: { ...fill, endedBy: "error" } }, free, bytes)).toMatchObject({
      isFilled: false,
      endedBy: "error",
    });
    const some = { ...read, bytes: 10 * mebibyte };
    expect(built({ fill, read: some, rewrite, reread }, free, bytes).checkedBytes).toBe(
      10 * mebibyte,
    );
  });
});

describe("unreadable blocks", () => {
  const unreadable = (place: number) =>
    fakeDrive((one) => (one === place ? null : one), "unreadable");
  it('lead to the result "error", even if no error ended the read', () => {
    const { fill, read, rewrite, reread } = testOf(faithful(), blocks);
    const again = testOf(unreadable(blocks - 1), blocks);
    const first = { fill, read: again.read, rewrite, reread };
    const second = { fill, read, rewrite, reread: again.reread };
    for (const parts of [first, second]) {
      expect(built(parts, bytes + 8 * mebibyte, bytes)).toMatchObject({
        result: "error",
        badBlocks: 1,
        contents: [{ content: "unreadable", blocks: 1 }],
      });
    }
  });

  it("are not given as the first bad place, which is the first block that returned wrong data", () => {
    const { fill, rewrite, reread } = testOf(faithful(), blocks);
    const drive = fakeDrive((place) => (place === 200 ? null : place));
    const { read } = testOf(drive, blocks);
    const extents = [
      { block: 7, blocks: 1, content: "unreadable", foundBlock: null } as const,
      ...read.extents,
    ];
    const parts = { fill, read: { ...read, extents }, rewrite, reread };
    const { firstBadBytes } = built(parts, bytes + 8 * mebibyte, bytes);
    expect(firstBadBytes).toBe(200 * blockBytes);
  });
});

describe("the source of the reads", () => {
  const [size, free] = [40 * mebibyte, 48 * mebibyte];
  const nothing = { bytes: 0, aroundCache: null, deviceReadBytes: null };
  const answered = (first: object, second: object | null) => {
    const { fill, read, rewrite, reread } = testOf(faithful(), size / blockBytes);
    const again = second === null ? {} : { reread: { ...reread, ...second } };
    return built({ fill, read: { ...read, ...first }, rewrite, ...again }, free, size);
  };

  it("is the drive if by its counters it delivered at least nine tenths of the bytes read", () => {
    expect(answered({}, {})).toMatchObject({ result: "whole", answeredBy: "drive" });
    expect(answered({ deviceReadBytes: 36 * mebibyte }, {}).answeredBy).toBe("drive");
    expect(answered({ deviceReadBytes: 36 * mebibyte - 1 }, {})).toMatchObject({
      result: "not-known",
      answeredBy: "cache",
    });
  });

  it("is a cache if one of the reads came from a cache", () => {
    expect(answered({}, { deviceReadBytes: 0 }).answeredBy).toBe("cache");
    expect(answered({}, { aroundCache: false }).answeredBy).toBe("cache");
    expect(answered({ deviceReadBytes: null }, { aroundCache: false }).answeredBy).toBe("cache");
  });

  it("is not known when the system does not count one of the reads", () => {
    const unknown = { deviceReadBytes: null };
    expect(answered(unknown, {})).toMatchObject({ result: "whole", answeredBy: "not-known" });
    expect(answered({}, unknown).answeredBy).toBe("not-known");
    expect(answered(unknown, unknown).answeredBy).toBe("not-known");
  });

  it("is null when nothing was read, and the drive when only the first read took place", () => {
    expect(answered(nothing, null).answeredBy).toBeNull();
    expect(answered({}, nothing).answeredBy).toBe("drive");
    expect(answered({}, null).answeredBy).toBe("drive");
  });
});
