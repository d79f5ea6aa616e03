import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { ProgressTrace } from "#analysis/progress-trace";
import { RunProgress } from "#analysis/run-progress";
import type { WordedEvent } from "#contract/engine-messages";

const second = 1e9;

describe("ProgressTrace", () => {
  it("keeps a mark every half second", () => {
    const trace = new ProgressTrace();
    for (let tenth = 1; tenth <= 20; tenth += 1) {
      trace.take({ bytes: tenth * 10, elapsedNs: tenth * 1e8 });
    }
    expect(trace.marks).toEqual([
      { bytes: 50, elapsedNs: 5e8 },
      { bytes: 100, elapsedNs: 10e8 },
      { bytes: 150, elapsedNs: 15e8 },
      { bytes: 200, elapsedNs: 20e8 },
    ]);
  });

  it("covers an hour with at most 240 marks", () => {
    const trace = new ProgressTrace();
    for (let tenth = 1; tenth <= 36_000; tenth += 1) {
      trace.take({ bytes: tenth, elapsedNs: tenth * 1e8 });
      expect(trace.marks.length).toBeLessThanOrEqual(240);
    }
    const [first] = trace.marks;
    const last = trace.marks[trace.marks.length - 1];
    expect(trace.marks.length).toBeGreaterThan(100);
    expect(first?.elapsedNs).toBeLessThan(40 * second);
    expect(last?.elapsedNs).toBeGreaterThan(3560 * second);
    const times = trace.marks.map(({ elapsedNs }) => elapsedNs);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});

describe("the remaining time of the long write", () => {
  const plan = planFor("standard", "linux", ["sustained-write"]);
  const progress = new RunProgress(plan, "linux");
  progress.enter("sustained-write", 1, 0);
  const left = (bytes: number, elapsedNs: number) => {
    const running: Extract<WordedEvent, { type: "progress" }> = {
      type: "progress",
      operations: 1,
      totalBytes: null,
      latency: { p50Ns: 10, p99Ns: null },
      bytes,
      elapsedNs,
    };
    return progress.remainingNs("measuring", running, elapsedNs);
  };

  it("is the time that the remaining bytes take at the speed so far, but at most the time that the time cap leaves", () => {
    const { maxBytes, maxNs } = plan.workloads["sustained-write"];
    expect(left(maxBytes / 2, 60 * second)).toBeCloseTo(60 * second, -3);
    expect(left(maxBytes / 100, 60 * second)).toBe(maxNs - 60 * second);
    expect(left(0, 0)).toBe(maxNs);
    expect(left(maxBytes, 60 * second)).toBe(0);
  });
});
