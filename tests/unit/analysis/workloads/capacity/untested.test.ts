import { beforeAll, describe, expect, it } from "vitest";
import { reserveBytes } from "#analysis/workloads/capacity/plan";
import type { Capacity, CapacityCounts, CapacityOldFiles } from "#contract/workloads/capacity";
import { built, fakeDrive, testOf } from "../../../../helpers/sample-capacity";

const mebibyte = 1 << 20;
const blocks = 64 * 256;
const bytes = 64 * mebibyte;
const free = bytes + 8 * mebibyte;
let whole: ReturnType<typeof testOf>;
beforeAll(() => {
  whole = testOf(
    fakeDrive((place) => place),
    blocks,
  );
});

const filledTo = (changes: Partial<CapacityCounts>) => ({
  ...whole,
  fill: { ...whole.fill, ...changes },
});
const full = { endedBy: "full", fullBecause: "no-room" } as const;

function untested(capacity: Capacity) {
  expect(capacity.result).toBe(capacity.untested.length === 0 ? "whole" : "part");
  return capacity.untested;
}

describe("the result of a size test on an honest drive", () => {
  it('is "whole" when the test filled an empty volume', () => {
    expect(built(whole, free, bytes)).toMatchObject({
      result: "whole",
      untested: [],
      isFilled: true,
      leftBytes: null,
      totalBytes: free,
      usedBytes: 0,
      filledBytes: bytes,
    });
  });

  it('is "part" when more than a tenth of the volume was in use or its use is not known', () => {
    const inUse = (usedBytes: number | null, totalBytes: number | null) =>
      untested(built(whole, free, bytes, { usedBytes, totalBytes }));
    expect(inUse(100, 1000)).toEqual([]);
    expect(inUse(101, 1000)).toEqual(["in-use"]);
    expect(inUse(null, 1000)).toEqual(["in-use"]);
    expect(inUse(0, null)).toEqual(["in-use"]);
  });

  it('is "part" if the file system keeps over 256 MiB of a small volume or about a tenth of a large one', () => {
    const setAside = (aside: number) =>
      untested(built(whole, free, bytes, { totalBytes: free + aside, usedBytes: 0 }));
    // On a small volume btrfs reserves up to a quarter for itself.
    expect(setAside(256 * mebibyte)).toEqual([]);
    expect(setAside(256 * mebibyte + 1)).toEqual(["in-use"]);
    const large = 64 * 1024 * mebibyte;
    const target = large - reserveBytes(large);
    const test = { ...filledTo({ bytes: target }), read: { ...whole.read, bytes: target } };
    const percentAside = (percent: number) =>
      built(test, large, target, { totalBytes: large / (1 - percent / 100), usedBytes: 0 })
        .untested;
    expect(percentAside(9)).toEqual([]);
    expect(percentAside(11)).toEqual(["in-use"]);
  });

  it('is "part" if a limit of the plan left at least 1 MiB of the free space unfilled', () => {
    expect(untested(built(whole, 2 * free, bytes))).toEqual(["limit"]);
    expect(built(whole, 2 * free, bytes).isFilled).toBe(false);
    // Less than a mebibyte does not matter, because the volume is filled in whole mebibytes.
    const room = bytes + mebibyte - 1;
    expect(untested(built(whole, room + reserveBytes(free), bytes))).toEqual([]);
    expect(untested(built(whole, room + 1 + reserveBytes(free), bytes))).toEqual(["limit"]);
  });

  it('is "part" if the space that the test leaves free is a large share of a small volume', () => {
    const tiny = testOf(
      fakeDrive((place) => place),
      256,
    );
    const room = mebibyte + reserveBytes(mebibyte);
    expect(untested(built(tiny, room, mebibyte))).toEqual(["limit"]);
    const isFull = { ...tiny, fill: { ...tiny.fill, ...full, leftBytes: 0 } };
    expect(untested(built(isFull, room, mebibyte))).toEqual(["limit"]);
    const of = (target: number) => {
      const faithful = fakeDrive((place) => place);
      return untested(built(testOf(faithful, target / 4096), target + 8 * mebibyte, target));
    };
    expect(of(15 * mebibyte)).toEqual([]);
    expect(of(14 * mebibyte)).toEqual(["limit"]);
  });

  it('is "part" if the volume is reported full while over 16 MiB more than the reserve are still free', () => {
    const kept = reserveBytes(free) + 16 * mebibyte;
    const left = (leftBytes: number | null, more = {}) =>
      built(filledTo({ ...full, leftBytes, ...more }), free, bytes);
    expect(untested(left(kept))).toEqual([]);
    expect(left(kept)).toMatchObject({ isFilled: true, endedBy: "full" });
    expect(untested(left(kept + 1))).toEqual(["no-room"]);
    expect(left(kept + 1).isFilled).toBe(false);
    expect(untested(left(kept + 1, { fullBecause: "no-room-at-flush" }))).toEqual([
      "no-room-at-flush",
    ]);
    // No write was refused: another program took the space and freed it again later.
    expect(untested(left(kept + 1, { fullBecause: null }))).toEqual(["taken"]);
  });

  it('is not "part" if at most a 64th of a large volume\'s free space remains beyond the reserve', () => {
    const large = 64 * 1024 * mebibyte;
    const target = large - reserveBytes(large);
    const left = (leftBytes: number) => {
      const { fill } = filledTo({ ...full, leftBytes, bytes: 0.98 * target });
      return built({ fill, read: whole.read }, large, target).untested;
    };
    expect(left(reserveBytes(large) + large / 64)).not.toContain("no-room");
    expect(left(reserveBytes(large) + large / 64 + 1)).toContain("no-room");
  });

  it("depends on the number of bytes written if the system does not report the remaining space", () => {
    const unknown = (filled: number) =>
      built(filledTo({ ...full, bytes: filled, leftBytes: null }), free, bytes).untested;
    expect(unknown(free - reserveBytes(free) - 16 * mebibyte)).not.toContain("no-room");
    expect(unknown(free - reserveBytes(free) - 16 * mebibyte - 1)).toContain("no-room");
  });

  it("comes with what ended the fill before its limit, such as a quota or a flush without enough room", () => {
    const room = 2 * free;
    const ended = (more: object) =>
      built(filledTo({ ...full, bytes: bytes / 2, leftBytes: free, ...more }), room, bytes);
    expect(ended({}).untested).toContain("no-room");
    expect(ended({ fullBecause: "quota" }).untested).toContain("quota");
    const refused = { fullBecause: "no-room-at-flush", leftBytes: 0 };
    expect(ended(refused).untested).toContain("no-room-at-flush");
    expect(ended(refused).untested).not.toContain("taken");
  });

  it('is "part" if a quota or the largest possible number of files ended the fill', () => {
    for (const fullBecause of ["quota", "files"] as const) {
      const capacity = built(filledTo({ ...full, fullBecause, leftBytes: 0 }), free, bytes);
      expect(untested(capacity)).toEqual([fullBecause]);
      expect(capacity.isFilled).toBe(false);
    }
  });

  it('is "part" if other programs filled more than a twentieth of the free space during the test', () => {
    const wanted = 40 * mebibyte;
    const taken = (filled: number) =>
      built(
        filledTo({ ...full, bytes: filled, leftBytes: 0 }),
        wanted + reserveBytes(wanted),
        wanted,
      ).untested;
    expect(taken(38 * mebibyte)).not.toContain("taken");
    expect(taken(38 * mebibyte - 1)).toContain("taken");
  });

  it('is "part" if the test did not read the last part a second time', () => {
    const { fill, read, rewrite, reread } = whole;
    const parts = (changes: object) => untested(built({ fill, read, ...changes }, free, bytes));
    expect(parts({})).toEqual(["end"]);
    expect(parts({ rewrite })).toEqual(["end"]);
    expect(parts({ rewrite: { ...rewrite, ...full } })).toEqual(["no-copy-room"]);
    expect(parts({ rewrite: { ...rewrite, ...full }, reread })).toEqual(["no-copy-room"]);
    expect(parts({ rewrite, reread: { ...reread, endedBy: "stopped" } })).toEqual(["stopped"]);
    expect(built({ fill, read, rewrite }, free, bytes).checkedBytes).toBe(bytes - 16 * mebibyte);
  });

  it('is "part" if the test was stopped, and the stop is then the only listed reason', () => {
    const { fill, read } = whole;
    const stopped = { ...fill, endedBy: "stopped", bytes: bytes / 2 } as const;
    const capacity = built({ fill: stopped, read: { ...read, bytes: bytes / 2 } }, free, bytes);
    expect(untested(capacity)).toEqual(["stopped"]);
    expect(capacity.isFilled).toBe(false);
  });
});

