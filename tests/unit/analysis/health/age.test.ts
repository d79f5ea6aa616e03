import { describe, expect, it } from "vitest";
import { newnessOf } from "../../../../electron/analysis/health/age";
import { unknownHealth } from "../../../../electron/analysis/health/readings";
import type { Health } from "../../../../electron/contract/health";
import { sampleHealth } from "../../../helpers/sample-health";

const terabyte = 1e12;
const of = (changes: Partial<Health>, capacity: number | null = terabyte) =>
  newnessOf(sampleHealth(changes), capacity);

describe("a drive is", () => {
  it("consistent with new where it was set up, updated and filled once", () => {
    expect(of({})).toBe("new");
    expect(of({ powerOnHours: 100, bytesWritten: 0.9e12, percentageUsed: 1 })).toBe("new");
    // Half a terabyte is more than a small drive holds, and an ordinary start on a large one.
    expect(of({ bytesWritten: 0.5e12 }, 0.25e12)).toBe("used");
    expect(of({ bytesWritten: 0.5e12 }, 2e12)).toBe("new");
    expect(of({ bytesWritten: 0.25e12 }, null)).toBe("new");
  });

  it("used where hours, bytes or wear say so", () => {
    expect(of({ powerOnHours: 101 })).toBe("used");
    expect(of({ bytesWritten: 1.1e12 })).toBe("used");
    expect(of({ percentageUsed: 5 })).toBe("used");
  });

  it("not called used for its power cycles, which rest counts up", () => {
    expect(of({ powerCycles: 900 })).toBe("new");
    expect(of({ powerCycles: 4000 })).toBe("not-known");
  });

  it("heavily used where two figures say so, never for one odd number", () => {
    expect(of({ powerOnHours: 30_000 })).toBe("used");
    expect(of({ bytesWritten: 100e12 })).toBe("used");
    expect(of({ powerOnHours: 30_000, bytesWritten: 100e12 })).toBe("heavily-used");
    expect(of({ powerOnHours: 9000, percentageUsed: 40 })).toBe("heavily-used");
  });

  it("not judged by too little", () => {
    expect(newnessOf(unknownHealth("not-shown"), terabyte)).toBe("not-known");
    expect(of({ powerOnHours: null })).toBe("not-known");
    expect(of({ bytesWritten: null, powerCycles: null })).toBe("not-known");
    expect(of({ bytesWritten: null })).toBe("new");
    // Hours alone can show use.
    const hours = { ...unknownHealth("not-shown"), powerOnHours: 5000 };
    expect(newnessOf(hours, null)).toBe("used");
  });
});
