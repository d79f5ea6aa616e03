import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearAxis } from "../../../../../renderer/src/charts/scale/linear-axis";

describe("linearAxis()", () => {
  it("returns round steps up to or just above the highest value", () => {
    expect(linearAxis(2e9).ticks).toEqual([0, 5e8, 1e9, 1.5e9, 2e9]);
    expect(linearAxis(2.1e9).ticks).toEqual([0, 1e9, 2e9, 3e9]);
    expect(linearAxis(46, 3).ticks).toEqual([0, 20, 40, 60]);
    expect(linearAxis(0).high).toBeGreaterThan(0);
  });

  it("returns an axis that covers the highest value, has at most the requested steps and leaves less than a step empty", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 1e12, noNaN: true }),
        fc.integer({ min: 2, max: 8 }),
        (highest, most) => {
          const { high, ticks } = linearAxis(highest, most);
          expect(high).toBeGreaterThanOrEqual(highest * (1 - 1e-8));
          expect(high - (ticks[1] ?? 0)).toBeLessThan(highest);
          expect(ticks.length - 1).toBeLessThanOrEqual(most);
          expect(ticks[ticks.length - 1]).toBe(high);
        },
      ),
    );
  });
});
