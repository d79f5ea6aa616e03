import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { buildReading, isSameLoad, type ReadingTurn } from "#analysis/workloads/reading/results";
import {
  type ReadingCounts,
  type ReadingLoad,
  readingResultSchema,
} from "#contract/workloads/reading";
import { sampleReadingCounts } from "../../../../helpers/workloads/reading";

const load: ReadingLoad = { pattern: "random", readShare: 1, blockBytes: 4096, requests: 4 };

function turnOf(counts: ReadingCounts | null, round = 0, refusal: string | null = null) {
  return { round, systemCall: "pread", refusal, counts } satisfies ReadingTurn;
}

/** Counts of a round of ten milliseconds with four threads. */
function countsOf(changes: Partial<ReadingCounts> = {}): ReadingCounts {
  return { ...sampleReadingCounts(load, 10_000_000, 100_000), ...changes };
}

describe("buildReading()", () => {
  it("divides the requests by the mean time of the threads, and not by the time until the last one ended", () => {
    // Three threads ended after 10 ms, and one hung for another 40 ms.
    const counts = countsOf({ reads: 400, threadsNs: 80_000_000, elapsedNs: 50_000_000 });
    const { iops, bytesPerSecond } = buildReading(load, [turnOf(counts)]);
    expect(iops).toBeCloseTo((400 * 4) / 0.08, 6);
    expect(bytesPerSecond).toBeCloseTo(((400 * 4) / 0.08) * 4096, 3);
  });

  it("returns the median of the rounds with minimum, maximum and interval", () => {
    const turns = [40, 10, 20, 30, 50].map((reads, round) =>
      turnOf(countsOf({ reads, threadsNs: 4e9 }), round),
    );
    expect(buildReading(load, turns)).toMatchObject({
      status: "measured",
      iops: 30,
      iopsMin: 10,
      iopsMax: 50,
      reads: 150,
      writes: 0,
      iopsInterval: { low: 10, high: 50, coverage: 0.9375 },
    });
  });

  it("leaves out rounds that were stopped before ten requests, and rounds of zero length", () => {
    const short = countsOf({ reads: 9, endedBy: "stopped" });
    const empty = countsOf({ reads: 0, threadsNs: 0, elapsedNs: 0, endedBy: "stopped" });
    expect(buildReading(load, [turnOf(short), turnOf(empty)])).toMatchObject({
      status: "unavailable",
      iops: null,
      latencyNs: null,
      answeredBy: null,
      rounds: [],
      statements: [{ code: "reason.not-reached" }],
    });
    const long = countsOf({ reads: 10, endedBy: "stopped" });
    expect(buildReading(load, [turnOf(long)]).rounds).toHaveLength(1);
  });

  it.each([
    [
      "refused load as unavailable",
      [turnOf(null, 0, "open: EINVAL, Invalid argument")],
      "unavailable",
    ],
    [
      "broken load as failed",
      [turnOf(countsOf()), turnOf(countsOf({ endedBy: "error" }), 1)],
      "failed",
    ],
  ] as const)("marks a %s", (_what, turns, status) => {
    expect(buildReading(load, turns)).toMatchObject({ status });
  });

  it("returns a result that matches the schema, with a rate between the slowest and the fastest and no more delivered than read", () => {
    const anyCounts = fc.record({
      reads: fc.nat(100_000),
      writes: fc.nat(100_000),
      warmupReads: fc.nat(1000),
      elapsedNs: fc.nat(2_000_000_000),
      threadsNs: fc.nat(8_000_000_000),
      endedBy: fc.constantFrom("time" as const, "bytes" as const, "stopped" as const),
      deviceReadBytes: fc.option(fc.nat(1e12)),
    });
    fc.assert(
      fc.property(
        fc.array(anyCounts, { maxLength: 6 }),
        fc.constantFrom(0, 0.7, 1),
        (all, readShare) => {
          const turns = all.map((counts, round) => turnOf(countsOf(counts), round));
          const result = buildReading({ ...load, readShare }, turns);
          readingResultSchema.parse(result);
          if (result.iops !== null) {
            expect(result.iops).toBeGreaterThanOrEqual(result.iopsMin ?? Number.NaN);
            expect(result.iops).toBeLessThanOrEqual(result.iopsMax ?? Number.NaN);
          }
          expect(result.deviceReadBytes ?? 0).toBeLessThanOrEqual(result.bytesRead);
        },
      ),
    );
  });
});

describe("the source of the reads", () => {
  const of = (deviceReadBytes: number | null, readShare = 1) =>
    buildReading({ ...load, readShare }, [
      turnOf(countsOf({ reads: 90, warmupReads: 10, deviceReadBytes })),
    ]).answeredBy;
  const asked = 100 * 4096;

  it.each([
    ["the drive when its counters rose by all bytes read", asked, "drive"],
    ["the drive when other programs made its counters rise by more", 10 * asked, "drive"],
    ["the drive when its counters rose by nine tenths of the bytes read", 0.9 * asked, "drive"],
    [
      "a cache when the drive's counters rose by less than nine tenths of the bytes read",
      Math.floor(0.9 * asked) - 1,
      "cache",
    ],
    ["a cache when the drive's counters did not rise", 0, "cache"],
    ["not known when the system counts nothing", null, "not-known"],
  ] as const)("is %s", (_who, delivered, expected) => {
    expect(of(delivered)).toBe(expected);
  });

  it("is not known for the drive of a virtual machine unless the guest system's own cache answered", () => {
    const behind = (deviceReadBytes: number) => {
      const counts = countsOf({ reads: 90, warmupReads: 10, deviceReadBytes });
      return buildReading(load, [turnOf(counts)], true).answeredBy;
    };
    expect([behind(asked), behind(0)]).toEqual(["not-known", "cache"]);
  });

  it("is null when nothing was read", () => {
    expect(of(asked, 0)).toBeNull();
  });

  it("is a cache if a cache answered one round, even if the disks delivered more than enough in another", () => {
    const rounds = [0, 10 * asked].map((deviceReadBytes, round) =>
      turnOf(countsOf({ reads: 90, warmupReads: 10, deviceReadBytes }), round),
    );
    expect(buildReading(load, rounds)).toMatchObject({
      answeredBy: "cache",
      bytesRead: 2 * asked,
      deviceReadBytes: asked,
    });
  });

  it("is not known if the source of one round is not known", () => {
    const rounds = [asked, null].map((deviceReadBytes, round) =>
      turnOf(countsOf({ deviceReadBytes }), round),
    );
    expect(buildReading(load, rounds).answeredBy).toBe("not-known");
  });
});

describe("the reading plan", () => {
  const { loads, fileBytes } = planFor("quick", "linux").workloads.reading;

  it("starts with small random reads, one at a time", () => {
    expect(loads[0]).toEqual({ pattern: "random", readShare: 1, blockBytes: 4096, requests: 1 });
  });

  it("contains twelve different loads and a file size that is a multiple of each load's block size", () => {
    expect(loads).toHaveLength(12);
    for (const one of loads) {
      expect(loads.filter((other) => isSameLoad(one, other))).toEqual([one]);
      expect(fileBytes % one.blockBytes).toBe(0);
    }
  });
});
