import { describe, expect, it } from "vitest";
import { enduranceShare, estimateRun } from "../../../electron/analysis/estimate";
import { operatingSystems } from "../../../electron/contract/flush-mode";
import { planFor, profileNames, type RunPlan } from "../../../electron/contract/run-plan";

const second = 1_000_000_000;
const bounds = { smoke: 20, quick: 95, standard: 360, thorough: 1320 } as const;

describe("estimateRun", () => {
  it.each(profileNames)("keeps %s within the time promised for it", (profile) => {
    for (const os of operatingSystems) {
      const { durationNs } = estimateRun(planFor(profile), os);
      expect(durationNs).toBeLessThan(bounds[profile] * second);
      expect(durationNs).toBeGreaterThan(0);
    }
  });

  it("grows from profile to profile", () => {
    const runs = profileNames.map((profile) => estimateRun(planFor(profile), "linux"));
    const durations = runs.map(({ durationNs }) => durationNs);
    const bytes = runs.map((run) => run.bytes);
    expect(durations).toEqual([...durations].sort((a, b) => a - b));
    expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  });

  it("never estimates more than every round written to its limits", () => {
    const plan = planFor("quick");
    const { fileBytes, rounds, maxRoundBytes, roundNs, warmupNs } = plan.flush;
    const { bytes, durationNs } = estimateRun(plan, "linux");
    expect(bytes).toBeGreaterThan(fileBytes);
    expect(bytes).toBeLessThan(fileBytes + 7 * rounds * 2 * maxRoundBytes);
    expect(durationNs).toBeLessThan(7 * rounds * (roundNs + warmupNs) + 30 * second);
  });

  it("counts the modes the plan names, and only as many as the folder offers", () => {
    const only: RunPlan = {
      ...planFor("quick"),
      flush: { ...planFor("quick").flush, modes: ["fdatasync"] },
    };
    const perMode = estimateRun(only, "linux").durationNs;
    expect(perMode).toBeLessThan(estimateRun(planFor("quick"), "linux").durationNs / 4);
    expect(estimateRun(planFor("quick"), "linux", 3).bytes).toBeLessThan(
      estimateRun(planFor("quick"), "linux", 7).bytes,
    );
    expect(estimateRun(planFor("quick"), "linux", 7)).toEqual(
      estimateRun(planFor("quick"), "linux"),
    );
  });

  it("gives whole numbers, as a report must", () => {
    const { durationNs, bytes } = estimateRun(planFor("smoke"), "linux", 5);
    expect([durationNs, bytes].every(Number.isInteger)).toBe(true);
  });
});

describe("enduranceShare", () => {
  it("relates bytes to 300 full writes of the capacity", () => {
    const drive = { totalBytes: 1_000_000_000_000, kind: "nvme" } as const;
    expect(enduranceShare(3_000_000_000, drive)).toBeCloseTo(0.00001);
    expect(enduranceShare(300 * 1_000_000_000_000, drive)).toBe(1);
  });

  it.each(["hard-disk", "usb", "virtual", "memory", "network", "unknown"] as const)(
    "is not known for a drive of kind %s",
    (kind) => {
      expect(enduranceShare(1, { totalBytes: 1000, kind })).toBeNull();
    },
  );

  it("is not known without a size", () => {
    expect(enduranceShare(1, { totalBytes: null, kind: "nvme" })).toBeNull();
    expect(enduranceShare(1, { totalBytes: 0, kind: "nvme" })).toBeNull();
  });
});
