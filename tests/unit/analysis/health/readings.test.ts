import { describe, expect, it } from "vitest";
import { conditionOf } from "#analysis/health/condition";
import { doesNotFit, type HealthReadings, healthOf } from "#analysis/health/readings";
import { criticalWarnings, type HealthQuantity, healthQuantities } from "#contract/health";
import { readAtMs } from "../../../helpers/sample-health";

const hoursSince2007 = (readAtMs - Date.UTC(2007, 0, 1)) / 3_600_000;
/** Reads a report with so many power-on hours that no number of bytes is impossible. */
const read = (readings: HealthReadings) =>
  healthOf({ protocol: "nvme", powerCycles: 1, powerOnHours: 100_000, ...readings }, readAtMs);
const whole = (quantity: HealthQuantity, most: number) =>
  [quantity, 0, most, [-1, 0.5, most + 1]] as const;

describe("healthOf()", () => {
  it.each([
    whole("percentageUsed", 255),
    whole("availableSparePercent", 100),
    whole("spareThresholdPercent", 100),
    ["powerCycles", 1, 10_000_000, [0, -1, 0.5, 10_000_001]],
    whole("unsafeShutdowns", 10_000_000),
    whole("mediaErrors", 1e12),
    whole("badSectors", 1e9),
    whole("reallocatedSectors", 1e9),
    whole("pendingSectors", 1e9),
    whole("uncorrectableSectors", 1e9),
    ["bytesRead", 1, 1e18, [-1, 1.1e18]],
    ["bytesWritten", 1, 1e18, [-1, 1.1e18]],
    ["powerOnHours", 0, hoursSince2007, [-1, hoursSince2007 + 1]],
    ["temperatureCelsius", -40, 125, [-41, 126, 127, 255]],
  ] as const)("accepts for %s only values from %d to %d", (quantity, least, most, others) => {
    for (const value of [least, most]) {
      // With a threshold a spare of 0 counts as reported and not as missing.
      const found = read({ spareThresholdPercent: 10, percentageUsed: 1, [quantity]: value });
      expect([found[quantity], found.impossible]).toEqual([value, []]);
    }
    for (const value of [...others, Number.NaN, Number.POSITIVE_INFINITY]) {
      const found = read({ [quantity]: value });
      const named = Number.isFinite(value) ? value : null;
      expect([found[quantity], found.impossible]).toEqual([null, [{ quantity, value: named }]]);
    }
  });

  it("takes a temperature of 0 °C for that of a missing sensor and reports it neither as a figure nor as impossible", () => {
    const { temperatureCelsius, impossible } = read({ temperatureCelsius: 0 });
    expect({ temperatureCelsius, impossible }).toEqual({
      temperatureCelsius: null,
      impossible: [],
    });
  });

  it.each([
    "powerOnHours",
    "powerCycles",
    "unsafeShutdowns",
    "mediaErrors",
    "badSectors",
    "reallocatedSectors",
    "pendingSectors",
    "uncorrectableSectors",
  ] as const)(
    "rejects %s with all of its 16 or 32 bits set, but not bytes written of that number",
    (quantity) => {
      for (const value of [0xffff, 0xffff_ffff]) {
        expect(read({ [quantity]: value })[quantity]).toBeNull();
      }
      expect(read({ [quantity]: 0xfffe })[quantity]).toBe(0xfffe);
      expect(read({ bytesWritten: 0xffff_ffff }).bytesWritten).toBe(0xffff_ffff);
    },
  );
});

