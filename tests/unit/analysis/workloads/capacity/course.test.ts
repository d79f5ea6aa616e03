import { beforeAll, describe, expect, it } from "vitest";
import { readingNs, sequentialNs } from "#analysis/assumed-drive";
import { estimate, leftOfStepNs } from "#analysis/workloads/capacity/estimate";
import { hasFigures, loss, reduce } from "#analysis/workloads/capacity/index";
import {
  fileBytes,
  fillsVolume,
  profiles,
  rereadBytes,
  reserveBytes,
  targetBytes,
} from "#analysis/workloads/capacity/plan";
import type { Capacity, CapacityPart } from "#contract/workloads/capacity";
import { fakeDrive, sampleCapacity, testOf } from "../../../../helpers/sample-capacity";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

const mebibyte = 1 << 20;
const gibibyte = 1024 * mebibyte;
const everything = { maxBytes: null, fileBytes: gibibyte };

describe("the plan of the size test", () => {
  it("reserves the largest of 1 % of the free space (at most 1 GiB), 64 MiB (at most 1/32 of the free space) and 8 MiB", () => {
    expect(reserveBytes(0)).toBe(8 * mebibyte);
    expect(reserveBytes(gibibyte + 1)).toBe(32 * mebibyte + 1);
    expect(reserveBytes(4 * gibibyte)).toBe(64 * mebibyte);
    expect(reserveBytes(64_000_000_001)).toBe(640_000_001);
    expect(reserveBytes(1024 * gibibyte)).toBe(gibibyte);
  });

  it("writes whole mebibytes up to the reserve or the limit", () => {
    expect(targetBytes(everything, 100 * mebibyte + 5)).toBe(92 * mebibyte);
    expect(targetBytes(everything, mebibyte)).toBe(0);
    expect(targetBytes({ ...everything, maxBytes: 10 * mebibyte + 7 }, gibibyte)).toBe(
      10 * mebibyte,
    );
    expect(targetBytes({ ...everything, maxBytes: gibibyte }, 100 * mebibyte)).toBe(92 * mebibyte);
  });

  it("reads a quarter of the bytes again, but at least 1 MiB and at most 1 GiB", () => {
    expect(rereadBytes(mebibyte)).toBe(mebibyte);
    expect(rereadBytes(103 * mebibyte)).toBe(25 * mebibyte);
    expect(rereadBytes(100 * gibibyte)).toBe(gibibyte);
  });

  it("needs as much space as its limit, or none without a limit, and is the same in every profile", () => {
    expect(fileBytes(everything)).toBe(0);
    expect(fileBytes({ ...everything, maxBytes: 5 })).toBe(5);
    for (const profile of Object.values(profiles)) {
      expect(profile()).toEqual(everything);
    }
  });

  it("counts as filling the volume if it may write more than half of the free space or that space is not known", () => {
    const limited = (maxBytes: number) => ({ ...everything, maxBytes });
    expect(fillsVolume(everything, 1000)).toBe(true);
    expect(fillsVolume(limited(500), 1000)).toBe(false);
    expect(fillsVolume(limited(501), 1000)).toBe(true);
    expect(fillsVolume(limited(500), null)).toBe(true);
    expect(fillsVolume(everything, null)).toBe(true);
  });

  it("estimates the time to write and to read one and a quarter times the bytes, or nothing if the free space is not known", () => {
    const on = { freeBytes: 108 * mebibyte } as Parameters<typeof estimate>[1];
    const { bytes, durationNs } = estimate(everything, on);
    expect(bytes).toBe(125 * mebibyte);
    expect(durationNs).toBe(sequentialNs(125 * mebibyte) + readingNs(125 * mebibyte));
    const double = estimate(everything, { ...on, freeBytes: 208 * mebibyte });
    expect(double.durationNs / durationNs).toBeCloseTo(2, 5);
    expect(durationNs).toBeGreaterThan(0);
    expect(estimate(everything, { ...on, freeBytes: null })).toEqual({ bytes: 0, durationNs: 0 });
  });

  it("predicts the remaining time, that of the later steps included, from the speed so far, or 0 without a speed or a total", () => {
    const at = { bytes: 50 * mebibyte, elapsedNs: 1e9, totalBytes: 100 * mebibyte };
    const left = (stepsDone: number) =>
      leftOfStepNs(everything, at as Parameters<typeof leftOfStepNs>[1], stepsDone);
    expect([0, 1, 2, 3].map(left)).toEqual([4e9, 2e9, 2e9, 1e9]);
    expect(left(4)).toBe(1e9);
    const unknown = { ...at, totalBytes: null } as Parameters<typeof leftOfStepNs>[1];
    expect(leftOfStepNs(everything, unknown, 0)).toBe(0);
    const begun = { ...at, bytes: 0 } as Parameters<typeof leftOfStepNs>[1];
    expect(leftOfStepNs(everything, begun, 0)).toBe(0);
    const over = { ...at, bytes: 200 * mebibyte } as Parameters<typeof leftOfStepNs>[1];
    expect(leftOfStepNs(everything, over, 3)).toBe(0);
  });
});

