import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import {
  buildSustained,
  bytesPerSecond,
  findCliff,
  hasSettled,
} from "#analysis/workloads/sustained-write/results";
import type { TimelinePoint } from "#contract/measures";
import { sustainedSchema } from "#contract/workloads/sustained-write";
import { sampleCounts } from "../../../../helpers/sample-round";
import { sampleSustained } from "../../../../helpers/workloads/sustained-write";

const second = 1e9;
const megabyte = 1e6;

/** One point a second at each of these speeds, in MB/s. */
function written(...speeds: readonly number[]): TimelinePoint[] {
  return speeds.map((speed, index) => ({
    round: 0,
    startNs: index * second,
    elapsedNs: second,
    operations: speed,
    bytes: speed * megabyte,
    slowestNs: 1e6,
    slowestAtNs: index * second,
  }));
}

const steady = (seconds: number, speed: number) => new Array<number>(seconds).fill(speed);

describe("findCliff()", () => {
  it("returns the point of the fall and the speeds before and after it", () => {
    expect(findCliff(written(...steady(20, 2000), ...steady(40, 400)))).toEqual({
      afterBytes: 40_000 * megabyte,
      afterNs: 20 * second,
      fastBytesPerSecond: 2000 * megabyte,
      slowBytesPerSecond: 400 * megabyte,
    });
  });

  it("returns the speeds before and after a fall close to the beginning or the end", () => {
    expect(findCliff(written(...steady(56, 2000), ...steady(4, 200)))).toEqual({
      afterBytes: 112_000 * megabyte,
      afterNs: 56 * second,
      fastBytesPerSecond: 2000 * megabyte,
      slowBytesPerSecond: 200 * megabyte,
    });
    expect(findCliff(written(...steady(3, 2000), ...steady(57, 200)))).toEqual({
      afterBytes: 6000 * megabyte,
      afterNs: 3 * second,
      fastBytesPerSecond: 2000 * megabyte,
      slowBytesPerSecond: 200 * megabyte,
    });
  });

  it("finds the time of the fall to within two seconds even if the speeds vary by 15 percent", () => {
    const scatter = fc.array(fc.double({ min: 0.85, max: 1.15, noNaN: true }), {
      minLength: 60,
      maxLength: 60,
    });
    fc.assert(
      fc.property(scatter, fc.integer({ min: 10, max: 50 }), (factors, at) => {
        const speeds = factors.map((factor, index) => factor * (index < at ? 1500 : 500));
        const cliff = findCliff(written(...speeds));
        expect(Math.abs((cliff?.afterNs ?? 0) - at * second)).toBeLessThanOrEqual(2 * second);
      }),
    );
  });

  it.each([
    ["a steady drive", steady(60, 500)],
    ["a drive that becomes faster", [...steady(30, 200), ...steady(30, 500)]],
    ["a speed that falls by a fifth", [...steady(30, 500), ...steady(30, 400)]],
    ["one slow second", [...steady(30, 500), 20, ...steady(30, 500)]],
    [
      "a drive that was slow for a while",
      [...steady(20, 500), ...steady(20, 80), ...steady(20, 500)],
    ],
    [
      "a drive that is as fast as ever again at the end",
      [...steady(20, 500), ...steady(30, 80), ...steady(10, 500)],
    ],
    [
      "a speed that goes up and down",
      Array.from({ length: 12 }, (_, at) => (at % 4 < 2 ? 500 : 160)),
    ],
    ["a drive that stops at the end", [...steady(38, 500), ...steady(2, 0)]],
    ["a drive that pauses in the last second", [...steady(9, 500), 1]],
    ["a series of two points", [500, 100]],
    ["an empty series", []],
  ])("finds no fall in %s", (_name, speeds) => {
    expect(findCliff(written(...speeds))).toBeNull();
  });

  it("finds the fall of a drive that reaches its old speed only in short bursts after the fall", () => {
    const bursts = Array.from({ length: 40 }, (_, at) => (at % 4 === 3 ? 1800 : 150));
    expect(findCliff(written(...steady(20, 2000), ...bursts))?.afterNs).toBe(20 * second);
  });

  it("returns null if the speeds vary by at most a fifth around one value", () => {
    const scatter = fc.array(fc.double({ min: 0.8, max: 1.2, noNaN: true }), { maxLength: 80 });
    fc.assert(
      fc.property(scatter, (factors) => {
        expect(findCliff(written(...factors.map((factor) => factor * 800)))).toBeNull();
      }),
    );
  });
});

describe("hasSettled()", () => {
  it("returns true if the last ten seconds after the fall had a steady speed", () => {
    const fallen = [...steady(20, 2000)];
    expect(hasSettled(written(...fallen, ...steady(9, 400)))).toBe(false);
    expect(hasSettled(written(...fallen, ...steady(10, 400)))).toBe(true);
    expect(hasSettled(written(...fallen, ...steady(5, 700), ...steady(5, 400)))).toBe(false);
  });

  it("returns false if the speed did not fall", () => {
    expect(hasSettled(written(...steady(300, 2000)))).toBe(false);
    expect(hasSettled([])).toBe(false);
  });
});

it("bytesPerSecond() returns the sum of all bytes divided by the sum of all times, or 0 without a measurement", () => {
  expect(bytesPerSecond(written(100, 300))).toBe(200 * megabyte);
  expect(bytesPerSecond([])).toBe(0);
});

describe("buildSustained()", () => {
  const plan = planFor("standard", "linux").workloads["sustained-write"];
  const event = {
    type: "sustained",
    systemCall: "pwrite",
    refusal: null,
    counts: sampleCounts({ bytes: 3e9, elapsedNs: 2 * second }),
    settled: false,
  } as const;

  it("returns the rate of the whole write, the speeds before and after the fall, and the slowest time window", () => {
    const built = sampleSustained(plan);
    expect(sustainedSchema.parse(built)).toEqual(built);
    expect(built.bytesPerSecond).toBeCloseTo((built.bytes / built.elapsedNs) * second, 0);
    expect(built.points.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(built.bytes);
    expect(built.cliff?.afterNs).toBe(10 * second);
    expect((built.cliff?.fastBytesPerSecond ?? 0) / 2e9).toBeCloseTo(1, 1);
    expect((built.cliff?.slowBytesPerSecond ?? 0) / 4e8).toBeCloseTo(1, 1);
    expect(built.worstWindow?.startNs).toBeGreaterThanOrEqual(10 * second);
  });

  it.each([
    ["complete", false, "bytes"],
    ["time", false, "time"],
    ["stopped", false, "stopped"],
    ["stopped", true, "settled"],
    ["error", false, "error"],
  ] as const)(
    'for a write that ended with "%s" (settled: %s) returns the end "%s"',
    (endedBy, settled, expected) => {
      const counts = { ...event.counts, endedBy };
      expect(buildSustained({ ...event, counts, settled }, 0).endedBy).toBe(expected);
    },
  );

  it("returns the system's reason and no rate if nothing was written", () => {
    const refused = buildSustained({ ...event, counts: null, refusal: "open: EINVAL" }, 0);
    expect(refused).toMatchObject({ reason: "open: EINVAL", bytesPerSecond: null, endedBy: null });
    expect(refused.points).toEqual([]);
    const counts = sampleCounts({ bytes: 0, elapsedNs: 0 });
    expect(buildSustained({ ...event, counts }, 0).bytesPerSecond).toBeNull();
  });
});
