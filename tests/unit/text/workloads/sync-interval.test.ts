import { expect, it } from "vitest";
import { strategyLabel } from "#text/workloads/sync-interval";

it("strategyLabel() returns the name of every strategy and, for periodic syncs, the interval", () => {
  expect(strategyLabel("never", null)).toBe("Never");
  expect(strategyLabel("end", null)).toBe("Once at the end");
  expect(strategyLabel("background", null)).toBe("In the background");
  expect(strategyLabel("every", 16_384)).toBe("Every 16\u00a0KiB");
});
