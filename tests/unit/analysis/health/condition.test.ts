import { describe, expect, it } from "vitest";
import { conditionOf } from "../../../../electron/analysis/health/condition";
import { healthOf, unknownHealth } from "../../../../electron/analysis/health/readings";
import type { Health } from "../../../../electron/contract/health";
import { readAtMs, sampleHealth } from "../../../helpers/sample-health";

const of = (changes: Partial<Health>) => conditionOf(sampleHealth(changes));
const ata = (changes: Partial<Health>) =>
  conditionOf({ ...unknownHealth("not-shown"), gap: null, protocol: "ata", ...changes });

describe("the condition of an NVMe drive", () => {
  it("is well without a warning", () => {
    expect(of({})).toEqual({ state: "well", signs: [] });
  });

  it.each([
    ["readonly", "failing", "readonly"],
    ["degraded", "failing", "degraded"],
    ["volatile_mem", "care", "backup-failed"],
    ["temperature", "care", "too-hot"],
    ["pmr_readonly", "care", "memory-region-readonly"],
  ] as const)("with the warning %s is %s", (warning, state, sign) => {
    expect(of({ criticalWarnings: [warning] })).toEqual({ state, signs: [sign] });
  });

  it("is one of a worn drive from a hundred percent of its rated life on, not at sixty", () => {
    expect(of({ percentageUsed: 99 }).state).toBe("well");
    expect(of({ percentageUsed: 60 }).state).toBe("well");
    expect(of({ percentageUsed: 100 })).toEqual({ state: "care", signs: ["rated-life-used"] });
    expect(of({ percentageUsed: 255 }).state).toBe("care");
  });

  it("is failing where the spare is used up and the drive warns of it", () => {
    const spent = { availableSparePercent: 3, spareThresholdPercent: 10 };
    expect(of({ ...spent, criticalWarnings: ["spare"] })).toEqual({
      state: "failing",
      signs: ["spare-used-up"],
    });
    // One odd number alone fails nothing.
    expect(of(spent)).toEqual({ state: "care", signs: ["spare-below-limit"] });
    expect(of({ criticalWarnings: ["spare"] })).toEqual({
      state: "care",
      signs: ["spare-contradicts"],
    });
  });

  it("is well on the limit itself, and with errors of the medium that were noted", () => {
    expect(of({ availableSparePercent: 10, spareThresholdPercent: 10 }).state).toBe("well");
    expect(of({ mediaErrors: 7, unsafeShutdowns: 900 }).state).toBe("well");
  });

  it("is not known where nothing was read that would show a fault", () => {
    expect(of({ criticalWarnings: null }).state).toBe("not-known");
    expect(conditionOf(unknownHealth("not-shown", { temperatureCelsius: 40 })).state).toBe(
      "not-known",
    );
  });
});

describe("the condition of an ATA drive", () => {
  const failing = [{ id: 5, value: 1, threshold: 5 }];

  it("is failing where it says so and an attribute says so as well, or none is shown", () => {
    const signs = ["predicts-failure"];
    expect(ata({ selfAssessment: "failing", failingAttributes: failing })).toEqual({
      ...{ state: "failing", signs },
    });
    expect(ata({ selfAssessment: "failing", failingAttributes: null })).toEqual({
      ...{ state: "failing", signs },
    });
  });

  it("calls for care where they contradict each other", () => {
    const care = { state: "care", signs: ["assessment-contradicts"] };
    expect(ata({ selfAssessment: "failing", failingAttributes: [] })).toEqual(care);
    expect(ata({ selfAssessment: "passed", failingAttributes: failing })).toEqual(care);
  });

  it("is well with bad sectors that the drive has dealt with", () => {
    expect(ata({ selfAssessment: "passed", badSectors: 12 }).state).toBe("well");
  });
});

describe("figures that cannot be true", () => {
  it.each([
    ["availableSparePercent", 255],
    ["percentageUsed", 300],
    ["powerOnHours", 500_000],
    ["powerCycles", -1],
    ["temperatureCelsius", -273],
    ["temperatureCelsius", 255],
    ["bytesWritten", 1e19],
    ["mediaErrors", 2 ** 60],
  ] as const)("%s of %d is named and not believed", (quantity, value) => {
    const found = healthOf({ ...sampleHealth(), asOfMs: null, [quantity]: value }, readAtMs);
    expect(found[quantity]).toBeNull();
    expect(found.impossible).toEqual([{ quantity, value }]);
    expect(conditionOf(found).state).toBe("well");
  });

  it("are more bytes than the fastest link carries in that time", () => {
    const found = healthOf(
      { protocol: "nvme", powerOnHours: 2, powerCycles: 1, bytesWritten: 5e16, bytesRead: 1e12 },
      readAtMs,
    );
    expect(found).toMatchObject({
      ...{ bytesWritten: null, bytesRead: 1e12 },
      impossible: [{ quantity: "bytesWritten", value: 5e16 }],
    });
  });

  it("are no hours where the computer's clock was never set", () => {
    expect(healthOf({ powerOnHours: 30_000 }, 0)).toMatchObject({
      ...{ powerOnHours: 30_000, impossible: [] },
    });
  });

  it("are no spare where a drive reports none", () => {
    const none = { protocol: "nvme", availableSparePercent: 0, spareThresholdPercent: 0 } as const;
    expect(healthOf({ ...none, powerCycles: 4 }, readAtMs)).toMatchObject({
      ...{ availableSparePercent: null, spareThresholdPercent: null, impossible: [] },
    });
  });

  it("are times of the future or from before there were such drives", () => {
    const asOf = (asOfMs: number) => healthOf({ asOfMs }, readAtMs).asOf;
    expect(asOf(readAtMs - 1000)).toBe("2026-11-20T09:59:59.000Z");
    expect([asOf(1), asOf(readAtMs + 1e10), asOf(Number.NaN), asOf(Infinity)]).toEqual(
      Array(4).fill(null),
    );
  });

  it("are warnings with a bit that means nothing", () => {
    const warnings = (...criticalWarnings: string[]) =>
      healthOf({ criticalWarnings }, readAtMs).criticalWarnings;
    expect(warnings("spare", "reserved")).toBeNull();
    expect(warnings("spare", "spare")).toBeNull();
    expect(warnings("spare")).toEqual(["spare"]);
  });
});
