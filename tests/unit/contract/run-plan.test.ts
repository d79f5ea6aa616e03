import { describe, expect, it } from "vitest";
import {
  planFor,
  profileNames,
  requiredFreeBytes,
  runPlanSchema,
} from "../../../electron/contract/run-plan";

describe("planFor", () => {
  it.each(profileNames)("makes a valid plan for %s", (profile) => {
    const plan = planFor(profile);
    expect(runPlanSchema.parse(plan)).toEqual(plan);
    expect(plan.flush.fileBytes % plan.flush.blockBytes).toBe(0);
  });

  it("hands out plans that do not share state", () => {
    const plan = planFor("quick");
    plan.flush.rounds = 99;
    expect(planFor("quick").flush.rounds).not.toBe(99);
  });

  it("gets more thorough from profile to profile", () => {
    const measuredNs = profileNames.map((profile) => {
      const { rounds, roundNs } = planFor(profile).flush;
      return rounds * roundNs;
    });
    expect(measuredNs).toEqual([...measuredNs].sort((a, b) => a - b));
  });
});

describe("requiredFreeBytes", () => {
  it.each(profileNames)("leaves room beside the file of %s", (profile) => {
    const plan = planFor(profile);
    const spare = requiredFreeBytes(plan) - plan.flush.fileBytes;
    expect(spare).toBeGreaterThanOrEqual(64 * 1024 * 1024);
    expect(spare).toBeGreaterThanOrEqual(plan.flush.fileBytes / 10);
  });
});
