import { describe, expect, it } from "vitest";
import { countsSchema } from "#contract/measures";

describe("countsSchema", () => {
  it("accepts lists of counts and returns the same list object, not a copy", () => {
    const counts = [0, 1, Number.MAX_SAFE_INTEGER];
    expect(countsSchema.parse(counts)).toBe(counts);
    expect(countsSchema.parse([])).toEqual([]);
  });

  it.each([
    [[1, -1]],
    [[0.5]],
    [[Number.NaN]],
    [[1, Number.POSITIVE_INFINITY]],
    [[Number.MAX_SAFE_INTEGER + 1]],
    [["1"]],
    [[1, null]],
    [{ length: 1, 0: 1 }],
    [null],
    [undefined],
  ])("rejects %o", (value) => {
    expect(countsSchema.safeParse(value).success).toBe(false);
  });
});