describe("old files on the drive", () => {
  const old = (changes: Partial<CapacityOldFiles>): CapacityOldFiles => ({
    files: 3,
    sampledBytes: 200 * mebibyte,
    changedFiles: 1,
    changedBytes: 0,
    ownBytes: 0,
    ...changes,
  });

  const resultOf = (oldFiles: CapacityOldFiles | null, test = whole) =>
    built(test, free, bytes, { oldFiles }).result;

  it("do not change the result if no old file was compared or no compared byte changed", () => {
    expect(resultOf(null)).toBe("whole");
    expect(resultOf(old({}))).toBe("whole");
  });

  it('make the result "damaged" if even one compared byte changed, whether or not it now holds data of the test', () => {
    const sampledBytes = 64 * mebibyte;
    for (const ownBytes of [0, 4096, sampledBytes]) {
      const all = old({ sampledBytes, changedBytes: sampledBytes, ownBytes });
      expect(resultOf(all)).toBe("damaged");
    }
    expect(resultOf(old({ changedBytes: 1 }))).toBe("damaged");
  });

  it('do not change the result "false" of a fake drive, even if some of their bytes changed', () => {
    const wrapping = testOf(
      fakeDrive((place) => place % (blocks / 2)),
      blocks,
    );
    expect(resultOf(old({ changedBytes: 65_536 }), wrapping)).toBe("false");
  });
});
