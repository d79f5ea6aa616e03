import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { median } from "#analysis/statistics";
import {
  type BufferStep,
  buildBufferSweep,
  limitsEverywhere,
  minPointsForKnee,
  minWriteCallsOfCutStep,
  processorLimitsBelowKnee,
} from "#analysis/workloads/buffer-sweep/results";
import type { SequentialCounts } from "#contract/engine-counts";
import { bufferSweepSchema } from "#contract/workloads/buffer-sweep";
import { sampleCounts } from "../../../../helpers/sample-round";
import { type SampleSweep, sampleSweepCounts } from "../../../../helpers/workloads/buffer-sweep";

const sizes = Array.from({ length: 16 }, (_, step) => 512 * 2 ** step);
const totalBytes = 64 * 1024 * 1024;
const second = 1_000_000_000;

function step(bufferBytes: number, counts: Partial<SequentialCounts>, pass = 0): BufferStep {
  return { bufferBytes, pass, refusal: null, counts: sampleCounts(counts) };
}

const build = (steps: readonly BufferStep[]) => buildBufferSweep(steps, "pwrite(…)", "fsync(fd)");

/** A sweep with one pass on an invented machine. */
function machine(sample: SampleSweep = {}) {
  return build(sizes.map((size) => step(size, sampleSweepCounts(size, totalBytes, sample))));
}

/** A sweep with these rates in MB/s and default values for everything else. */
function curve(rates: readonly number[], counts: Partial<SequentialCounts> = {}) {
  return build(
    rates.map((rate, index) => {
      const elapsedNs = Math.round((totalBytes / (rate * 1e6)) * second);
      return step(512 * 2 ** index, {
        bytes: totalBytes,
        elapsedNs,
        settleNs: 0,
        cpuUserNs: 0,
        cpuSystemNs: elapsedNs,
        ...counts,
      });
    }),
  );
}

const passCounts = fc.record({
  bytes: fc.integer({ min: 512, max: 1e9 }),
  writeCalls: fc.integer({ min: 1, max: 1e6 }),
  elapsedNs: fc.integer({ min: 1, max: 1e10 }),
  settleNs: fc.integer({ min: 0, max: 1e10 }),
  cpuUserNs: fc.integer({ min: 0, max: 1e9 }),
  cpuSystemNs: fc.integer({ min: 0, max: 1e9 }),
});

