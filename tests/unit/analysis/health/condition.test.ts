import { describe, expect, it } from "vitest";
import { attributesBelow, conditionOf } from "#analysis/health/condition";
import { unknownHealth } from "#analysis/health/readings";
import type { Health } from "#contract/health";
import { sampleHealth } from "../../../helpers/sample-health";

const of = (changes: Partial<Health>) => conditionOf(sampleHealth(changes));
const ata = (changes: Partial<Health>) =>
  conditionOf({ ...unknownHealth("not-shown"), gap: null, protocol: "ata", ...changes });

describe("the condition of a SATA drive with an attribute at its limit", () => {
  const at = (id: number, isAdvisory: boolean) => ({ id, value: 1, threshold: 45, isAdvisory });

  it('calls for care with the sign "too-hot" if that attribute is the airflow temperature, and has a second sign if another attribute is at its limit', () => {
    const hot = ata({ failingAttributes: [at(190, true)] });
    expect(hot).toEqual({ state: "care", signs: ["too-hot"] });
    const both = ata({ failingAttributes: [at(190, true), at(184, true)] });
    expect(both.signs).toEqual(["too-hot", "attribute-below-limit"]);
  });

  it("is failing if the drive also predicts its failure, even if the attribute is the airflow temperature", () => {
    const hot = { failingAttributes: [at(190, true)], selfAssessment: "failing" as const };
    expect(ata(hot).state).toBe("failing");
  });

  it("is explained by attributesBelow(), which lists the airflow temperature only if it predicts a failure, and nothing without attributes", () => {
    const below = (failingAttributes: Health["failingAttributes"]) =>
      attributesBelow({ ...unknownHealth("not-shown"), failingAttributes }).map(({ id }) => id);
    expect(below([at(190, true), at(184, true)])).toEqual([184]);
    expect(below([at(190, false)])).toEqual([190]);
    expect(below(null)).toEqual([]);
  });
});

