import { describe, expect, it } from "vitest";
import { planFor } from "../../../../electron/analysis/plan";
import { commitSteps } from "../../../../electron/engine-host/workloads/commits";
import { fakeVariants } from "../../../helpers/fake-commit-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";

const { commits: plan } = planFor("smoke", "linux", ["commits"]).workloads;

describe("the order of the databases", () => {
  it("lets every one be first and each setting be measured first, as far as the shapes reach", () => {
    const engine = fakeNativeEngine({ commitVariants: fakeVariants });
    const available = fakeVariants.map((variant) => ({ ...variant, refusal: null }));
    const places = [0, 1, 2, 3, 4, 5];
    const orders = places.map((place) =>
      commitSteps({ ...engine, commitVariants: available }, plan, place),
    );
    const firsts = orders.map((steps) => steps[0]?.variant.variant);
    expect(new Set(firsts)).toEqual(new Set(["log", "wal", "mdbx"]));
    for (const { variant } of available) {
      const first = orders.map(
        (steps) => steps.find((step) => step.variant.variant === variant)?.durability,
      );
      expect(first.filter((durability) => durability === "durable")).toHaveLength(3);
      expect(first.filter((durability) => durability === "relaxed")).toHaveLength(3);
    }
    for (const steps of orders) {
      expect(steps).toHaveLength(6);
    }
  });

  it("leaves out the databases the plan does not name, and can be empty", () => {
    const engine = fakeNativeEngine({ commitVariants: fakeVariants });
    const steps = commitSteps(engine, { ...plan, engines: ["sqlite"] }, 1);
    expect(steps.map(({ variant }) => variant.database)).toEqual(["sqlite", "sqlite"]);
    expect(commitSteps({ ...engine, commitVariants: [] }, plan, 3)).toEqual([]);
  });
});
