import { describe, expect, it } from "vitest";
import { itemOfStep } from "../../../../renderer/src/features/inspection/steps";

describe("itemOfStep", () => {
  it("goes to and fro, so that the ends are met twice in a row", () => {
    const items = Array.from({ length: 9 }, (_, step) => itemOfStep(step, 3));
    expect(items).toEqual([0, 1, 2, 2, 1, 0, 0, 1, 2]);
  });
});
