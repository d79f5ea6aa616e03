import { expect, it } from "vitest";
import { outpaced } from "#analysis/facts/outpaced";

it("outpaced() reports saves that are more than twice as fast as the fastest measured write", () => {
  expect(outpaced(200, 100)).toBeNull();
  expect(outpaced(201, 100)).toEqual({ savedBytesPerSecond: 201, fastestBytesPerSecond: 100 });
  expect(outpaced(201, null)).toBeNull();
});
