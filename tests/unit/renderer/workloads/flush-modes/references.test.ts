import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logAxis } from "../../../../../renderer/src/charts/scale/log-scale";
import {
  type PlacedReference,
  placeReferences,
} from "../../../../../renderer/src/workloads/flush-modes/references";

const axis = logAxis(1, 1_000_000);
const letters = 11;

const reference = (id: string, iops: number) => ({ id, iops });

describe("placeReferences()", () => {
  it("puts the name of a drive to the left of its tick if another drive's name takes the room on the right", () => {
    const placed = placeReferences(
      [reference("Hard disk", 82), reference("Mac M1", 41)],
      axis,
      600,
      letters,
    );
    expect(placed.map(({ id, row, leftward }) => ({ id, row, leftward }))).toEqual([
      { id: "Hard disk", row: 0, leftward: false },
      { id: "Mac M1", row: 0, leftward: true },
    ]);
  });

  it("keeps only the first of two reference drives that are too close to each other", () => {
    const placed = placeReferences(
      [reference("first", 1000), reference("second", 1010)],
      axis,
      600,
      letters,
    );
    expect(placed.map(({ id }) => id)).toEqual(["first"]);
  });

  it("omits a reference drive below the lower end of the axis", () => {
    expect(placeReferences([reference("slow", 0.2)], axis, 600, letters)).toEqual([]);
  });

  it("keeps all names inside the plot, apart from each other and clear of the ticks", () => {
    const references = fc.array(
      fc.record({
        id: fc.string({ minLength: 1, maxLength: 18 }),
        iops: fc.double({ min: 1, max: 1_000_000, noNaN: true }),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(references, fc.integer({ min: 100, max: 1200 }), (list, widthPx) => {
        const placed = placeReferences(list, axis, widthPx, letters);
        for (const one of placed) {
          expect(one.span[0]).toBeGreaterThanOrEqual(0);
          expect(one.span[1]).toBeLessThanOrEqual(widthPx);
        }
        for (const [one, other] of pairs(placed)) {
          expect(one.row === other.row && overlap(one, other)).toBe(false);
          expect(one.row < other.row && crosses(one.x, other)).toBe(false);
        }
      }),
    );
  });
});

function pairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one) =>
    items.filter((other) => other !== one).map((other): [T, T] => [one, other]),
  );
}

function overlap(one: PlacedReference, other: PlacedReference): boolean {
  return one.span[0] < other.span[1] && other.span[0] < one.span[1];
}

function crosses(x: number, { span }: PlacedReference): boolean {
  return x > span[0] && x < span[1];
}
