import { describe, expect, it } from "vitest";
import { planFor } from "../../../../../electron/analysis/plan";
import { fileBytesOf, flushPlace } from "../../../../../renderer/src/features/inspection/steps";
import { liveMoment } from "../../../../helpers/mock-app/live-run";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const plan = planFor("quick");

describe("fileBytesOf", () => {
  it("is the file of the flush test before its first round, and none before its second layout", () => {
    const before = liveMoment(runId, { phase: "preparing" });
    const between = { ...liveMoment(runId, { phase: "draining", round: 3 }), phase: "preparing" };
    expect(fileBytesOf("flush-modes", before)).toBe(plan.workloads["flush-modes"].fileBytes);
    expect(fileBytesOf("flush-modes", between as typeof before)).toBe(0);
  });

  it("is none for the tests that make their files while they measure", () => {
    const live = liveMoment(runId, { phase: "preparing" });
    expect(fileBytesOf("buffer-sweep", live)).toBe(0);
    expect(fileBytesOf("commits", live)).toBe(0);
    expect(fileBytesOf("sync-interval", live)).toBe(plan.workloads["sync-interval"].totalBytes);
  });
});

describe("flushPlace", () => {
  it("counts the rounds of each layout for itself", () => {
    const at = { phase: "measuring", round: 2, at: 1 } as const;
    expect(flushPlace(liveMoment(runId, at))).toBe("round 3 of 4");
    expect(flushPlace(liveMoment(runId, { ...at, layout: "append" }))).toBe(
      "making a file longer, round 3 of 3",
    );
    const live = liveMoment(runId, at);
    expect(flushPlace({ ...live, step: null, lastStep: live.step })).toBe("round 3 of 4");
    expect(flushPlace({ ...live, step: null })).toBe("round 1 of 4");
  });
});
