import { expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import { homeOf } from "../../../../renderer/src/workloads";

it("the workloads have unique names and purposes", () => {
  const homes = workloadIds.map(homeOf);
  expect(new Set(homes.map(({ name }) => name())).size).toBe(workloadIds.length);
  expect(new Set(homes.map(({ purpose }) => purpose())).size).toBe(workloadIds.length);
});
