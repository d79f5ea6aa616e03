import { describe, expect, it } from "vitest";
import { slants } from "../../../../../renderer/src/charts/parts/slants";

const numbers = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? [];

describe("the slanted lines of a hatched box", () => {
  it.each([
    { x: 10, y: 20, width: 100, height: 12 },
    { x: 0, y: 0, width: 3, height: 12 },
    { x: 5.5, y: 1.5, width: 41, height: 9 },
  ])("stay inside a box of $width by $height and rise at 45 degrees", (box) => {
    const path = slants(box);
    const lines = path.split("M").filter((line) => line !== "");
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const [x1 = -1, y1 = -1, x2 = -1, y2 = -1] = numbers(line);
      for (const x of [x1, x2]) {
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x).toBeLessThanOrEqual(box.x + box.width);
      }
      for (const y of [y1, y2]) {
        expect(y).toBeGreaterThanOrEqual(box.y);
        expect(y).toBeLessThanOrEqual(box.y + box.height);
      }
      expect(y1 - y2).toBeCloseTo(x2 - x1);
    }
  });

  it("are absent from a box without width", () => {
    expect(slants({ x: 0, y: 0, width: 0, height: 12 })).toBe("");
  });
});
