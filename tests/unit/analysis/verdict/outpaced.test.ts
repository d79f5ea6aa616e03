import { expect, it } from "vitest";
import { outpaced } from "#analysis/facts/outpaced";

it("outpaced() returns both rates if saves are more than twice as fast as the fastest measured write, and null otherwise", () => {
  expect(outpaced(200, 100)).toBeNull();
  expect(outpaced(201, 100)).toEqual({ savedBytesPerSecond: 201, fastestBytesPerSecond: 100 });
  expect(outpaced(201, null)).toBeNull();
});