describe("a point of a sweep of write sizes", () => {
  it("holds medians of the rates and sums of the counts of all passes", () => {
    fc.assert(
      fc.property(fc.array(passCounts, { minLength: 1, maxLength: 6 }), (passes) => {
        const { points } = build(passes.map((counts, pass) => step(4096, counts, pass)));
        const [point] = points;
        expect(points).toHaveLength(1);
        const sum = (of: (counts: (typeof passes)[number]) => number) =>
          passes.reduce((total, counts) => total + of(counts), 0);
        expect(point).toMatchObject({
          bytes: sum(({ bytes }) => bytes),
          systemCalls: sum(({ writeCalls }) => writeCalls),
          elapsedNs: sum(({ elapsedNs }) => elapsedNs),
          settleNs: sum(({ settleNs }) => settleNs),
          cpuUserNs: sum(({ cpuUserNs }) => cpuUserNs),
          cpuSystemNs: sum(({ cpuSystemNs }) => cpuSystemNs),
        });
        const rates = passes.map(({ bytes, elapsedNs }) => (bytes / elapsedNs) * second);
        expect(point?.bytesPerSecond).toBeCloseTo(median(rates), -3);
        // The rate including the final flush is never above the rate without it.
        expect(point?.settledBytesPerSecond).toBeLessThanOrEqual(point?.bytesPerSecond ?? 0);
        expect(point?.cpuShare).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("states calls per second as well as bytes per second", () => {
    const [point] = build([
      step(1024, { bytes: 10_240, writeCalls: 10, elapsedNs: second }),
    ]).points;
    expect(point).toMatchObject({ systemCallsPerSecond: 10, bytesPerSecond: 10_240 });
  });

  it("includes the time of the final flush only in its settled rate", () => {
    const [point] = build([
      step(4096, { bytes: 1e9, elapsedNs: second / 4, settleNs: (3 * second) / 4 }),
    ]).points;
    expect(point?.bytesPerSecond).toBeCloseTo(4e9);
    expect(point?.settledBytesPerSecond).toBeCloseTo(1e9);
  });

  it.each(["stopped", "error"] as const)(
    'exists for a step that ended with "%s" only if the step made at least 16 write calls',
    (endedBy) => {
      const cut = (writeCalls: number) => build([step(512, { endedBy, writeCalls })]).points;
      expect(cut(minWriteCallsOfCutStep - 1)).toHaveLength(0);
      expect(cut(minWriteCallsOfCutStep)).toHaveLength(1);
    },
  );

  it("leaves out a stopped step that has no final flush", () => {
    const cut = { endedBy: "stopped", writeCalls: 1000, settleNs: null } as const;
    expect(build([step(512, cut)]).points).toHaveLength(0);
    const kept = build([step(512, {}), step(512, cut, 1)]);
    expect(kept.points[0]?.systemCalls).toBe(sampleCounts().writeCalls);
  });

  it("is absent if its step did not end with a final flush", () => {
    expect(build([step(512, { settleNs: null })]).points).toEqual([]);
  });

  it("is absent when no time passed or no byte was written", () => {
    expect(build([step(512, { elapsedNs: 0 }), step(1024, { bytes: 0 })]).points).toEqual([]);
  });
});

describe("buildBufferSweep()", () => {
  it("returns the points in ascending order of size, in a result that matches the schema", () => {
    const sweep = build([...sizes].reverse().map((size) => step(size, {})));
    expect(sweep.points.map(({ bufferBytes }) => bufferBytes)).toEqual(sizes);
    expect(bufferSweepSchema.parse(sweep)).toEqual(sweep);
    expect(sweep).toMatchObject({ systemCall: "pwrite(…)", settleSystemCall: "fsync(fd)" });
  });

  it("finds neither points nor a knee nor a limit without steps", () => {
    expect(build([])).toMatchObject({ points: [], kneeBufferBytes: null, limit: "unclear" });
  });

  it("puts the knee at the size from which system calls take less than a twentieth of the time", () => {
    // Rate = size / (1100 ns + size / 3 GB/s); 95 % of it is reached at about 62 700 B.
    expect(machine().kneeBufferBytes).toBe(65_536);
    // Ten times the cost of a call: 627 000 B.
    expect(machine({ callNs: 11_000 }).kneeBufferBytes).toBe(1_048_576);
  });

  it("puts the knee of every saturating curve at the smallest size within 5 % of the plateau", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 20_000 }),
        fc.integer({ min: 1e8, max: 1e10 }),
        (callNs, memoryBytesPerSecond) => {
          const { points, kneeBufferBytes } = machine({ callNs, memoryBytesPerSecond });
          const rates = points.map(({ bytesPerSecond }) => bytesPerSecond);
          const plateau = median(rates.slice(-4));
          for (const { bufferBytes, bytesPerSecond } of points) {
            const isFast = bytesPerSecond >= 0.95 * plateau;
            expect(isFast).toBe(kneeBufferBytes !== null && bufferBytes >= kneeBufferBytes);
          }
        },
      ),
    );
  });

  it("puts the knee of a flat curve at the smallest size", () => {
    expect(curve([500, 501, 499, 500, 502, 500, 498, 500]).kneeBufferBytes).toBe(512);
  });

  it("puts the knee at an early fast size only if the sizes after it are hardly slower, and ignores one disturbed size above the knee", () => {
    const rates = [100, 980, 400, 500, 990, 1000, 1010, 1000, 990, 1000];
    expect(curve(rates).kneeBufferBytes).toBe(8192);
    // A single disturbed rate at a size above the knee does not move the knee.
    expect(curve(rates.map((rate, place) => (place === 5 ? 400 : rate))).kneeBufferBytes).toBe(
      8192,
    );
    // A plateau that begins a little slower is within the knee's tolerance.
    expect(curve([100, 960, 800, 900, 990, 1000, 1010, 1000]).kneeBufferBytes).toBe(1024);
  });

  it("finds no knee in fewer than six sizes", () => {
    const rates = [100, 200, 400, 400, 400, 400, 400];
    expect(curve(rates.slice(0, minPointsForKnee - 1)).kneeBufferBytes).toBeNull();
    expect(curve(rates.slice(0, minPointsForKnee)).kneeBufferBytes).toBe(2048);
  });

  it("still finds the knee if one of the four largest sizes was slow, and no knee if two of them were", () => {
    expect(curve([100, 500, 1000, 2000, 2000, 2000, 400, 2000]).kneeBufferBytes).toBe(4096);
    const disturbed = curve([100, 500, 1000, 2000, 2000, 400, 400, 2000]);
    expect(disturbed).toMatchObject({ kneeBufferBytes: null, limit: "unclear" });
  });

  it("finds neither a knee nor a limit when the largest writes become slower", () => {
    const declined = curve([250, 500, 1000, 2000, 2000, 200, 200, 200, 200]);
    expect(declined).toMatchObject({ kneeBufferBytes: null, limit: "unclear" });
  });

  it("names the processor as the limit when the final flush takes no time", () => {
    expect(machine({ driveBytesPerSecond: null }).limit).toBe("processor");
  });

  it("names the drive as the limit when the final flush takes most of the time, even if the processor limits the rate below the knee", () => {
    const sweep = machine({ driveBytesPerSecond: 5e8 });
    expect(sweep.limit).toBe("drive");
    expect(processorLimitsBelowKnee(sweep)).toBe(true);
  });

  it("names the drive as the limit if the processor was idle from the knee on, but busy below the knee or the curve is flat", () => {
    const waiting = build(
      sizes.map((size) => {
        const counts = sampleSweepCounts(size, totalBytes, { driveBytesPerSecond: null });
        const isLarge = size >= 65_536;
        return step(size, isLarge ? { ...counts, cpuUserNs: 0, cpuSystemNs: 1000 } : counts);
      }),
    );
    expect(waiting.limit).toBe("drive");
    const flat = curve([500, 500, 500, 500, 500, 500], { cpuSystemNs: 1000 });
    expect(flat).toMatchObject({ kneeBufferBytes: 512, limit: "drive" });
  });

  it("names no limit if the processor was busy for only 30 % of the time at every size", () => {
    expect(machine({ driveBytesPerSecond: null, cpuShare: 0.3 }).limit).toBe("unclear");
  });

  it("names no limit when processor and drive both take a good part of the time", () => {
    expect(machine({ driveBytesPerSecond: 8e9 }).limit).toBe("unclear");
  });

  it("lists each refused size only once, and not at all if another pass measured that size", () => {
    const refused = (bufferBytes: number, pass: number): BufferStep => ({
      bufferBytes,
      pass,
      refusal: `pwrite: EINVAL at ${bufferBytes}`,
      counts: null,
    });
    const steps = [refused(1024, 0), refused(512, 0), refused(512, 1), refused(4096, 1)];
    const sweep = build([...steps, step(4096, {})]);
    expect(sweep.skipped).toEqual([
      { bufferBytes: 512, reason: "pwrite: EINVAL at 512" },
      { bufferBytes: 1024, reason: "pwrite: EINVAL at 1024" },
    ]);
    expect(sweep.points.map(({ bufferBytes }) => bufferBytes)).toEqual([4096]);
    expect(bufferSweepSchema.parse(sweep)).toEqual(sweep);
  });
});