describe("the progress of the size test", () => {
  const blocks = 16 * 256;
  const bytes = 16 * mebibyte;
  let parts: ReturnType<typeof testOf>;
  beforeAll(() => {
    parts = testOf(
      fakeDrive((place) => place),
      blocks,
    );
  });
  const event = (part: CapacityPart) => ({
    ...({ type: "capacity", part, counts: parts[part] } as const),
    freeBytes: bytes + 8 * mebibyte,
    totalBytes: bytes + 8 * mebibyte,
    usedBytes: 0,
    targetBytes: bytes,
    oldFiles: null,
  });

  it("yields no result before the fill has ended, and afterwards the result of the finished parts", () => {
    const reducer = reduce();
    expect(reducer.results()).toEqual({ capacity: null });
    expect(reducer.live()).toMatchObject({ capacity: null, capacityBytes: null });
    expect(reducer.take(event("fill"))).toEqual({ endedWithBytes: bytes });
    expect(reducer.results().capacity?.result).toBe("not-known");
    expect(reducer.take(event("read"))).toEqual({ endedWithBytes: 0 });
    expect(reducer.results().capacity?.untested).toEqual(["end"]);
    expect(reducer.take(event("rewrite"))).toEqual({ endedWithBytes: bytes / 4 });
    expect(reducer.take(event("reread"))).toEqual({ endedWithBytes: 0 });
    expect(reducer.results().capacity).toMatchObject({ result: "whole", checkedBytes: bytes });
    expect(reducer.live()).toMatchObject({ capacityBytes: bytes });
  });

  it("yields no result after a read that no fill preceded", () => {
    const reducer = reduce();
    reducer.take(event("read"));
    expect(reducer.results()).toEqual({ capacity: null });
  });

  it("shows the fill and the first read, but not the second write and read", () => {
    const reducer = reduce();
    const progress = (part: CapacityPart, done: number) =>
      reducer.takeProgress({ kind: "capacity", part }, {
        bytes: done,
        elapsedNs: done * 1e9,
        totalBytes: bytes,
      } as Parameters<typeof reducer.takeProgress>[1]);
    progress("fill", 5);
    progress("read", 6);
    progress("rewrite", 7);
    progress("reread", 8);
    reducer.takeProgress({ kind: "reading" } as never, { bytes: 9, elapsedNs: 9 } as never);
    expect(reducer.live()).toMatchObject({
      capacityBytes: bytes,
      capacityWriting: [{ bytes: 5, elapsedNs: 5e9 }],
      capacityReading: [{ bytes: 6, elapsedNs: 6e9 }],
    });
  });
});

it("loss() returns a headline only when blocks or old files lost their contents", () => {
  const of = (capacity: Capacity | null) => loss({ ...sampleUnjudgedReport(), capacity });
  for (const kind of ["false", "false-or-damaged", "damaged"] as const) {
    expect(of(sampleCapacity(kind))).toMatchObject({
      headline: { code: `headline.capacity-${kind}` },
    });
  }
  const oldFiles = { ...sampleCapacity("damaged"), badBlocks: 0 };
  expect(of(oldFiles)).toMatchObject({ headline: { code: "headline.capacity-old-files" } });
  for (const kind of ["whole", "part", "not-known", "error"] as const) {
    expect(of(sampleCapacity(kind))).toBeNull();
  }
  expect(of(null)).toBeNull();
});

it("hasFigures() returns true only if the size test wrote bytes", () => {
  expect(hasFigures({ capacity: null } as never)).toBe(false);
  expect(hasFigures({ capacity: sampleCapacity() } as never)).toBe(true);
  expect(hasFigures({ capacity: { ...sampleCapacity(), filledBytes: 0 } } as never)).toBe(false);
});
