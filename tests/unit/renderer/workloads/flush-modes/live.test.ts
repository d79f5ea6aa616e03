import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { fileBytes, place } from "../../../../../renderer/src/workloads/flush-modes/live";
import { liveMoment } from "../../../../helpers/mock-app/live-run";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const plan = planFor("quick", "linux");

describe("fileBytes()", () => {
  it("returns the file's size before the first round, and 0 before the rounds that append to a file", () => {
    const before = liveMoment(runId, { phase: "preparing" });
    const between = { ...liveMoment(runId, { phase: "draining", round: 3 }), phase: "preparing" };
    expect(fileBytes(before)).toBe(plan.workloads["flush-modes"].fileBytes);
    expect(fileBytes(between as typeof before)).toBe(0);
  });
});

describe("the number of a running flush-mode round", () => {
  it("is counted separately for overwriting a file and for making it longer", () => {
    const at = { phase: "measuring", round: 2, at: 1 } as const;
    expect(place(liveMoment(runId, at))).toBe("round 3 of 4");
    expect(place(liveMoment(runId, { ...at, layout: "append" }))).toBe(
      "making a file longer, round 3 of 3",
    );
    const live = liveMoment(runId, at);
    expect(place({ ...live, step: null, lastStep: live.step })).toBe("round 3 of 4");
    expect(place({ ...live, step: null })).toBe("round 1 of 4");
  });
});
