import { describe, expect, it } from "vitest";
import { planFor } from "../../../../electron/contract/run-plan";
import {
  fileBytesOf,
  flushPlace,
  itemOfStep,
  passOfStep,
} from "../../../../renderer/src/features/inspection/steps";
import { liveMoment } from "../../../helpers/mock-app/live-run";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const plan = planFor("quick");

describe("itemOfStep", () => {
  it("goes to and fro, so that the ends are met twice in a row", () => {
    const items = Array.from({ length: 9 }, (_, step) => itemOfStep(step, 3));
    expect(items).toEqual([0, 1, 2, 2, 1, 0, 0, 1, 2]);
  });
});

describe("passOfStep", () => {
  it("counts the passes from 0", () => {
    expect([0, 2, 3, 5, 6].map((step) => passOfStep(step, 3))).toEqual([0, 0, 1, 1, 2]);
  });
});

describe("fileBytesOf", () => {
  it("is the file of the flush test before its first round, and none before its second layout", () => {
    const before = liveMoment(runId, { phase: "preparing" });
    const between = { ...liveMoment(runId, { phase: "draining", round: 3 }), phase: "preparing" };
    expect(fileBytesOf("flush", before)).toBe(plan.flush.fileBytes);
    expect(fileBytesOf("flush", between as typeof before)).toBe(0);
  });

  it("is none for the tests that make their files while they measure", () => {
    const live = liveMoment(runId, { phase: "preparing" });
    expect(fileBytesOf("buffer", live)).toBe(0);
    expect(fileBytesOf("commits", live)).toBe(0);
    expect(fileBytesOf("interval", live)).toBe(plan.interval.totalBytes);
  });
});

describe("flushPlace", () => {
  it("counts the rounds of each layout for itself", () => {
    const at = { phase: "measuring", round: 2, at: 1 } as const;
    expect(flushPlace(liveMoment(runId, at))).toBe("round 3 of 4");
    expect(flushPlace(liveMoment(runId, { ...at, layout: "append" }))).toBe(
      "making a file longer, round 3 of 3",
    );
  });
});