describe("healthOf(), given a counter at the end of its 16 bits,", () => {
  const disk = { protocol: "ata", selfAssessment: "passed", mediaErrors: 0xffff } as const;

  it("believes 65 535 reported uncorrectable errors of a SATA drive", () => {
    const found = healthOf(disk, readAtMs);
    expect(found).toMatchObject({ mediaErrors: 0xffff, impossible: [] });
    expect(conditionOf(found)).toEqual({ state: "care", signs: ["media-errors"] });
  });

  it.each([
    ["reallocatedSectors", 5],
    ["pendingSectors", 197],
    ["uncorrectableSectors", 198],
  ] as const)(
    "believes 65 535 %s only if the attribute's value has fallen to between 1 and 50",
    (name, id) => {
      const found = (value: number) =>
        healthOf(
          { protocol: "ata", [name]: 0xffff, attributes: [{ id, value, raw: 0xffff }] },
          readAtMs,
        );
      for (const value of [1, 36, 50]) {
        expect(found(value)).toMatchObject({ [name]: 0xffff, impossible: [] });
      }
      // 100 and 200 are the values of hard disks without a bad sector; 0 and 255 are not normalized
      // values (1 to 253).
      for (const value of [0, 51, 100, 200, 255]) {
        expect(found(value)[name]).toBeNull();
      }
      expect(healthOf({ protocol: "ata", [name]: 0xffff }, readAtMs)[name]).toBeNull();
    },
  );

  it("rejects a sector counter of 65 535 if only the value of another attribute has fallen, or if no attribute is reported", () => {
    const attributes = [{ id: 1, value: 36, raw: 0 }];
    const found = healthOf({ protocol: "ata", pendingSectors: 0xffff, attributes }, readAtMs);
    expect(found.pendingSectors).toBeNull();
    expect(healthOf({ protocol: "ata", badSectors: 0xffff }, readAtMs).badSectors).toBeNull();
  });

  it("rejects a sector counter with all 32 bits set, even if the attribute's value has fallen", () => {
    const count = 0xffff_ffff;
    const attributes = [{ id: 197, value: 36, raw: count }];
    const found = healthOf({ protocol: "ata", pendingSectors: count, attributes }, readAtMs);
    expect(found.pendingSectors).toBeNull();
  });
});

