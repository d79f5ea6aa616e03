import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { DriveFault } from "#contract/drive-error";
import { requestedPlan } from "../../../../electron/main/window/requested-plan";

const wanted = { profile: "quick", tests: ["sync-interval"], changes: {} } as const;

describe("requestedPlan()", () => {
  it("returns the profile's plan of the requested tests with the changes", () => {
    const request = { ...wanted, tests: [...wanted.tests] };
    expect(requestedPlan(request, "linux")).toEqual(planFor("quick", "linux", ["sync-interval"]));
    expect(
      requestedPlan({ ...request, changes: { syncModes: ["fsync"] } }, "linux").workloads[
        "sync-interval"
      ].modes,
    ).toEqual(["fsync"]);
  });

  it("throws for a sync call that Linux does not have, and returns a plan with it for macOS", () => {
    const request = {
      ...wanted,
      tests: [...wanted.tests],
      changes: { syncModes: ["f_fullfsync"] },
    };
    const ask = () => requestedPlan(request as Parameters<typeof requestedPlan>[0], "linux");
    expect(ask).toThrow(DriveFault);
    expect(ask).toThrow(/f_fullfsync/);
    expect(
      requestedPlan(request as Parameters<typeof requestedPlan>[0], "macos").workloads[
        "sync-interval"
      ].modes,
    ).toEqual(["f_fullfsync"]);
  });
});
