import { describe, expect, it } from "vitest";
import { type Found, fateOf, finder, type Wanted } from "#analysis/power-cut/fate";
import { sectorCodes } from "#contract/power-cut/state";
import { places } from "../../../helpers/sample-power-cut-test";

const { absent, damaged, foreign, unreadable, zero } = sectorCodes;

/** A record of one block, number 50, when 60 is the last acknowledged number. */
const wanted: Wanted = { number: 50, blocks: 1, last: 60 };
const whole = (number: number): Found => ({ number, order: 1, elapsedNs: 1 });
const sectors = (...codes: number[]): Found => ({ sectors: codes });
const eight = (code: number) => Array<number>(8).fill(code);
const four = (code: number) => Array<number>(4).fill(code);

const cases: readonly (readonly [string, Found, ReturnType<typeof fateOf>, Partial<Wanted>?])[] = [
  ["the record itself", whole(50), "survived"],
  ["a later record", whole(70), "survived"],
  ["an earlier record", whole(40), "stale"],
  ["the initial content of the file", whole(0), "lost"],
  ["a position beyond the end of the file", sectors(), "lost"],
  ["zeros", sectors(...eight(zero)), "lost"],
  ["a file that ends before the record", sectors(...eight(absent)), "lost"],
  ["a part of the record over an earlier record", sectors(...four(50), ...four(40)), "torn"],
  ["the last part of the record over an earlier record", sectors(...four(40), ...four(50)), "torn"],
  [
    "a part of the record over the initial content of the file",
    sectors(...four(50), ...four(0)),
    "torn",
  ],
  ["a part of the record before the file ends", sectors(...four(50), ...four(absent)), "torn"],
  ["a part of the record and then zeros", sectors(...four(50), ...four(zero)), "torn"],
  ["sectors of two earlier records", sectors(...four(40), ...four(30)), "stale"],
  ["an earlier record and zeros", sectors(...four(40), ...four(zero)), "stale"],
  ["a later record written over half of the record", sectors(...four(70), ...four(50)), "inFlight"],
  [
    "a later record written over half of an earlier record",
    sectors(...four(70), ...four(40)),
    "torn",
  ],
  ["one damaged sector", sectors(damaged, ...eight(50).slice(1)), "corrupted"],
  [
    "a damaged sector beside an earlier record",
    sectors(damaged, ...eight(40).slice(1)),
    "corrupted",
  ],
  ["a damaged sector under a later write", sectors(70, damaged, ...eight(50).slice(2)), "inFlight"],
  [
    "a damaged sector under a later write over an earlier record",
    sectors(70, damaged, ...eight(40).slice(2)),
    "corrupted",
  ],
  ["a record that belongs to another position", sectors(...eight(foreign)), "misplaced"],
  ["a sector that cannot be read", sectors(unreadable, ...eight(50).slice(1)), "unreadable"],
  [
    "a sector that cannot be read under a later write",
    sectors(70, unreadable, ...eight(50).slice(2)),
    "inFlight",
  ],
  ["a file that cannot be read", sectors(unreadable), "unreadable"],
  [
    "a sector that cannot be read under a later write over an earlier record",
    sectors(70, unreadable, ...eight(40).slice(2)),
    "unreadable",
  ],
  [
    "a damaged sector of the newest save, which nothing was overwriting",
    sectors(damaged, ...eight(60).slice(1)),
    "corrupted",
    { number: 60 },
  ],
  [
    "the record itself, followed by the end of a longer record that was being written",
    sectors(...eight(50), ...eight(70)),
    "survived",
  ],
  [
    "a longer record whose second block never arrived",
    sectors(...eight(50), ...eight(40)),
    "torn",
    { blocks: 2 },
  ],
  [
    "a longer record whose second block alone arrived",
    sectors(...eight(40), ...eight(50)),
    "torn",
    { blocks: 2 },
  ],
  [
    "the record itself, followed by damaged sectors",
    sectors(...eight(50), ...eight(damaged)),
    "survived",
  ],
];

describe("fateOf()", () => {
  for (const [what, found, fate, changes] of cases) {
    it(`judges ${what} as "${fate}"`, () => {
      expect(fateOf(found, { ...wanted, ...changes })).toBe(fate);
    });
  }
});

describe("finder()", () => {
  it("returns a whole record by its number, a broken record by its sectors, and no sectors beyond the end of the file", () => {
    const find = finder(places([{ number: 5 }, { sectors: eight(zero) }]));
    expect(find(0)).toMatchObject({ number: 5 });
    expect(find(1)).toEqual({ sectors: eight(zero) });
    expect(find(2)).toEqual({ sectors: [] });
  });

  it("returns the initial content of a file, from before the first save, as record 0", () => {
    expect(finder(places([{ number: 0 }]))(0)).toEqual({ number: 0, order: 0, elapsedNs: 0 });
  });

  it("returns no sectors for a position beyond the end of the file, even if the read ended with an error", () => {
    const find = finder(places([{ number: 5 }], { fault: "pread: EIO" }));
    expect(find(0)).toMatchObject({ number: 5 });
    expect(find(1)).toEqual({ sectors: [] });
  });

  it('returns what fateOf() judges as "lost" for a missing file, and as "unreadable" for a file that could not be opened', () => {
    const gone = places([], { missing: true, fault: "openat: ENOENT" });
    expect(fateOf(finder(gone)(0), wanted)).toBe("lost");
    const refused = places([], { fault: "openat: EIO" });
    expect(fateOf(finder(refused)(0), wanted)).toBe("unreadable");
  });
});
