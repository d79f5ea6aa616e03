import { expect, it } from "vitest";
import { changed } from "#analysis/workloads/capacity/plan";

const mebibyte = 1 << 20;

it("a person's limit replaces the plan's, and nothing else of it", () => {
  const plan = { maxBytes: null, fileBytes: 64 * mebibyte };
  expect(changed(plan, { capacityBytes: 8 * mebibyte })).toEqual({
    maxBytes: 8 * mebibyte,
    fileBytes: 64 * mebibyte,
  });
});

it("the plan's limit stays if a person names none", () => {
  const plan = { maxBytes: 16 * mebibyte, fileBytes: 64 * mebibyte };
  expect(changed(plan, {})).toEqual(plan);
});
