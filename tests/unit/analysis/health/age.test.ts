import { describe, expect, it } from "vitest";
import { newnessOf, purchaseFit } from "#analysis/health/age";
import { unknownHealth } from "#analysis/health/readings";
import type { Health } from "#contract/health";
import { sampleHealth } from "../../../helpers/sample-health";

const terabyte = 1e12;
const of = (changes: Partial<Health>, capacity: number | null = terabyte) =>
  newnessOf(sampleHealth(changes), capacity);

describe("newnessOf()", () => {
  it("calls a drive new after up to 100 h and at most one full write, or 250 GB if its capacity is not known, and used after two full writes", () => {
    expect(of({})).toBe("new");
    expect(of({ powerOnHours: 100, bytesWritten: 0.9e12, percentageUsed: 1 })).toBe("new");
    // Half a terabyte written is twice the capacity of the small drive, but on the large one may be
    // a first backup.
    expect(of({ bytesWritten: 0.5e12 }, 0.25e12)).toBe("used");
    expect(of({ bytesWritten: 0.5e12 }, 2e12)).toBe("new");
    expect(of({ bytesWritten: 0.25e12 }, null)).toBe("new");
  });

  it("does not call a drive new that reports a fault, except for a temperature warning", () => {
    expect(of({ mediaErrors: 100_000 })).toBe("not-known");
    expect(of({ criticalWarnings: ["readonly"] })).toBe("not-known");
    expect(of({ pendingSectors: 1 })).toBe("not-known");
    expect(of({ selfAssessment: "failing" })).toBe("not-known");
    expect(of({ criticalWarnings: ["temperature"] })).toBe("new");
    expect(of({ powerOnHours: 101, mediaErrors: 100_000 })).toBe("used");
  });

  it("does not call a drive new if its wear, a count of its use or its unsafe shutdowns are impossible, but does if its temperature is", () => {
    const impossible = [{ quantity: "percentageUsed", value: 255 }] as const;
    expect(of({ percentageUsed: null, impossible: [...impossible] })).toBe("not-known");
    const beside = (quantity: Health["impossible"][number]["quantity"]) =>
      of({ impossible: [{ quantity, value: 1e17 }] });
    const ofUse = ["bytesRead", "bytesWritten", "powerOnHours", "powerCycles"] as const;
    expect(ofUse.map(beside)).toEqual(Array(4).fill("not-known"));
    expect(beside("unsafeShutdowns")).toBe("not-known");
    expect(beside("temperatureCelsius")).toBe("new");
  });

  it("calls a drive used when hours, bytes or wear exceed those of a new drive, and new after exactly one full write", () => {
    expect(of({ powerOnHours: 101 })).toBe("used");
    expect(of({ bytesWritten: 1.1e12 })).toBe("used");
    expect(of({ bytesWritten: 1e12 })).toBe("new");
    expect(of({ percentageUsed: 5 })).toBe("used");
  });

  it('returns "not-known" if the wear is too high for the hours and no bytes written are reported, and "used" for credible wear or more than 100 h', () => {
    const worn = (percentageUsed: number, changes: Partial<Health> = {}) =>
      of({ percentageUsed, bytesWritten: null, ...changes });
    // `worn(14)` means 14 hours of use.
    expect(worn(14)).toBe("not-known");
    expect(worn(45)).toBe("not-known");
    expect(worn(100)).toBe("not-known");
    expect(worn(45, { powerCycles: 6000 })).toBe("not-known");
    expect(worn(13)).toBe("used");
    expect(worn(45, { powerOnHours: 46 })).toBe("used");
    expect(worn(45, { powerOnHours: null })).toBe("used");
    expect(worn(45, { bytesWritten: 83e9 })).toBe("used");
    // More than 100 power-on hours show by themselves that a drive was used.
    expect(worn(104, { powerOnHours: 101 })).toBe("used");
  });

  it('returns "not-known" from 200 starts on, and "new" up to 199 starts', () => {
    expect(of({ powerOnHours: 62, powerCycles: 131, bytesWritten: 655e9 })).toBe("new");
    expect(of({ powerCycles: 199 })).toBe("new");
    expect(of({ powerCycles: 200 })).toBe("not-known");
    expect(of({ powerCycles: 4000 })).toBe("not-known");
  });

  it('returns "not-known" from 20 starts per begun hour on, unless the bytes written show use, and "new" below that', () => {
    // Figures of a KC3000 that somebody published.
    expect(of({ powerOnHours: 1, powerCycles: 15, bytesWritten: 60.5e9 })).toBe("new");
    expect(of({ powerOnHours: 0, powerCycles: 19 })).toBe("new");
    expect(of({ powerOnHours: 0, powerCycles: 20 })).toBe("not-known");
    expect(of({ powerOnHours: 0, powerCycles: 190, bytesWritten: 290e9 })).toBe("not-known");
    expect(of({ powerOnHours: 4, powerCycles: 100 })).toBe("not-known");
    expect(of({ powerOnHours: 0, powerCycles: 190, bytesWritten: 2e12 })).toBe("used");
  });

  it('returns "not-known" if the spare is below 100 % or the bytes read exceed three times the capacity (900 GB if not known), else "new"', () => {
    expect(of({ availableSparePercent: 100 })).toBe("new");
    for (const availableSparePercent of [99, 92, 10, 0]) {
      expect(of({ availableSparePercent })).toBe("not-known");
    }
    expect(of({ availableSparePercent: null })).toBe("new");
    expect(of({ bytesRead: null })).toBe("new");
    expect(of({ bytesRead: 3 * terabyte })).toBe("new");
    expect(of({ bytesRead: 3 * terabyte + 1 })).toBe("not-known");
    expect(newnessOf(sampleHealth({ bytesRead: 900e9 }), null)).toBe("new");
    expect(newnessOf(sampleHealth({ bytesRead: 900e9 + 1 }), null)).toBe("not-known");
  });

  it('returns "not-known" for an unknown warning or an impossible count of faults, but not for an impossible temperature or spare threshold', () => {
    expect(of({ unknownWarning: true })).toBe("not-known");
    const beside = (quantity: Health["impossible"][number]["quantity"]) =>
      of({ impossible: [{ quantity, value: -1 }] });
    expect(beside("mediaErrors")).toBe("not-known");
    expect(beside("reallocatedSectors")).toBe("not-known");
    expect(beside("temperatureCelsius")).toBe("new");
    expect(beside("spareThresholdPercent")).toBe("new");
  });

  it('returns "not-known" at 2 % of the rated life, which is neither "new" nor "used", and from 50 unsafe shutdowns or more than two per start on', () => {
    expect(of({ percentageUsed: 1, unsafeShutdowns: 49 })).toBe("new");
    expect(of({ percentageUsed: 2 })).toBe("not-known");
    expect(of({ percentageUsed: 3 })).toBe("used");
    expect(of({ unsafeShutdowns: 50 })).toBe("not-known");
    expect(of({ unsafeShutdowns: 10, powerCycles: 5 })).toBe("new");
    expect(of({ unsafeShutdowns: 11, powerCycles: 5 })).toBe("not-known");
    const odd = { powerOnHours: 98, powerCycles: 990, percentageUsed: 2, unsafeShutdowns: 60 };
    expect(of(odd)).toBe("not-known");
  });

  it("calls a drive heavily used if two figures are high, but not if only one is high", () => {
    expect(of({ powerOnHours: 30_000 })).toBe("used");
    expect(of({ bytesWritten: 100e12 })).toBe("used");
    expect(of({ powerOnHours: 30_000, bytesWritten: 100e12 })).toBe("heavily-used");
    expect(of({ powerOnHours: 9000, percentageUsed: 40 })).toBe("heavily-used");
  });

  it('returns "not-known" without the hours or without both bytes written and starts, "new" with one of these two, and "used" for 5000 hours alone', () => {
    expect(newnessOf(unknownHealth("not-shown"), terabyte)).toBe("not-known");
    expect(of({ powerOnHours: null })).toBe("not-known");
    expect(of({ bytesWritten: null, powerCycles: null })).toBe("not-known");
    expect(of({ bytesWritten: null })).toBe("new");
    expect(of({ powerCycles: null })).toBe("new");
    // Many power-on hours show by themselves that a drive was used.
    const hours = { ...unknownHealth("not-shown"), powerOnHours: 5000 };
    expect(newnessOf(hours, null)).toBe("used");
  });

  it("calls a drive heavily used at exactly the thresholds, not just below them, and not for bytes written without a known capacity", () => {
    const two = { powerOnHours: 8760, percentageUsed: 20 };
    expect(of(two)).toBe("heavily-used");
    expect(of({ ...two, powerOnHours: 8759 })).toBe("used");
    expect(of({ ...two, percentageUsed: 19 })).toBe("used");
    expect(of({ powerOnHours: 8760, powerCycles: 5000 })).toBe("heavily-used");
    expect(of({ powerOnHours: 8760, powerCycles: 4999 })).toBe("used");
    expect(of({ powerOnHours: 8760, bytesWritten: 60e12 })).toBe("heavily-used");
    expect(of({ powerOnHours: 8760, bytesWritten: 59e12 })).toBe("used");
    expect(of({ powerOnHours: 8760, bytesWritten: 90e12 }, null)).toBe("used");
  });
});

