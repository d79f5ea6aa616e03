import { expect, it } from "vitest";
import { planFor, withChanges } from "#analysis/plan";
import { changes } from "#analysis/workloads/capacity/plan";

const mebibyte = 1 << 20;

it("the limit that a person sets for the size test replaces that of the plan and changes nothing else in the plan", () => {
  const plan = { maxBytes: null, fileBytes: 64 * mebibyte };
  expect(changes.capacityBytes?.(plan, 8 * mebibyte)).toEqual({
    maxBytes: 8 * mebibyte,
    fileBytes: 64 * mebibyte,
  });
});

it("the plan of the size test keeps its limit if a person sets none", () => {
  const plan = planFor("smoke", "linux", ["capacity"]);
  for (const capacityBytes of [undefined, 16 * mebibyte]) {
    const changed = withChanges(plan, { capacityBytes });
    expect(withChanges(changed, {})).toEqual(changed);
    expect(changed.workloads.capacity.maxBytes).toBe(capacityBytes ?? null);
  }
});
