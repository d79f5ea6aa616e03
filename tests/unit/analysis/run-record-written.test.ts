import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

const step = { kind: "flush-round", layout: "rewrite", mode: "fsync", round: 0 } as const;
const progress = {
  type: "progress",
  ...{ operations: 10, elapsedNs: 1e9, bytes: 40_960, totalBytes: null, latency: null },
} as const;

function startedRecord() {
  const { app, host, startedAt } = sampleReport();
  const plan = planFor("quick", "linux", ["flush-modes"]);
  const volume = sampleVolume();
  return new RunRecord({
    ...{ runId: "run-1", app, host, volume, plan, startedAt, warnings: [] },
  });
}

describe("the live count of written bytes", () => {
  it("includes a discarded round or warm-up exactly once", () => {
    const record = startedRecord();
    const written = () => record.live(2e9).bytesWritten;
    record.apply({ type: "step", step }, 0);
    record.apply(progress, 1e9);
    expect(written()).toBe(40_960);
    record.apply({ type: "written", bytes: 45_056 }, 2e9);
    expect(written()).toBe(45_056);
  });
});

describe("the report's count of written bytes", () => {
  const finished = { type: "finished", stopped: true, error: null } as const;
  const written = (record: RunRecord) => record.report("2025-03-01T10:05:00Z").bytesWritten;

  it("is not known if the engine ended in the middle of a step", () => {
    const record = startedRecord();
    record.apply({ type: "written", bytes: 45_056 }, 0);
    record.apply({ type: "step", step }, 0);
    record.apply(progress, 1e9);
    record.apply({ type: "phase", phase: "stopping" }, 2e9);
    record.apply(finished, 3e9);
    expect(written(record)).toBe(null);
  });

  it("is not known if the engine ended while it prepared files", () => {
    const record = startedRecord();
    record.apply(progress, 1e9);
    record.apply(finished, 3e9);
    expect(written(record)).toBe(null);
  });

  it("is exact if the engine ended while it read back what was written", () => {
    for (const isStopped of [false, true]) {
      const record = startedRecord();
      record.apply({ type: "phase", phase: "preparing" }, 0);
      record.apply({ type: "written", bytes: 45_056 }, 0);
      record.apply({ type: "phase", phase: "verifying" }, 1e9);
      if (isStopped) {
        record.apply({ type: "phase", phase: "stopping" }, 1e9);
      }
      record.apply(progress, 2e9);
      record.apply(finished, 3e9);
      expect(written(record)).toBe(45_056);
    }
  });

  it("is exact if every step ended", () => {
    const record = startedRecord();
    record.apply(progress, 1e9);
    record.apply({ type: "written", bytes: 45_056 }, 2e9);
    record.apply(finished, 3e9);
    expect(written(record)).toBe(45_056);
  });
});
