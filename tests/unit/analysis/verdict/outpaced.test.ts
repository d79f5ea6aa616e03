import { expect, it } from "vitest";
import { outpaced } from "#analysis/facts/outpaced";

it("saves outpace writing from more than twice its fastest stretch on", () => {
  expect(outpaced(200, 100)).toBeNull();
  expect(outpaced(201, 100)).toEqual({ savedBytesPerSecond: 201, fastestBytesPerSecond: 100 });
  expect(outpaced(201, null)).toBeNull();
});
