import { describe, expect, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import type { OperatingSystem } from "#contract/flush-mode";
import type { SyncInterval } from "#contract/workloads/sync-interval";
import {
  liveLadders,
  measuredLadders,
  measuredStrategy,
  plannedStrategies,
} from "../../../../../renderer/src/workloads/sync-interval/ladders";
import { liveStep } from "../../../../helpers/mock-app/live-workloads";
import { sampleSyncInterval } from "../../../../helpers/workloads/sync-interval";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const plan = withChanges(planFor("quick", "linux", ["sync-interval"]), {
  syncModes: ["fsync", "fdatasync"],
});
const steps = plan.workloads["sync-interval"].intervalsBytes.length + 3;

function refusedLadder(ladder: SyncInterval): SyncInterval {
  return { ...ladder, reason: "fsync: EINVAL, Invalid argument", strategies: [] };
}

describe("liveLadders()", () => {
  it("lists every sync call before the first figure exists", () => {
    const live = liveStep(runId, "sync-interval", 0, { plan });
    expect(liveLadders(live, "linux").map(({ mode, result }) => [mode, result])).toEqual([
      ["fsync", null],
      ["fdatasync", null],
    ]);
  });

  it("lists the sync calls of the default plan for the operating system", () => {
    const modesOn = (os: OperatingSystem) => {
      const live = liveStep(runId, "sync-interval", 0, {
        plan: planFor("quick", os, ["sync-interval"]),
      });
      return liveLadders(live, os).map(({ mode }) => mode);
    };
    expect(modesOn("linux")).toEqual(["fdatasync"]);
    expect(modesOn("macos")).toEqual(["fsync", "f_fullfsync"]);
  });

  it("assigns each figure to its sync call, and omits sync calls that the system refused", () => {
    const live = liveStep(runId, "sync-interval", steps + 2, { plan });
    const ladders = liveLadders(live, "linux");
    expect(ladders.map(({ result }) => result?.strategies.length)).toEqual([steps, 2]);
    const [first, ...others] = live.syncIntervals;
    if (first === undefined) {
      throw new Error("the picture has no ladder");
    }
    const refused = { ...live, syncIntervals: [refusedLadder(first), ...others] };
    expect(liveLadders(refused, "linux").map(({ mode }) => mode)).toEqual(["fdatasync"]);
  });
});

describe("measuredLadders()", () => {
  it("omits sync calls without figures, and labels the others with the mode names of the system", () => {
    const live = liveStep(runId, "sync-interval", steps + 2, { plan });
    const [first, second] = live.syncIntervals;
    if (first === undefined || second === undefined) {
      throw new Error("the picture lacks a ladder");
    }
    const ladders = measuredLadders([refusedLadder(first), second], "linux");
    expect(ladders.map(({ label }) => label)).toEqual(["Confirm the data only"]);
  });
});

const thorough = planFor("thorough", "linux").workloads["sync-interval"];

describe("plannedStrategies()", () => {
  it("lists every strategy in the order of the analysis", () => {
    const planned = plannedStrategies(thorough);
    const measured = sampleSyncInterval(thorough, "fdatasync")?.strategies ?? [];
    expect(planned).toEqual(
      measured.map(({ strategy, intervalBytes }) => ({ strategy, intervalBytes })),
    );
    expect(planned).toHaveLength(3 + thorough.intervalsBytes.length);
  });
});

describe("measuredStrategy()", () => {
  const result = sampleSyncInterval(thorough, "fdatasync");

  it("finds a strategy by the exact sync interval, and also a strategy without an interval", () => {
    const every = (intervalBytes: number) =>
      measuredStrategy(result, { strategy: "every", intervalBytes })?.intervalBytes;
    expect(every(16_384)).toBe(16_384);
    expect(every(32_768)).toBe(32_768);
    const background = { strategy: "background", intervalBytes: null } as const;
    expect(measuredStrategy(result, background)?.strategy).toBe("background");
  });

  it("returns null for a strategy that was not measured", () => {
    expect(measuredStrategy(null, { strategy: "never", intervalBytes: null })).toBeNull();
    expect(measuredStrategy(result, { strategy: "every", intervalBytes: 8192 })).toBeNull();
  });
});
