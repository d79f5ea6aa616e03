import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

describe("the live count of written bytes", () => {
  it("includes a discarded round or warm-up exactly once", () => {
    const { app, host, startedAt } = sampleReport();
    const plan = planFor("quick", "linux", ["flush-modes"]);
    const volume = sampleVolume();
    const record = new RunRecord({
      ...{ runId: "run-1", app, host, volume, plan, startedAt, warnings: [] },
    });
    const written = () => record.live(2e9).bytesWritten;
    const step = { kind: "flush-round", layout: "rewrite", mode: "fsync", round: 0 } as const;
    record.apply({ type: "step", step }, 0);
    record.apply(
      {
        type: "progress",
        ...{ operations: 10, elapsedNs: 1e9, bytes: 40_960, totalBytes: null, latency: null },
      },
      1e9,
    );
    expect(written()).toBe(40_960);
    record.apply({ type: "written", bytes: 45_056 }, 2e9);
    expect(written()).toBe(45_056);
  });
});