describe("healthOf(), which compares figures with each other,", () => {
  it("rejects power-on hours that other counts contradict, and rejects no figure if no hours are reported", () => {
    const contradicted = (powerOnHours: number | null) =>
      healthOf(
        { protocol: "ata", selfAssessment: "passed", powerOnHours, hoursContradicted: true },
        readAtMs,
      );
    expect(contradicted(5)).toMatchObject({
      powerOnHours: null,
      impossible: [{ quantity: "powerOnHours", value: 5 }],
    });
    expect(contradicted(null)).toMatchObject({ powerOnHours: null, impossible: [] });
    const alone = healthOf({ protocol: "ata", powerOnHours: 5 }, readAtMs);
    expect(alone).toMatchObject({ powerOnHours: 5, impossible: [] });
  });

  it("takes 0 bytes read or written as not reported and not as impossible", () => {
    for (const name of ["bytesRead", "bytesWritten"] as const) {
      expect(read({ [name]: 0 })).toMatchObject({
        [name]: null,
        notReported: [name],
        impossible: [],
      });
    }
  });

  it("takes the spare as not reported only when it is 0 and its threshold is 0 or unknown", () => {
    const spare = (availableSparePercent: number, spareThresholdPercent: number | null) => {
      const found = read({ availableSparePercent, spareThresholdPercent });
      return [found.availableSparePercent, found.spareThresholdPercent];
    };
    expect(spare(0, 0)).toEqual([null, null]);
    expect(spare(0, null)).toEqual([null, null]);
    expect(spare(0, 10)).toEqual([0, 10]);
    expect(spare(100, 0)).toEqual([100, 0]);
    expect(spare(100, null)).toEqual([100, null]);
  });

  it("rejects wear above 2 % after at most 1 h and 15 GB (both reported) per percent, up to 100 h and 300 GB", () => {
    const percent = (powerOnHours: number, bytesWritten: number, percentageUsed = 100) =>
      read({ percentageUsed, powerOnHours, bytesWritten }).percentageUsed;
    expect(percent(100, 300e9)).toBeNull();
    expect(percent(101, 300e9)).toBe(100);
    expect(percent(100, 301e9)).toBe(100);
    expect(percent(100, 300e9, 99)).toBe(99);
    expect(percent(99, 300e9, 99)).toBeNull();
    expect(percent(20, 300e9, 20)).toBeNull();
    expect(percent(21, 300e9, 20)).toBe(20);
    expect(percent(20, 301e9, 20)).toBe(20);
    expect(percent(3, 45e9, 3)).toBeNull();
    expect(percent(3, 46e9, 3)).toBe(3);
    expect(percent(0, 1e9, 2)).toBe(2);
    const known = (readings: HealthReadings) =>
      healthOf({ protocol: "nvme", percentageUsed: 255, ...readings }, readAtMs).percentageUsed;
    const { impossible } = read({ percentageUsed: 255, powerOnHours: 14, bytesWritten: 82e9 });
    expect(impossible).toEqual([{ quantity: "percentageUsed", value: 255 }]);
    expect(known({ powerOnHours: 14 })).toBe(255);
    expect(known({ bytesWritten: 82e9 })).toBe(255);
  });

  it("rejects wear of more than 18 % per begun power-on hour if the bytes written are not reported", () => {
    const percent = (powerOnHours: number, percentageUsed: number, bytesWritten = 0) =>
      read({ percentageUsed, powerOnHours, bytesWritten }).percentageUsed;
    expect(percent(0, 18)).toBe(18);
    expect(percent(0, 19)).toBeNull();
    expect(percent(4, 90)).toBe(90);
    expect(percent(4, 91)).toBeNull();
    expect(percent(13, 255)).toBeNull();
    expect(percent(14, 255)).toBe(255);
    // If the written bytes are reported, they decide: 286 GB are enough to explain 19 % of wear.
    expect(percent(0, 19, 286e9)).toBe(19);
  });

  it("rejects more bytes than 16 GB/s could move in the power-on hours plus one day and one day per start", () => {
    for (const name of ["bytesRead", "bytesWritten"] as const) {
      const found = (powerCycles: number | null, value: number) =>
        read({ powerOnHours: 2, powerCycles, [name]: value });
      const bytes = (...of: Parameters<typeof found>) => found(...of)[name];
      const most = (hours: number) => hours * 3600 * 16e9;
      expect(found(null, 1e17).impossible).toEqual([{ quantity: name, value: 1e17 }]);
      expect(bytes(null, most(26))).toBe(most(26));
      expect(bytes(null, most(26) + 1e6)).toBeNull();
      expect(bytes(3, most(98))).toBe(most(98));
      expect(bytes(3, most(98) + 1e6)).toBeNull();
    }
  });

  it("accepts up to 1 EB of written data when the power-on hours are not known", () => {
    const bytes = (value: number) =>
      healthOf({ protocol: "nvme", bytesWritten: value }, readAtMs).bytesWritten;
    expect(bytes(9e17)).toBe(9e17);
    expect(bytes(1e18)).toBe(1e18);
  });
});