describe("purchaseFit()", () => {
  const at = Date.UTC(2026, 10, 24);
  const used = (changes: Partial<Health>, capacityBytes: number | null = terabyte) => ({
    health: sampleHealth(changes),
    capacityBytes,
  });
  const fitted = (powerOnHours: number | null, month: string | null) =>
    purchaseFit(used({ powerOnHours }), month, at);

  it("accepts power-on hours up to 100 more than have passed since the first day of the month of purchase", () => {
    expect(fitted(21_000, "2023-11")).toBe("fits");
    const hours = (at - Date.UTC(2026, 10, 1)) / 3_600_000;
    expect(fitted(hours + 100, "2026-11")).toBe("fits");
    const first = Date.UTC(2026, 10, 1);
    expect(purchaseFit(used({ powerOnHours: 10 }), "2026-11", first)).toBe("fits");
    expect(fitted(hours + 101, "2026-11")).toBe("does-not-fit");
  });

  it('returns "rare" for 20 % of wear or 60 full writes within a year of the purchase, unless the hours do not fit or are not known', () => {
    const found = (changes: Partial<Health>, month: string, capacity: number | null = terabyte) =>
      purchaseFit(used({ powerOnHours: 50, ...changes }, capacity), month, at);
    expect(found({ bytesWritten: 300e12 }, "2026-11")).toBe("rare");
    expect(found({ bytesWritten: 60e12 }, "2026-11")).toBe("rare");
    expect(found({ bytesWritten: 59e12 }, "2026-11")).toBe("fits");
    expect(found({ bytesWritten: 300e12 }, "2026-11", null)).toBe("fits");
    expect(found({ percentageUsed: 20 }, "2026-11")).toBe("rare");
    expect(found({ percentageUsed: 19 }, "2026-11")).toBe("fits");
    expect(found({ percentageUsed: 45, bytesWritten: null }, "2025-12")).toBe("rare");
    expect(found({ percentageUsed: 45 }, "2025-11")).toBe("fits");
    const year = Date.UTC(2026, 10, 1);
    const worn = used({ powerOnHours: 50, percentageUsed: 45 });
    expect(purchaseFit(worn, "2025-11", year)).toBe("fits");
    expect(purchaseFit(worn, "2025-11", year - 1)).toBe("rare");
    expect(found({ percentageUsed: 45, powerOnHours: 5000 }, "2026-11")).toBe("does-not-fit");
    expect(found({ percentageUsed: 45, powerOnHours: null }, "2026-11")).toBe("not-known");
  });

  it('returns "not-known" if the month of purchase or the hours are missing, or the month is invalid or in the future', () => {
    expect(fitted(21_000, null)).toBe("not-known");
    expect(fitted(null, "2023-11")).toBe("not-known");
    expect(fitted(10, "2026-12")).toBe("not-known");
    expect(fitted(10, "nonsense")).toBe("not-known");
  });
});
