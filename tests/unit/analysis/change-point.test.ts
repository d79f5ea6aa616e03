import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changePoint } from "#analysis/change-point";

describe("changePoint()", () => {
  it("returns the index at which the level changes", () => {
    expect(changePoint([5, 5, 5, 1, 1])).toBe(3);
    expect(changePoint([-20, -20, -24, -24, -24])).toBe(2);
  });

  it("returns the best index that the given filter allows, or null if it allows none or there are fewer than two values", () => {
    expect(changePoint([5, 5, 5, 1, 1], (at) => at < 3)).toBe(2);
    expect(changePoint([5, 1], () => false)).toBeNull();
    expect(changePoint([5])).toBeNull();
    expect(changePoint([])).toBeNull();
  });

  it("returns the split that leaves the smallest squared error around the two means", () => {
    const error = (values: readonly number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    };
    const split = (values: readonly number[], at: number) =>
      error(values.slice(0, at)) + error(values.slice(at));
    const series = fc.array(fc.double({ min: -30, max: 30, noNaN: true }), {
      minLength: 2,
      maxLength: 40,
    });
    fc.assert(
      fc.property(series, (values) => {
        const at = changePoint(values) ?? 0;
        for (let other = 1; other < values.length; other += 1) {
          expect(split(values, at)).toBeLessThanOrEqual(split(values, other) + 1e-9);
        }
      }),
    );
  });
});
