import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { commitSteps } from "../../../../electron/engine-host/workloads/commits";
import { fakeVariants } from "../../../helpers/fake-commit-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";

const { commits: plan } = planFor("smoke", "linux", ["commits"]).workloads;

describe("commitSteps()", () => {
  it("lets each database come first for some batch size, and each setting of a database equally often", () => {
    const engine = fakeNativeEngine({ commitVariants: fakeVariants });
    const available = fakeVariants.map((variant) => ({ ...variant, refusal: null }));
    const places = [0, 1, 2, 3, 4, 5];
    const orders = places.map((place) =>
      commitSteps({ ...engine, commitVariants: available }, plan, place),
    );
    const firsts = orders.map((steps) => steps[0]?.variant.variant);
    expect(new Set(firsts)).toEqual(new Set(["log", "wal", "mdbx"]));
    for (const { variant, normalSettings } of available) {
      const first = orders.map(
        (steps) => steps.find((step) => step.variant.variant === variant)?.durability,
      );
      // For six batch sizes in a row, each setting of a database comes first equally often.
      const settings = normalSettings === null ? 2 : 3;
      expect(new Set(first).size).toBe(settings);
      for (const setting of new Set(first)) {
        expect(first.filter((durability) => durability === setting)).toHaveLength(6 / settings);
      }
    }
    for (const steps of orders) {
      expect(steps).toHaveLength(7);
    }
  });

  it("returns no steps for databases that the plan does not contain or that the engine does not offer", () => {
    const engine = fakeNativeEngine({ commitVariants: fakeVariants });
    const steps = commitSteps(engine, { ...plan, engines: ["sqlite"] }, 1);
    expect(steps.map(({ variant }) => variant.database)).toEqual(["sqlite", "sqlite", "sqlite"]);
    expect(commitSteps({ ...engine, commitVariants: [] }, plan, 3)).toEqual([]);
  });
});
