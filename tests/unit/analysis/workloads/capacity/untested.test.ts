import { beforeAll, describe, expect, it } from "vitest";
import { gravest, lossOfOldFiles } from "#analysis/workloads/capacity/judge";
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

describe("a test of an honest drive", () => {
  it("shows its whole size where all of an empty volume was filled", () => {
    expect(built(whole, free, bytes)).toMatchObject({
      ...{ result: "whole", untested: [], isFilled: true, leftBytes: null },
      ...{ totalBytes: free, usedBytes: 0, filledBytes: bytes },
    });
  });

  it("shows a part where more than a tenth of the volume was in use, or nobody knows", () => {
    const inUse = (usedBytes: number | null, totalBytes: number | null) =>
      untested(built(whole, free, bytes, { usedBytes, totalBytes }));
    expect(inUse(100, 1000)).toEqual([]);
    expect(inUse(101, 1000)).toEqual(["in-use"]);
    expect(inUse(null, 1000)).toEqual(["in-use"]);
    expect(inUse(0, null)).toEqual(["in-use"]);
  });

  it("shows a part where it was limited", () => {
    expect(untested(built(whole, 2 * free, bytes))).toEqual(["limit"]);
    expect(built(whole, 2 * free, bytes).isFilled).toBe(false);
    // To less than a mebibyte it is all the same: it is filled in whole ones.
    const room = bytes + mebibyte - 1;
    expect(untested(built(whole, room + reserveBytes(free), bytes))).toEqual([]);
    expect(untested(built(whole, room + 1 + reserveBytes(free), bytes))).toEqual(["limit"]);
  });

  it("shows a part where the reserve is much of a small volume", () => {
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

  it("shows a part where the system says that more is free than the reserve and a little", () => {
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
    expect(untested(left(kept + 1, { fullBecause: null }))).toEqual(["no-room"]);
  });

  it("allows a large volume to keep one part in 64 of what was free", () => {
    const large = 64 * 1024 * mebibyte;
    const target = large - reserveBytes(large);
    const left = (leftBytes: number) => {
      const { fill } = filledTo({ ...full, leftBytes, bytes: 0.98 * target });
      return built({ fill, read: whole.read }, large, target).untested;
    };
    expect(left(reserveBytes(large) + large / 64)).not.toContain("no-room");
    expect(left(reserveBytes(large) + large / 64 + 1)).toContain("no-room");
  });

  it("goes by what was written where the system does not say how much is left", () => {
    const unknown = (filled: number) =>
      built(filledTo({ ...full, bytes: filled, leftBytes: null }), free, bytes).untested;
    expect(unknown(free - reserveBytes(free) - 16 * mebibyte)).not.toContain("no-room");
    expect(unknown(free - reserveBytes(free) - 16 * mebibyte - 1)).toContain("no-room");
  });

  it("names what ended it before its limit, and the flush that refused the rest", () => {
    const room = 2 * free;
    const ended = (more: object) =>
      built(filledTo({ ...full, bytes: bytes / 2, leftBytes: free, ...more }), room, bytes);
    expect(ended({}).untested).toContain("no-room");
    expect(ended({ fullBecause: "quota" }).untested).toContain("quota");
    const refused = { fullBecause: "no-room-at-flush", leftBytes: 0 };
    expect(ended(refused).untested).toContain("no-room-at-flush");
    expect(ended(refused).untested).not.toContain("taken");
  });

  it("shows a part where a quota or the number of files ended the filling", () => {
    for (const fullBecause of ["quota", "files"] as const) {
      const capacity = built(filledTo({ ...full, fullBecause, leftBytes: 0 }), free, bytes);
      expect(untested(capacity)).toEqual([fullBecause]);
      expect(capacity.isFilled).toBe(false);
    }
  });

  it("shows a part where others took more than a twentieth of the room", () => {
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

  it("shows a part where the end was not read once more, for whatever reason", () => {
    const { fill, read, rewrite, reread } = whole;
    const parts = (changes: object) => untested(built({ fill, read, ...changes }, free, bytes));
    expect(parts({})).toEqual(["end"]);
    expect(parts({ rewrite })).toEqual(["end"]);
    expect(parts({ rewrite: { ...rewrite, ...full } })).toEqual(["no-copy-room"]);
    expect(parts({ rewrite: { ...rewrite, ...full }, reread })).toEqual(["no-copy-room"]);
    expect(parts({ rewrite, reread: { ...reread, endedBy: "stopped" } })).toEqual(["stopped"]);
    expect(built({ fill, read, rewrite }, free, bytes).checkedBytes).toBe(bytes - 16 * mebibyte);
  });

  it("says nothing of its end while nothing was read at all", () => {
    expect(built({ fill: whole.fill }, free, bytes)).toMatchObject({
      ...{ result: "not-known", untested: [] },
    });
  });

  it("shows a part where it was stopped, and says that alone of the end", () => {
    const { fill, read } = whole;
    const stopped = { ...fill, endedBy: "stopped", bytes: bytes / 2 } as const;
    const capacity = built({ fill: stopped, read: { ...read, bytes: bytes / 2 } }, free, bytes);
    expect(untested(capacity)).toEqual(["stopped"]);
    expect(capacity.isFilled).toBe(false);
  });
});

describe("files that were there before", () => {
  const old = (changes: Partial<CapacityOldFiles>): CapacityOldFiles => ({
    ...{ files: 3, sampledBytes: 200 * mebibyte, changedFiles: 1, changedBytes: 0, ownBytes: 0 },
    ...changes,
  });

  it("say nothing where none was compared or none has changed", () => {
    expect(lossOfOldFiles(null)).toBeNull();
    expect(lossOfOldFiles(old({}))).toBeNull();
    expect(built(whole, free, bytes, { oldFiles: old({}) }).result).toBe("whole");
  });

  it("prove the drive false where they hold much of what was written elsewhere", () => {
    const own = (ownBytes: number, sampledBytes: number) =>
      lossOfOldFiles(old({ changedBytes: sampledBytes, ownBytes, sampledBytes }));
    expect(own(8 * mebibyte, 200 * mebibyte)).toBe("false");
    expect(own(8 * mebibyte - 4096, 200 * mebibyte)).toBe("false-or-damaged");
    expect(own(4 * mebibyte, 50 * mebibyte)).toBe("false");
    expect(own(4 * mebibyte - 4096, 50 * mebibyte)).toBe("false-or-damaged");
  });

  it("show a false or damaged drive where much of them has changed, else damage", () => {
    const changed = (changedBytes: number, sampledBytes: number) =>
      lossOfOldFiles(old({ changedBytes, sampledBytes }));
    expect(changed(8 * mebibyte, 200 * mebibyte)).toBe("false-or-damaged");
    expect(changed(8 * mebibyte - 4096, 200 * mebibyte)).toBe("damaged");
    expect(changed(mebibyte, 10 * mebibyte)).toBe("false-or-damaged");
    expect(changed(mebibyte - 4096, 10 * mebibyte)).toBe("damaged");
    expect(changed(1, 200 * mebibyte)).toBe("damaged");
  });

  it("and the free space are judged by the graver of both", () => {
    expect(gravest("damaged", "false")).toBe("false");
    expect(gravest("false-or-damaged", "damaged")).toBe("false-or-damaged");
    expect(gravest(null, "damaged")).toBe("damaged");
    expect(gravest(null, null)).toBeNull();
    const oldFiles = old({ changedBytes: 65_536 });
    expect(built(whole, free, bytes, { oldFiles })).toMatchObject({
      ...{ result: "damaged", badBlocks: 0, oldFiles },
    });
  });
});
