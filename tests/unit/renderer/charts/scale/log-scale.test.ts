import { describe, expect, it } from "vitest";
import {
  decadeOfTime,
  elapsedAxis,
  logAxis,
  onAxis,
  position,
  rateAxis,
  throughputAxis,
} from "../../../../../renderer/src/charts/scale/log-scale";

describe("logAxis()", () => {
  it("returns an axis that begins and ends at a power of ten and marks each power of ten", () => {
    expect(logAxis(3, 4200)).toEqual({ low: 1, high: 10_000, ticks: [1, 10, 100, 1000, 10_000] });
  });

  it("keeps an end of the axis that is already a power of ten", () => {
    expect(logAxis(10, 1000).ticks).toEqual([10, 100, 1000]);
    expect(logAxis(1, 1_000_000).high).toBe(1_000_000);
  });

  it("returns an axis that spans at least one power of ten", () => {
    expect(logAxis(10, 10).ticks).toEqual([10, 100]);
  });
});

describe("position()", () => {
  const axis = logAxis(1, 10_000);

  it("gives the step between two powers of ten the same width everywhere", () => {
    expect([1, 10, 100, 1000, 10_000].map((value) => position(axis, value))).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ]);
  });

  it("puts 0 at the lower end of the axis, and values above the axis at its upper end", () => {
    expect(position(axis, 0)).toBe(0);
    expect(position(axis, 1e9)).toBe(1);
    expect(onAxis(axis, 0)).toBe(1);
    expect(onAxis(axis, 46)).toBe(46);
  });
});

describe("rateAxis()", () => {
  it("returns the same axis for a slow and a fast drive", () => {
    expect(rateAxis([46, 61_300])).toEqual(rateAxis([1400, 380_000]));
    expect(rateAxis([]).low).toBe(1);
  });

  it("returns a longer axis for rates below one save per second or above a million", () => {
    expect(rateAxis([0.4]).low).toBe(0.1);
    expect(rateAxis([0.001]).low).toBe(0.1);
    expect(rateAxis([2_500_000]).high).toBe(10_000_000);
  });

  it("ignores missing rates", () => {
    expect(rateAxis([0, 0, 46])).toEqual(rateAxis([46]));
  });
});

describe("throughputAxis()", () => {
  it("returns the same axis before any measurement and for ordinary figures", () => {
    expect(throughputAxis([])).toEqual(throughputAxis([25e6, 7e9]));
    expect(throughputAxis([0, 3e9])).toEqual(throughputAxis([]));
  });

  it("returns a longer axis for a slow stick and for fast memory", () => {
    expect(throughputAxis([4e6]).low).toBe(1e6);
    expect(throughputAxis([14e9]).high).toBe(1e11);
  });
});

describe("elapsedAxis()", () => {
  const plan = { totalBytes: 1_073_741_824, mostSyncs: 65_536 };

  it("returns an axis for 1 GiB that includes the shortest and the longest published time even if no time is given", () => {
    const axis = elapsedAxis(plan, []);
    expect(elapsedAxis(plan, [151_000_000, 111_981_000_000])).toEqual(axis);
    expect(axis.low).toBeLessThan(151_000_000);
    expect(axis.high).toBeGreaterThan(111_981_000_000);
  });

  it("returns a longer axis for longer times, and ignores missing times", () => {
    expect(elapsedAxis(plan, [3e13]).high).toBe(1e14);
    expect(elapsedAxis(plan, [0])).toEqual(elapsedAxis(plan, []));
  });
});

describe("decadeOfTime()", () => {
  it("formats times from 1 ns to 1 000 s in their usual units", () => {
    const names = [1, 1000, 1e5, 1e7, 1e9, 1e12].map(decadeOfTime);
    expect(names.map((name) => name.replace(/\s/g, " "))).toEqual([
      "1 ns",
      "1 µs",
      "100 µs",
      "10 ms",
      "1 s",
      "1 000 s",
    ]);
  });
});
