import { describe, expect, it } from "vitest";
import { optionsOf, planFor, withChanges } from "#analysis/plan";
import { planChangesSchema, planOptionsSchema } from "#contract/plan-options";
import { profileNames, runPlanSchema } from "#contract/run-plan";
import { planWith } from "../../helpers/plan-with";

const standard = planFor("standard", "linux");

describe("withChanges()", () => {
  it.each(profileNames)(
    "leaves the plan of the profile %s unchanged when no option differs",
    (profile) => {
      const plan = planFor(profile, "linux");
      expect(withChanges(plan, {})).toEqual(plan);
      expect(withChanges(plan, optionsOf(plan))).toEqual(plan);
    },
  );

  it("changes only the options that the caller names", () => {
    const changed = withChanges(standard, {
      append: false,
      direct: false,
      syncModes: ["fsync"],
      engines: ["sqlite"],
    });
    expect(changed).toEqual(
      planWith(standard, {
        "flush-modes": { append: null },
        "buffer-sweep": { direct: false },
        "sync-interval": { modes: ["fsync"] },
        commits: { engines: ["sqlite"] },
      }),
    );
    expect(runPlanSchema.parse(changed)).toEqual(changed);
  });

  it("restores the plan of a profile if the caller names the default sync modes of that profile", () => {
    const chosen = withChanges(standard, { syncModes: ["fsync"] });
    expect(withChanges(chosen, { syncModes: optionsOf(standard).syncModes })).toEqual(standard);
  });

  it("adds the sweep of uncached writes to the profile quick, which has none, if the option `direct` is true", () => {
    const quick = planFor("quick", "linux");
    expect(quick.workloads["buffer-sweep"].direct).toBe(false);
    expect(withChanges(quick, { direct: true }).workloads["buffer-sweep"].direct).toBe(true);
  });
});

it("optionsOf() returns the options that withChanges() applied", () => {
  const options = { append: false, direct: true, syncModes: ["fsync"], engines: ["mdbx"] };
  const chosen = planOptionsSchema.parse(options);
  expect(optionsOf(withChanges(planFor("quick", "linux"), chosen))).toEqual(chosen);
});

describe("planChangesSchema", () => {
  const wrong: unknown[] = [
    { engines: [] },
    { engines: ["oracle"] },
    { engines: ["sqlite", "sqlite"] },
    { syncModes: [] },
    // The mode o_dsync syncs with every write, so its interval cannot be chosen.
    { syncModes: ["o_dsync"] },
    { syncModes: ["fsync", "fsync"] },
    { append: "yes" },
    { append: { rounds: 1_000_000 } },
    { capNs: 1 },
  ];
  it.each(wrong)("rejects %j", (changes) => {
    expect(planChangesSchema.safeParse(changes).success).toBe(false);
  });

  it("accepts an empty object as no change", () => {
    expect(planChangesSchema.parse({})).toEqual({});
  });
});
