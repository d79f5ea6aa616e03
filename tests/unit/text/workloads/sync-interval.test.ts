import { describe, expect, it } from "vitest";
import { strategyLabel } from "#text/workloads/sync-interval";

describe("strategyLabel()", () => {
  it("names every strategy and the interval of periodic syncs", () => {
    expect(strategyLabel("never", null)).toBe("Never");
    expect(strategyLabel("end", null)).toBe("Once at the end");
    expect(strategyLabel("background", null)).toBe("In the background");
    expect(strategyLabel("every", 16_384)).toBe("Every 16\u00a0KiB");
  });
});
