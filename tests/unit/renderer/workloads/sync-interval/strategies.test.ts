import { describe, expect, it } from "vitest";
import { planFor } from "../../../../../electron/analysis/plan";
import {
  measuredStrategy,
  plannedStrategies,
} from "../../../../../renderer/src/workloads/sync-interval/ladders";
import { sampleSyncInterval } from "../../../../helpers/sample-workloads";

const plan = planFor("thorough").workloads["sync-interval"];

describe("plannedStrategies", () => {
  it("goes from seldom to often, as the analysis orders what was measured", () => {
    const planned = plannedStrategies(plan);
    const measured = sampleSyncInterval(plan, "fdatasync")?.strategies ?? [];
    expect(planned).toEqual(
      measured.map(({ strategy, intervalBytes }) => ({ strategy, intervalBytes })),
    );
    expect(planned).toHaveLength(3 + plan.intervalsBytes.length);
  });
});

describe("measuredStrategy", () => {
  const result = sampleSyncInterval(plan, "fdatasync");

  it("tells intervals apart and finds strategies that have none", () => {
    const every = (intervalBytes: number) =>
      measuredStrategy(result, { strategy: "every", intervalBytes })?.intervalBytes;
    expect(every(16_384)).toBe(16_384);
    expect(every(32_768)).toBe(32_768);
    const background = { strategy: "background", intervalBytes: null } as const;
    expect(measuredStrategy(result, background)?.strategy).toBe("background");
  });

  it("finds nothing where nothing was measured", () => {
    expect(measuredStrategy(null, { strategy: "never", intervalBytes: null })).toBeNull();
    expect(measuredStrategy(result, { strategy: "every", intervalBytes: 8192 })).toBeNull();
  });
});