describe("the condition of an NVMe drive", () => {
  it('has the state "well" if no warning and no figure shows a fault', () => {
    expect(of({})).toEqual({ state: "well", signs: [] });
  });

  it.each([
    ["readonly", "failing", "readonly"],
    ["degraded", "failing", "degraded"],
    ["volatile_mem", "care", "backup-failed"],
    ["temperature", "care", "too-hot"],
    ["pmr_readonly", "care", "memory-region-readonly"],
  ] as const)('with the warning %s is "%s"', (warning, state, sign) => {
    expect(of({ criticalWarnings: [warning] })).toEqual({ state, signs: [sign] });
  });

  it("calls for care from 100 % of the rated life on, and not below", () => {
    expect(of({ percentageUsed: 99 }).state).toBe("well");
    expect(of({ percentageUsed: 60 }).state).toBe("well");
    expect(of({ percentageUsed: 100 })).toEqual({ state: "care", signs: ["rated-life-used"] });
    expect(of({ percentageUsed: 255 }).state).toBe("care");
  });

  it("is failing if the spare is low and the drive warns of it, and calls for care if only one of the two holds", () => {
    const spent = { availableSparePercent: 3, spareThresholdPercent: 10 };
    expect(of({ ...spent, criticalWarnings: ["spare"] })).toEqual({
      state: "failing",
      signs: ["spare-low"],
    });
    // A single odd number is not enough to call a drive failing.
    expect(of(spent)).toEqual({ state: "care", signs: ["spare-below-limit"] });
    expect(of({ criticalWarnings: ["spare"] })).toEqual({
      state: "care",
      signs: ["spare-contradicts"],
    });
  });

  it("calls for care below the spare threshold (below 10 % if that threshold is 90 % or more), and not if spare or threshold is unknown", () => {
    const state = (availableSparePercent: number | null, spareThresholdPercent: number | null) =>
      of({ availableSparePercent, spareThresholdPercent }).state;
    // Apple's drives report a threshold of 99 % but do not warn below it.
    expect([state(88, 99), state(88, 90), state(88, 89)]).toEqual(["well", "well", "care"]);
    expect([state(10, 99), state(9, 99), state(1, 99)]).toEqual(["well", "care", "care"]);
    expect([state(5, null), state(null, 10), state(null, null)]).toEqual(["well", "well", "well"]);
  });

  it("takes a warning of a low spare as contradicted only if the spare is above its threshold", () => {
    const warned = (spareThresholdPercent: number | null) =>
      of({ availableSparePercent: 5, spareThresholdPercent, criticalWarnings: ["spare"] }).signs;
    // Without a threshold nothing contradicts the warning.
    expect(warned(null)).toEqual(["spare-low"]);
    // A spare that equals the threshold is not above it.
    expect(warned(5)).toEqual(["spare-low"]);
    expect(warned(4)).toEqual(["spare-contradicts"]);
  });

  it('has the state "well" at exactly the spare threshold and after many unsafe shutdowns', () => {
    expect(of({ availableSparePercent: 10, spareThresholdPercent: 10 }).state).toBe("well");
    expect(of({ unsafeShutdowns: 900 }).state).toBe("well");
  });

  it.each([1, 7, 100_000])(
    "calls for care if the count of unrecovered media errors is %d",
    (count) => {
      expect(of({ mediaErrors: count })).toEqual({ state: "care", signs: ["media-errors"] });
    },
  );

  it("is not known if a warning bit of unknown meaning is set and no other warning shows a failure", () => {
    expect(of({ unknownWarning: true })).toEqual({ state: "not-known", signs: [] });
    expect(of({ unknownWarning: true, criticalWarnings: ["readonly"] })).toEqual({
      state: "failing",
      signs: ["readonly"],
    });
  });

  it("calls for care when the self-assessment alone predicts a failure, and has only the sign of the warning if the drive warns that it is degraded", () => {
    const signs = ["predicts-failure-alone"];
    expect(of({ selfAssessment: "failing" })).toEqual({ state: "care", signs });
    expect(of({ selfAssessment: "failing", criticalWarnings: ["degraded"] }).signs).toEqual([
      "degraded",
    ]);
  });

  it("is failing when the drive predicts a failure and another sign supports it", () => {
    const failing = { selfAssessment: "failing" } as const;
    expect(of({ ...failing, criticalWarnings: ["volatile_mem"] })).toEqual({
      state: "failing",
      signs: ["predicts-failure", "backup-failed"],
    });
    expect(of({ ...failing, criticalWarnings: ["readonly"] }).signs).toEqual(["readonly"]);
    expect(of({ ...failing, percentageUsed: 104 }).state).toBe("failing");
  });

  it('calls for care with the sign "too-hot" if heat is the only sign beside a predicted failure, and is failing if there is another', () => {
    const hot = { selfAssessment: "failing", criticalWarnings: ["temperature"] } as const;
    const isHot = { state: "care", signs: ["too-hot"] };
    expect(of({ selfAssessment: null, criticalWarnings: ["temperature"] })).toEqual(isHot);
    expect(of({ ...hot, criticalWarnings: ["temperature"] })).toEqual(isHot);
    // An unknown warning, or an impossible count of errors, may be the reason for the predicted
    // failure.
    const more: Partial<Health>[] = [
      { mediaErrors: 2 },
      { unknownWarning: true },
      { impossible: [{ quantity: "mediaErrors", value: 2 ** 60 }] },
    ];
    for (const one of more) {
      expect(of({ ...hot, ...one, criticalWarnings: ["temperature"] }).state).toBe("failing");
    }
  });

  it('has the state "well" if the drive counts no media errors or does not report them', () => {
    expect(of({ mediaErrors: 0 }).state).toBe("well");
    expect(of({ mediaErrors: null }).state).toBe("well");
  });

  it("is not known when the warnings were not read, or when nothing but the temperature was read", () => {
    expect(of({ criticalWarnings: null }).state).toBe("not-known");
    expect(conditionOf(unknownHealth("not-shown", { temperatureCelsius: 40 })).state).toBe(
      "not-known",
    );
  });
});