describe("healthOf() on a page of zeros", () => {
  const zeros: HealthReadings = {
    powerOnHours: 0,
    powerCycles: 0,
    bytesRead: 0,
    bytesWritten: 0,
    protocol: "nvme",
  };
  const isBlank = (readings: HealthReadings) =>
    healthOf({ ...zeros, ...readings }, readAtMs).impossible.some(
      ({ quantity }) => quantity === "page",
    );

  it("rejects 0 hours and starts and drops 0 errors and shutdowns if no bytes are counted, but keeps 0 hours if bytes were read", () => {
    const begun = { ...zeros, criticalWarnings: [], availableSparePercent: 100 };
    const health = healthOf(
      { ...begun, unsafeShutdowns: 0, mediaErrors: 0, percentageUsed: 3 },
      readAtMs,
    );
    expect(health).toMatchObject({
      powerOnHours: null,
      powerCycles: null,
      unsafeShutdowns: null,
      percentageUsed: 3,
      mediaErrors: null,
    });
    expect(health.impossible.map(({ quantity }) => quantity)).toEqual([
      ...["powerCycles", "powerOnHours"],
    ]);
    expect(health.impossible.every(doesNotFit)).toBe(true);
    // A new drive that increases its counter of starts only when the start ends.
    expect(healthOf({ ...begun, bytesRead: 512_000 }, readAtMs).powerOnHours).toBe(0);
  });

  it("reports the page as blank only if NVMe counters, warnings and spare are all empty", () => {
    expect(isBlank({})).toBe(true);
    expect(isBlank({ criticalWarnings: [], availableSparePercent: 0 })).toBe(true);
    expect(isBlank({ protocol: "ata" })).toBe(false);
    expect(isBlank({ availableSparePercent: 100 })).toBe(false);
    expect(isBlank({ criticalWarnings: ["spare"] })).toBe(false);
    for (const name of ["powerOnHours", "powerCycles", "bytesRead", "bytesWritten"]) {
      expect(isBlank({ [name]: 1 })).toBe(false);
      expect(isBlank({ [name]: null })).toBe(false);
    }
  });

  it("keeps source, protocol and time of the report, and no figure of the drive", () => {
    const asOfMs = readAtMs - 1000;
    const found = healthOf({ ...zeros, source: "windows", asOfMs }, readAtMs);
    expect(found).toMatchObject({
      source: "windows",
      protocol: "nvme",
      gap: null,
      asOf: "2026-11-20T09:59:59.000Z",
      disk: null,
      powerOnHours: null,
      criticalWarnings: null,
      unknownWarning: false,
      selfAssessment: null,
      failingAttributes: null,
      notReported: [],
    });
  });

  it("keeps a failure that the system predicts, although the page is blank, but does not believe a passed self-assessment", () => {
    const blank = { source: "windows", isBlank: true } as const;
    const found = healthOf({ ...blank, selfAssessment: "failing" }, readAtMs);
    expect(found).toMatchObject({ gap: null, impossible: [{ quantity: "page", value: null }] });
    expect(conditionOf(found)).toEqual({ state: "failing", signs: ["predicts-failure"] });
    const silent = healthOf({ ...blank, selfAssessment: "passed" }, readAtMs);
    expect(conditionOf(silent)).toEqual({ state: "not-known", signs: [] });
  });
});

describe("healthOf() on an answer without health data", () => {
  it("reports the health as unreadable and keeps the temperature", () => {
    const { gap, temperatureCelsius } = healthOf({ temperatureCelsius: 36 }, readAtMs);
    expect([gap, temperatureCelsius]).toEqual(["unreadable", 36]);
  });

  it("keeps only source, protocol and temperature when the answer says why health data is missing", () => {
    const found = healthOf(
      {
        source: "udisks",
        protocol: "ata",
        gap: "switched-off",
        temperatureCelsius: 31,
        powerOnHours: 5,
      },
      readAtMs,
    );
    expect(found).toMatchObject({
      source: "udisks",
      protocol: "ata",
      gap: "switched-off",
      temperatureCelsius: 31,
      powerOnHours: null,
      selfAssessment: null,
    });
  });
});