describe("a sweep of uncached writes", () => {
  const waiting = sizes.map((size) => {
    const counts = sampleSweepCounts(size, totalBytes, { driveBytesPerSecond: null });
    return step(size, { ...counts, cpuUserNs: 0, cpuSystemNs: 1000 });
  });

  it("has the drive as its limit when the processor was idle, unlike a sweep of cached writes", () => {
    // Without direct writes the writer may have waited for a processor that other programs had
    // taken.
    expect(build(waiting).limit).toBe("unclear");
    expect(buildBufferSweep(waiting, "pwrite(…)", "fsync(fd)", true).limit).toBe("drive");
  });
});

describe("a sweep without usable processor times", () => {
  const unknown = { cpuUserNs: null, cpuSystemNs: null };
  const rates = [100, 200, 400, 500, 500, 500, 500, 500];

  it("sets the time and share of the processor to null and keeps the rates", () => {
    const [known] = curve([500]).points;
    expect(curve([500], unknown).points).toEqual([{ ...known, ...unknown, cpuShare: null }]);
  });

  it("sets the processor's time and share to null even if only one of three passes lacks them", () => {
    const pass = sampleSweepCounts(4096, totalBytes);
    const passes = [pass, { ...pass, ...unknown }, pass].map((counts) => step(4096, counts));
    expect(build(passes).points[0]).toMatchObject({ ...unknown, cpuShare: null });
  });

  it("never names the processor as the limit", () => {
    expect(curve(rates).limit).toBe("processor");
    const sweep = curve(rates, unknown);
    expect(sweep.kneeBufferBytes).toBe(curve(rates).kneeBufferBytes);
    expect(sweep.limit).toBe("unclear");
    expect(processorLimitsBelowKnee(sweep)).toBe(false);
    expect(limitsEverywhere(sweep.points, "processor")).toBe(false);
    expect(limitsEverywhere(sweep.points, "drive")).toBe(false);
  });

  it("still names the drive as the limit if the final flush takes most of the time", () => {
    expect(curve(rates, { ...unknown, settleNs: 60 * second }).limit).toBe("drive");
  });
});

describe("processorLimitsBelowKnee()", () => {
  it("returns true if the processor was busy for 98 % of the time below the knee, and false for 60 %", () => {
    expect(processorLimitsBelowKnee(machine({ cpuShare: 0.98 }))).toBe(true);
    expect(processorLimitsBelowKnee(machine({ cpuShare: 0.6 }))).toBe(false);
  });

  it("returns false without a size below the knee or without a knee", () => {
    expect(processorLimitsBelowKnee(curve([500, 500, 500, 500, 500, 500]))).toBe(false);
    expect(processorLimitsBelowKnee(build([]))).toBe(false);
  });
});