describe("the condition of an ATA drive", () => {
  const failing = [{ id: 5, value: 1, threshold: 5 }];

  it("is failing when the self-assessment fails and an attribute agrees or no attributes are shown", () => {
    const signs = ["predicts-failure"];
    expect(ata({ selfAssessment: "failing", failingAttributes: failing })).toEqual({
      state: "failing",
      signs,
    });
    expect(ata({ selfAssessment: "failing", failingAttributes: null })).toEqual({
      state: "failing",
      signs,
    });
  });

  it("calls for care when self-assessment and attributes contradict each other", () => {
    expect(ata({ selfAssessment: "failing", failingAttributes: [] })).toEqual({
      state: "care",
      signs: ["predicts-failure-alone"],
    });
    expect(ata({ selfAssessment: "passed", failingAttributes: failing })).toEqual({
      state: "care",
      signs: ["assessment-contradicts"],
    });
  });

  it("is failing when an impossible sector count or an unknown warning, but not an impossible count of starts, supports the predicted failure", () => {
    const denied: Partial<Health> = { selfAssessment: "failing", failingAttributes: [] };
    const impossible = [{ quantity: "pendingSectors", value: 65_535 }] as const;
    const signs = ["predicts-failure"];
    expect(ata({ ...denied, impossible: [...impossible] })).toEqual({ state: "failing", signs });
    expect(ata({ ...denied, unknownWarning: true })).toEqual({ state: "failing", signs });
    const odd = [{ quantity: "powerCycles", value: 0 }] as const;
    expect(ata({ ...denied, impossible: [...odd] }).signs).toEqual(["predicts-failure-alone"]);
  });

  it("is failing when the self-assessment fails and sectors are unreadable or replaced, and calls for care if neither is the case", () => {
    const denied: Partial<Health> = { selfAssessment: "failing", failingAttributes: [] };
    expect(ata({ ...denied, pendingSectors: 3000, reallocatedSectors: 2000 })).toEqual({
      state: "failing",
      signs: ["predicts-failure", "sectors-pending", "sectors-replaced"],
    });
    expect(ata({ ...denied, uncorrectableSectors: 1 }).state).toBe("failing");
    expect(ata({ ...denied, pendingSectors: 0, reallocatedSectors: 2000 }).state).toBe("failing");
    expect(ata({ ...denied, pendingSectors: 0, reallocatedSectors: 0 }).state).toBe("care");
  });

  it("calls for care when an attribute is below its limit and no self-assessment was read", () => {
    expect(ata({ selfAssessment: null, failingAttributes: failing })).toEqual({
      state: "care",
      signs: ["attribute-below-limit"],
    });
  });

  const passed = { selfAssessment: "passed" } as const;

  it("calls for care when sectors are pending or uncorrectable", () => {
    expect(ata({ ...passed, pendingSectors: 3000, reallocatedSectors: 2000 })).toEqual({
      state: "care",
      signs: ["sectors-pending", "sectors-replaced"],
    });
    expect(ata({ ...passed, pendingSectors: 1, badSectors: 1 })).toEqual({
      state: "care",
      signs: ["sectors-pending"],
    });
    expect(ata({ ...passed, uncorrectableSectors: 4 })).toEqual({
      state: "care",
      signs: ["sectors-uncorrectable"],
    });
  });

  it('has the state "noted" when the drive has replaced sectors and none is pending', () => {
    expect(ata({ ...passed, reallocatedSectors: 12, pendingSectors: 0, badSectors: 12 })).toEqual({
      state: "noted",
      signs: ["sectors-replaced"],
    });
  });

  it('calls for care for a sum of bad sectors alone, but has the state "well" if 0 replaced or 0 pending sectors are counted, too', () => {
    // A sum of bad sectors does not show that no sector is pending.
    expect(ata({ ...passed, badSectors: 5000 })).toEqual({ state: "care", signs: ["sectors-bad"] });
    // Single counters that are known to be 0 outweigh the sum.
    expect(ata({ ...passed, badSectors: 12, reallocatedSectors: 0 }).state).toBe("well");
    expect(ata({ ...passed, badSectors: 12, pendingSectors: 0 }).state).toBe("well");
  });

  it('has the state "well" if only attributes were read and none of them warns, and is not known without attributes', () => {
    expect(ata({ failingAttributes: [] }).state).toBe("well");
    expect(ata({ failingAttributes: null }).state).toBe("not-known");
  });

  it('has the state "well" if all sector counters are 0', () => {
    const none = {
      badSectors: 0,
      reallocatedSectors: 0,
      pendingSectors: 0,
      uncorrectableSectors: 0,
    };
    expect(ata({ ...passed, ...none })).toEqual({ state: "well", signs: [] });
  });

  it.each([
    "pendingSectors",
    "uncorrectableSectors",
    "mediaErrors",
    "reallocatedSectors",
    "badSectors",
  ] as const)(
    "is not known if the figure %s is impossible, but is not affected by an impossible count of starts",
    (quantity) => {
      const impossible = [{ quantity, value: 0xffff_ffff }];
      expect(ata({ ...passed, impossible }).state).toBe("not-known");
      const other = [{ quantity: "powerCycles", value: 0xffff_ffff } as const];
      expect(ata({ ...passed, impossible: other }).state).toBe("well");
    },
  );
});