describe("healthOf()", () => {
  it('leaves every missing figure null, names the gap "unreadable" and sets no warning', () => {
    const found = healthOf({}, readAtMs);
    for (const quantity of healthQuantities) {
      expect(found[quantity]).toBeNull();
    }
    expect(found).toMatchObject({
      source: null,
      protocol: null,
      gap: "unreadable",
      disk: null,
      asOf: null,
      criticalWarnings: null,
      unknownWarning: false,
      selfAssessment: null,
      failingAttributes: null,
      notReported: [],
      impossible: [],
    });
  });

  it("reports no gap if power-on hours or an empty list of failing attributes were read, and no warnings if none were read", () => {
    expect(healthOf({ failingAttributes: [] }, readAtMs).gap).toBeNull();
    const hours = healthOf({ powerOnHours: 3 }, readAtMs);
    expect(hours).toMatchObject({ gap: null, criticalWarnings: null, unknownWarning: false });
  });

  it("keeps the attributes, the self-test result and the eMMC life that the drive reports, but no wear attribute without a wear", () => {
    const at = { id: 184, value: 1, threshold: 99, isAdvisory: true };
    const reported = {
      failingAttributes: [at],
      hasFailingAttributes: true,
      selfTestFailed: true,
      emmc: { lifeTenths: 2, reserve: null },
      percentageUsed: 5,
      wearAttribute: { id: 177, value: 95, isLast: false },
    };
    expect(healthOf(reported, readAtMs)).toMatchObject(reported);
    expect(healthOf({ ...reported, percentageUsed: null }, readAtMs).wearAttribute).toBeNull();
  });

  it("rejects more than 1e9 media errors of a SATA drive, but not of an NVMe drive", () => {
    const mediaErrors = (protocol: "ata" | "nvme", count: number) =>
      healthOf({ protocol, mediaErrors: count }, readAtMs).mediaErrors;
    expect(mediaErrors("ata", 1e9 + 1)).toBeNull();
    expect(mediaErrors("nvme", 1e9 + 1)).toBe(1e9 + 1);
  });

  it("does not check hours against a clock that was never set", () => {
    expect(healthOf({ powerOnHours: 30_000 }, 0)).toMatchObject({
      powerOnHours: 30_000,
      impossible: [],
    });
  });

  it("rejects the warnings if all are set, names each set one once, and reports reserved bits as an unknown warning", () => {
    const warnings = (...set: string[]) => {
      const { criticalWarnings, unknownWarning } = healthOf({ criticalWarnings: set }, readAtMs);
      return [criticalWarnings, unknownWarning];
    };
    expect(warnings("readonly", "reserved")).toEqual([["readonly"], true]);
    expect(warnings("reserved")).toEqual([[], true]);
    expect(warnings("spare", "spare")).toEqual([["spare"], false]);
    expect(warnings("spare")).toEqual([["spare"], false]);
    expect(warnings()).toEqual([[], false]);
    expect(warnings(...criticalWarnings)).toEqual([null, true]);
    expect(warnings(...criticalWarnings.slice(1))).toEqual([criticalWarnings.slice(1), false]);
  });

  it("accepts only a report time later than the start of 2007 and at most an hour ahead of the clock", () => {
    const first = Date.UTC(2007, 0, 1);
    const asOf = (asOfMs: number | null) => healthOf({ asOfMs }, readAtMs).asOf;
    expect(asOf(null)).toBeNull();
    expect(asOf(first)).toBeNull();
    expect(asOf(first + 1)).toBe("2007-01-01T00:00:00.001Z");
    expect(asOf(readAtMs + 3_600_000)).toBe("2026-11-20T11:00:00.000Z");
    expect(asOf(readAtMs + 3_600_001)).toBeNull();
  });
});

it.each([
  ["percentageUsed", [2, 99, 255], [256, null]],
  // A few hours are possible unless other counts contradict them.
  ["powerOnHours", [0, 100], [-1, 101, null]],
  // A drive that counts a start only when the next start begins, so the count during the first
  // start is 0.
  ["powerCycles", [0], [0.5]],
  ["bytesWritten", [], [5]],
  ["mediaErrors", [], [0]],
] as const)(
  "doesNotFit() returns true for a refused %s only within the range that a single drive may report",
  (quantity, fits, others) => {
    for (const value of fits) {
      expect(doesNotFit({ quantity, value })).toBe(true);
    }
    for (const value of others) {
      expect(doesNotFit({ quantity, value })).toBe(false);
    }
  },
);
