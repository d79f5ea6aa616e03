import { expect, it } from "vitest";
import { freeSpace } from "#analysis/workloads/capacity/free-space";
import type { Drive } from "#contract/volume";
import type { Capacity } from "#contract/workloads/capacity";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/**
 * The free space of a report with this many bad blocks, of which `unreadable` could not be read.
 */
const found = (
  badBlocks: number,
  unreadable: number,
  changes: Partial<Capacity> = {},
  drive: Partial<Drive> = {},
) =>
  freeSpace({
    ...sampleUnjudgedReport({ drive }),
    capacity: {
      badBlocks,
      checkedBytes: 4_096_000,
      result: "damaged",
      untested: [],
      contents: [
        { content: "unreadable", blocks: unreadable },
        { content: "zeros", blocks: badBlocks - unreadable },
      ],
      ...changes,
    } as Capacity,
  });

it("freeSpace() returns separate counts of differing and of unreadable blocks", () => {
  expect(found(30, 10)).toMatchObject({ differing: 20, unreadable: 10 });
  expect(found(0, 0)).toMatchObject({ differing: 0, unreadable: 0 });
  // Unreadable blocks are counted separately, and there may be more of them than bad blocks.
  expect(found(5, 8)?.differing).toBe(0);
});

it("freeSpace() calls bytes unchanged only if the drive gave them back and nothing was lost", () => {
  const unchanged = (result: Capacity["result"]) => found(0, 0, { result })?.unchangedBytes;
  expect([unchanged("whole"), unchanged("part")]).toEqual([4_096_000, 4_096_000]);
  expect([unchanged("not-known"), unchanged("error"), unchanged("damaged")]).toEqual([0, 0, 0]);
});

it("freeSpace() counts no blocks as differing after an error", () => {
  expect(found(30, 10, { result: "error" })?.differing).toBe(0);
});

it("freeSpace() returns the limit of an old enclosure only if a physical drive of false size ends near 2 TiB, or 16 TiB with 4096-byte sectors", () => {
  const tebibyte = 2 ** 40;
  const ends = (
    keptBytes: number,
    changes: Partial<Capacity> = {},
    logical: 512 | 4096 | null = null,
    drive: Partial<Drive> = {},
  ) => {
    const filledBytes = changes.filledBytes ?? 3.6 * tebibyte;
    const limit = found(
      (filledBytes - keptBytes) / 4096,
      0,
      {
        result: "false",
        blockBytes: 4096,
        filledBytes,
        totalBytes: 3.7 * tebibyte,
        usedBytes: 0,
        untested: [],
        ...changes,
      },
      { sectorBytes: logical && { logical, physical: 4096 }, ...drive },
    )?.limitBytes;
    return limit == null ? false : limit / tebibyte;
  };
  for (const result of ["false", "false-or-damaged"] as const) {
    expect(ends(1.97 * tebibyte, { result })).toBe(2);
  }
  expect(ends(1.97 * tebibyte, {}, 512)).toBe(2);
  expect(ends(1.2 * tebibyte, { usedBytes: 0.75 * tebibyte })).toBe(2);
  // With sectors of 4096 bytes a 32-bit sector number reaches eight times as far.
  const large = { filledBytes: 18 * tebibyte, totalBytes: 18.1 * tebibyte };
  expect(ends(15.9 * tebibyte, large, 4096)).toBe(16);
  expect(ends(15.9 * tebibyte, large, 512)).toBe(false);
  expect(ends(1.97 * tebibyte, {}, 4096)).toBe(false);
  // No sign of an enclosure's limit at 2 TiB: the readable part ends elsewhere, the drive claims
  // hardly more than 2 TiB, or the test did not end with lost data at the end.
  expect(ends(1.8 * tebibyte)).toBe(false);
  expect(ends(2.2 * tebibyte)).toBe(false);
  expect(ends(1.97 * tebibyte, { totalBytes: 2.05 * tebibyte })).toBe(false);
  expect(ends(1.97 * tebibyte, { totalBytes: null })).toBe(false);
  expect(ends(1.97 * tebibyte, { untested: ["stopped"] })).toBe(false);
  expect(ends(1.97 * tebibyte, { result: "damaged" })).toBe(false);
  // The limit of an enclosure is named only for a single, real drive.
  expect(ends(1.97 * tebibyte, {}, null, { disks: 2 })).toBe(false);
  expect(ends(1.97 * tebibyte, {}, null, { kind: "virtual" })).toBe(false);
});

it("freeSpace() returns null without a size test", () => {
  expect(freeSpace({ ...sampleUnjudgedReport(), capacity: null })).toBeNull();
});
