import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import {
  marksOf,
  speedSteps,
} from "../../../../../renderer/src/workloads/sustained-write/speed-steps";
import { sampleSustained } from "../../../../helpers/workloads/sustained-write";

const second = 1e9;

describe("speedSteps()", () => {
  it("returns the mean speed from each mark to the next, at the position at which that stretch begins", () => {
    const marks = [
      { bytes: 2000, elapsedNs: second },
      { bytes: 2500, elapsedNs: 2 * second },
      // A stall: no byte is written for a second.
      { bytes: 2500, elapsedNs: 3 * second },
    ];
    expect(speedSteps(marks)).toEqual([
      { atBytes: 0, bytesPerSecond: 2000 },
      { atBytes: 2000, bytesPerSecond: 500 },
      { atBytes: 2500, bytesPerSecond: 0 },
      { atBytes: 2500, bytesPerSecond: 0 },
    ]);
  });

  it("ignores a mark with the same time as the mark before it, and returns nothing without marks", () => {
    const mark = { bytes: 10, elapsedNs: second };
    expect(speedSteps([mark, mark])).toEqual(speedSteps([mark]));
    expect(speedSteps([])).toEqual([]);
  });
});

describe("marksOf()", () => {
  it("returns the end of the write as the last mark", () => {
    const sustained = sampleSustained(planFor("standard", "linux").workloads["sustained-write"]);
    const marks = marksOf(sustained.points);
    expect(marks).toHaveLength(sustained.points.length);
    expect(marks[marks.length - 1]).toEqual({
      bytes: sustained.bytes,
      elapsedNs: sustained.elapsedNs,
    });
  });
});
