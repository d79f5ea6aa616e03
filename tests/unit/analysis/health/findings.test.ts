import { describe, expect, it } from "vitest";
import { conditionAnswer } from "#analysis/health/answer";
import { healthFindings } from "#analysis/health/findings";
import { unknownHealth } from "#analysis/health/readings";
import { type Part, paragraph } from "#analysis/say";
import { type Health, healthGaps } from "#contract/health";
import { healthTables } from "#tables/health";
import { tell } from "#text/statements";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

const reportOn = (health: Health | null, more: Partial<SampleOptions> = {}) =>
  sampleUnjudgedReport({
    ...more,
    drive: { capacityBytes: 1e12, kind: "nvme", disks: 1, ...more.drive },
    report: { health, ...more.report },
  });
const codes = (part: Part | null) => paragraph(part).map(({ code }) => code);

/** The findings about the drive's condition and its age, each with the codes of its statements. */
function said(health: Health, more: Partial<SampleOptions> = {}) {
  const report = reportOn(health, more);
  const [condition, age] = healthFindings(report).map((finding) => ({
    code: finding.code,
    severity: finding.severity,
    title: codes(finding.title),
    seen: codes(finding.seen),
    means: codes(finding.means ?? null),
    todo: codes(finding.todo ?? null),
  }));
  return { condition, age };
}

/** Parameters of the statement with this code in the findings about the drive's health. */
function paramsOf(code: string, health: Health, more: Partial<SampleOptions> = {}) {
  const parts = healthFindings(reportOn(health, more)).flatMap(({ seen, means, todo }) =>
    [seen, means ?? null, todo ?? null].flatMap(paragraph),
  );
  return parts.find((part) => part.code === code)?.params;
}

const ata = (changes: Partial<Health>): Health => ({
  ...unknownHealth("not-shown"),
  gap: null,
  protocol: "ata",
  selfAssessment: "passed",
  ...changes,
});

describe("the finding about the condition of a drive", () => {
  const figures = "health.figures";

  it("tells the owner of a failing drive to rescue its data", () => {
    const failing = sampleHealth({ criticalWarnings: ["degraded", "readonly"] });
    expect(said(failing).condition).toEqual({
      code: "health-failing",
      severity: "bad",
      title: ["health-failing.title"],
      seen: ["health.sign-readonly", "health.sign-degraded", figures],
      means: ["health-failing.means"],
      todo: ["advice.rescue"],
    });
  });

  it("advises a copy if less spare is left than the drive's own limit, even if the drive does not warn", () => {
    const spare = { availableSparePercent: 0, spareThresholdPercent: 10, criticalWarnings: [] };
    expect(said(sampleHealth(spare)).condition).toMatchObject({
      code: "health-care",
      seen: ["health.sign-spare-below-limit", figures],
      todo: ["health-care.todo-copy"],
    });
  });

  it("names the attributes that once were below their limits, and advises a copy", () => {
    const once = [3, 10].map((id) => ({ id, worst: 1, threshold: 51 }));
    const disk = ata({ onceFailingAttributes: once });
    const sign = "health.sign-attribute-was-below-limit";
    expect(said(disk).condition).toMatchObject({
      code: "health-care",
      seen: [sign],
      todo: ["health-care.todo-copy"],
    });
    expect(paramsOf(sign, disk)).toEqual({ ids: [3, 10] });
  });

  it("names the attribute at its limit and advises a copy, or says that the system does not show which attribute it is", () => {
    const sentence = (changes: Partial<Health>) =>
      healthFindings(reportOn(ata(changes)))
        .flatMap(({ seen }) => paragraph(seen).map(tell))
        .join(" ");
    const isAdvisory = true;
    const disk = ata({ failingAttributes: [{ id: 184, value: 1, threshold: 99, isAdvisory }] });
    expect(said(disk).condition).toMatchObject({
      code: "health-care",
      todo: ["health-care.todo-copy"],
    });
    expect(sentence(disk)).toContain("Its attribute 184 is at or below its limit.");
    const counted = sentence({ hasFailingAttributes: true });
    expect(counted).toContain("the system does not show which");
    // UDisks also counts attributes of age and heat among the failing ones.
    expect(counted).not.toContain("failure, although");
  });

  it('says "or more" beside a wear figure whose attribute cannot fall any further, as do the answer and the table', () => {
    const sentencesOn = (isLast: boolean) => {
      const wearAttribute = { id: 231, value: 10, isLast };
      const report = reportOn(ata({ percentageUsed: 90, wearAttribute }));
      return [
        ...healthFindings(report).flatMap(({ seen }) => paragraph(seen).map(tell)),
        ...conditionAnswer(report).flatMap(({ reason }) => paragraph(reason).map(tell)),
        ...healthTables(report.health).flatMap(({ rows }) =>
          rows.map(({ cells }) => cells[0]?.text),
        ),
      ].filter((text) => text?.includes("90\u00a0%"));
    };
    expect(sentencesOn(true)).toHaveLength(4);
    for (const text of sentencesOn(true)) {
      expect(text).toContain("90\u00a0% or more");
    }
    expect(sentencesOn(false).join()).not.toContain("or more");
  });

  it("names the attribute from which the wear of a SATA SSD follows", () => {
    const wearAttribute = { id: 202, value: 63, isLast: false };
    const worn = ata({ percentageUsed: 37, wearAttribute });
    expect(said(worn).condition?.seen).toEqual([
      ...["health.self-assessment-passed", figures, "health.wear-attribute"],
    ]);
    expect(paramsOf("health.wear-attribute", worn)).toEqual(wearAttribute);
    expect(said(ata({ percentageUsed: 37 })).condition?.seen).not.toContain(
      "health.wear-attribute",
    );
  });

  it("names the evidence that a drive is healthy, even if the drive shows no figures", () => {
    const passed: Health = {
      ...unknownHealth("not-shown"),
      gap: null,
      source: "diskutil",
      selfAssessment: "passed",
    };
    expect(said(passed).condition).toMatchObject({
      code: "health-well",
      seen: ["health.self-assessment-passed"],
    });
    expect(said(sampleHealth()).condition).toMatchObject({ seen: [figures] });
  });

  it("advises room temperature if the drive is only too hot, and another inspection if it also reports wear or an unknown warning", () => {
    const care = (health: Health) => said(health).condition;
    expect(care(sampleHealth({ criticalWarnings: ["temperature"] }))).toEqual({
      code: "health-care",
      severity: "caution",
      title: ["health-care.title"],
      seen: ["health.sign-too-hot", figures],
      means: ["health-care.means-temperature"],
      todo: ["health-care.todo-temperature"],
    });
    // If the drive also gives a warning of unknown meaning, the finding must not say that the drive
    // reports nothing else.
    const more = sampleHealth({ criticalWarnings: ["temperature"], unknownWarning: true });
    expect(care(more)).toMatchObject({ means: ["health-care.means"], todo: ["health-care.todo"] });
    const worn = sampleHealth({ criticalWarnings: ["temperature"], percentageUsed: 104 });
    expect(care(worn)?.todo).toEqual(["health-care.todo"]);
  });

  it("advises a copy if media errors, sectors, attributes or the self-assessment show a fault", () => {
    const copied = [
      sampleHealth({ mediaErrors: 1, criticalWarnings: ["temperature"] }),
      ata({ pendingSectors: 1 }),
      ata({ uncorrectableSectors: 1 }),
      sampleHealth({ selfAssessment: "failing" }),
      ata({ selfAssessment: "passed", failingAttributes: [{ id: 5, value: 1, threshold: 10 }] }),
      ata({ selfAssessment: null, failingAttributes: [{ id: 5, value: 1, threshold: 10 }] }),
      // Some of the 5000 bad sectors may only be pending.
      ata({ badSectors: 5000 }),
    ];
    for (const health of copied) {
      expect(said(health).condition).toMatchObject({
        code: "health-care",
        todo: ["health-care.todo-copy"],
      });
    }
  });

  it("says that a drive beyond its rated life reports no other fault only if the drive reports neither errors, heat nor an unknown warning", () => {
    const means = (health: Health) => said(health).condition?.means;
    expect(means(sampleHealth({ percentageUsed: 104 }))).toEqual(["health-care.means-rated-life"]);
    expect(means(sampleHealth({ percentageUsed: 104, mediaErrors: 1 }))).toEqual([
      "health-care.means",
    ]);
    const hot = sampleHealth({ percentageUsed: 104, criticalWarnings: ["temperature"] });
    expect(means(hot)).toEqual(["health-care.means"]);
    expect(means(sampleHealth({ percentageUsed: 104, unknownWarning: true }))).toEqual([
      "health-care.means",
    ]);
  });

  it("asks for a copy if the last self-test failed, even if the drive's self-assessment passed", () => {
    expect(said(ata({ selfTestFailed: true })).condition).toEqual({
      code: "health-care",
      severity: "caution",
      title: ["health-care.title"],
      seen: ["health.sign-self-test-failed"],
      means: ["health-care.means"],
      todo: ["health-care.todo-copy"],
    });
  });

  it('has the code "health-noted" for replaced sectors and advises another inspection', () => {
    expect(said(ata({ reallocatedSectors: 3 })).condition).toEqual({
      code: "health-noted",
      severity: "info",
      title: ["health-noted.title"],
      seen: ["health.sign-sectors-replaced"],
      means: ["health-noted.means"],
      todo: ["health-care.todo"],
    });
  });

  it("asks for nothing when the drive reports no fault", () => {
    expect(said(sampleHealth()).condition).toEqual({
      code: "health-well",
      severity: "good",
      title: ["health-well.title"],
      seen: [figures],
      means: ["health-well.means"],
      todo: [],
    });
  });

  it("lists each fault counter with its count, and the sum of bad sectors only if no single counter is reported", () => {
    const counted = ata({
      pendingSectors: 3,
      uncorrectableSectors: 4,
      reallocatedSectors: 5,
      badSectors: 8,
      mediaErrors: 6,
    });
    expect(said(counted).condition?.seen).toEqual([
      "health.sign-media-errors",
      "health.sign-sectors-pending",
      "health.sign-sectors-uncorrectable",
      "health.sign-sectors-replaced",
    ]);
    expect(paramsOf("health.sign-media-errors", counted)).toEqual({
      count: 6,
      isAttribute: true,
    });
    expect(paramsOf("health.sign-media-errors", sampleHealth({ mediaErrors: 6 }))).toEqual({
      count: 6,
      isAttribute: false,
    });
    expect(paramsOf("health.sign-sectors-pending", counted)).toEqual({ count: 3 });
    expect(paramsOf("health.sign-sectors-uncorrectable", counted)).toEqual({ count: 4 });
    expect(paramsOf("health.sign-sectors-replaced", counted)).toEqual({ count: 5 });
    expect(paramsOf("health.sign-sectors-bad", ata({ badSectors: 8 }))).toEqual({ count: 8 });
  });

  it("says that the drive does not warn of the low spare only if all its warnings were read", () => {
    const low = { availableSparePercent: 3, spareThresholdPercent: 10 };
    const isWarningKnown = (changes: Partial<Health>) =>
      paramsOf("health.sign-spare-below-limit", sampleHealth({ ...low, ...changes }));
    expect(isWarningKnown({})).toEqual({ isWarningKnown: true });
    expect(isWarningKnown({ criticalWarnings: null })).toEqual({ isWarningKnown: false });
    expect(isWarningKnown({ unknownWarning: true })).toEqual({ isWarningKnown: false });
  });

  it("in a virtual machine, rests on the health report only when that report shows a fault, and offers no command", () => {
    const host = { virtualMachine: "KVM" };
    const bought = { purchase: "new", purchasedIn: "2026-11" } as const;
    const used = sampleHealth({ powerOnHours: 4000 });
    const { condition, age } = said(used, { host, report: bought });
    expect([condition?.code, condition?.means]).toEqual([
      ...["health-not-known", ["answer.condition.virtual"]],
    ]);
    expect(age).toBeUndefined();
    expect(said(sampleHealth({ mediaErrors: 3 }), { host }).condition?.code).toBe("health-care");
    expect(said(unknownHealth("refused"), { host }).condition?.means).toEqual([
      "health-not-known.gap-refused",
    ]);
    const hidden: Health = { ...unknownHealth("not-shown"), disk: "nvme0n1" };
    expect(paramsOf("health-not-known.todo", hidden, { host })).toBeUndefined();
  });

  it("lists the known figures of wear, shutdowns and temperature, or nothing if none is known", () => {
    const health = sampleHealth({ percentageUsed: 3, availableSparePercent: null });
    expect(paramsOf(figures, health)).toEqual({
      quantities: ["percentageUsed", "unsafeShutdowns", "temperatureCelsius"],
      values: [3, 2, 38],
    });
    expect(said(ata({ selfAssessment: null })).condition?.seen).toEqual([]);
  });

  it("names separately impossible figures, figures that contradict others, a blank health report, an unknown warning and a page with all warnings set", () => {
    const health = sampleHealth({
      impossible: [
        { quantity: "powerCycles", value: -1 },
        { quantity: "percentageUsed", value: 255 },
        { quantity: "temperatureCelsius", value: null },
      ],
    });
    expect(said(health).condition?.seen).toEqual([figures, "health.impossible", "health.unfit"]);
    expect(paramsOf("health.impossible", health)).toEqual({
      quantities: ["powerCycles", "temperatureCelsius"],
      values: [-1, null],
    });
    expect(paramsOf("health.unfit", health)).toEqual({
      quantities: ["percentageUsed"],
      values: [255],
    });
    const blank = ata({
      selfAssessment: null,
      impossible: [{ quantity: "page", value: null }],
    });
    expect(said(blank).condition?.seen).toEqual(["health.blank"]);
    const warned = sampleHealth({ unknownWarning: true });
    expect(said(warned).condition?.seen).toEqual([figures, "health.warning-unknown"]);
    const all = sampleHealth({ unknownWarning: true, criticalWarnings: null });
    expect(said(all).condition?.seen).toEqual([figures, "health.every-warning"]);
  });

  it("estimates the endurance only for an SSD of known capacity that reports the bytes written but not its wear", () => {
    const uncounted = sampleHealth({ percentageUsed: null, bytesWritten: 60e12 });
    const share = paramsOf("health.endurance", uncounted);
    expect(share).toMatchObject({ least: 200, usual: 600 });
    expect(Number(share?.most)).toBeCloseTo(60 / 200);
    expect(Number(share?.fewest)).toBeCloseTo(60 / 600);
    const without = [
      said(sampleHealth({ percentageUsed: 0, bytesWritten: 60e12 })),
      said(sampleHealth({ percentageUsed: null, bytesWritten: null })),
      said(uncounted, { drive: { kind: "hard-disk" } }),
      said(uncounted, { drive: { capacityBytes: null } }),
    ];
    for (const { condition } of without) {
      expect(condition?.seen).toEqual([figures]);
    }
  });

  it("is absent if no health was read or the health report says that there is no drive", () => {
    expect(healthFindings(reportOn(null))).toEqual([]);
    expect(healthFindings(reportOn(unknownHealth("no-drive")))).toEqual([]);
  });

  it("says that high wear and few hours contradict each other if the bytes written are not reported", () => {
    const codes = (changes: Parameters<typeof sampleHealth>[0]) =>
      healthFindings({
        ...sampleUnjudgedReport(),
        health: sampleHealth({ bytesWritten: null, ...changes }),
      }).flatMap(({ code, seen }) => [code, ...paragraph(seen).map((one) => one.code)]);
    expect(codes({ percentageUsed: 45 })).toContain("health.wear-uncertain");
    expect(codes({ percentageUsed: 45 })).not.toContain("drive-used");
    expect(codes({ percentageUsed: 45, bytesWritten: 83e9 })).not.toContain(
      "health.wear-uncertain",
    );
    expect(codes({ percentageUsed: 13 })).not.toContain("health.wear-uncertain");
  });
});

describe("the finding about an unknown condition", () => {
  it.each(healthGaps.filter((gap) => gap !== "no-drive"))(
    'names the gap "%s" in the health report as the reason',
    (gap) => {
      expect(said(unknownHealth(gap)).condition).toEqual({
        code: "health-not-known",
        severity: "info",
        title: ["health-not-known.title"],
        seen: [],
        means: [`health-not-known.gap-${gap}`],
        todo: [],
      });
    },
  );

  it('says "in part" only if fault counters are missing and nothing else explains the unknown condition', () => {
    const silent: Health = { ...unknownHealth("not-shown"), gap: null };
    const means = (health: Health) => said(health).condition?.means;
    expect(means(silent)).toEqual(["answer.condition.in-part"]);
    expect(means({ ...silent, unknownWarning: true })).toEqual([]);
    const odd: Health = { ...silent, impossible: [{ quantity: "mediaErrors", value: 1e20 }] };
    expect(means(odd)).toEqual([]);
    expect(means({ ...odd, gap: "refused" })).toEqual(["health-not-known.gap-refused"]);
  });

  const command = "health-not-known.todo";
  const commandOn = (
    os: "linux" | "macos" | "windows",
    disk: string | null,
    gap: Health["gap"] = "not-shown",
    drive: SampleOptions["drive"] = {},
  ) => paramsOf(command, { ...unknownHealth("not-shown"), gap, disk }, { os, drive });

  it.each([
    ["linux", "nvme0n1"],
    ["linux", "nvme10n12"],
    ["linux", "sda"],
    ["linux", "sdab"],
    ["macos", "disk0"],
    ["macos", "disk12"],
    ["windows", "\\\\.\\PhysicalDrive0"],
    ["windows", "\\\\.\\PHYSICALDRIVE123"],
  ] as const)(
    "offers on %s the command with which an administrator can read the health of the disk %s",
    (os, disk) => {
      expect(commandOn(os, disk)).toEqual({ os, disk });
    },
  );

  it.each([
    ["linux", "mmcblk0"],
    ["linux", "nvme0"],
    ["linux", "nvme0n1p1"],
    ["linux", "nvmen1"],
    // The name of one controller's path to a drive, whose number may differ from the drive's.
    ["linux", "nvme1c0n1"],
    ["linux", "nvme0cn1"],
    ["linux", "xnvme0n1"],
    ["linux", "sd"],
    ["linux", "sda1"],
    ["linux", "xsda"],
    ["linux", "disk0"],
    ["macos", "disk"],
    ["macos", "disk0s1"],
    ["macos", "/dev/disk0"],
    ["macos", "sda"],
    ["windows", "PhysicalDrive0"],
    ["windows", "\\\\.\\PhysicalDrive"],
    ["windows", "\\\\.\\PhysicalDrive1234"],
    ["windows", "\\\\.\\PhysicalDriveX"],
    ["windows", "x\\\\.\\PhysicalDrive0"],
    ["linux", null],
  ] as const)("offers an administrator on %s no command for the disk name %s", (os, disk) => {
    expect(commandOn(os, disk)).toBeUndefined();
  });

  it.each(healthGaps.filter((gap) => gap !== "no-drive"))(
    'offers a command for the gap "%s" in the health report only if an administrator can read more',
    (gap) => {
      const sees = ["not-shown", "not-listed", "unreadable", "no-service", "refused"].includes(gap);
      expect(commandOn("linux", "sda", gap) !== undefined).toBe(sees);
    },
  );

  it("offers a command if the drive showed no health figures, but no command for a memory card", () => {
    expect(commandOn("linux", "sda", null)).toEqual({ os: "linux", disk: "sda" });
    expect(commandOn("linux", "sda", null, { kind: "memory-card" })).toBeUndefined();
  });
});

describe("the finding about the age of a drive", () => {
  const startedAt = "2026-11-20T10:00:00.000Z";
  const age = (changes: Partial<Health>, report: SampleOptions["report"] = {}) =>
    said(sampleHealth(changes), { report: { startedAt, ...report } }).age;

  it("calls a drive new, used or heavily used, asks for nothing if it was not sold as new, and is absent without its counts", () => {
    const seen = ["drive-age.seen"];
    expect(age({})).toEqual({
      code: "drive-new",
      severity: "good",
      title: ["drive-new.title"],
      seen,
      means: ["drive-new.means"],
      todo: [],
    });
    expect(age({ powerOnHours: 900 }, { purchase: "used", purchasedIn: "2026-11" })).toEqual({
      code: "drive-used",
      severity: "info",
      title: ["drive-used.title"],
      seen,
      means: ["drive-age.means"],
      todo: [],
    });
    expect(age({ powerOnHours: 9000, percentageUsed: 40 })).toMatchObject({
      code: "drive-heavily-used",
      severity: "info",
      title: ["drive-heavily-used.title"],
    });
    expect(age({ powerOnHours: null, bytesWritten: null, powerCycles: null })).toBeUndefined();
  });

  it("lists hours, starts and bytes written, and the wear if it is above 2 %", () => {
    expect(paramsOf("drive-age.seen", sampleHealth())).toEqual({
      quantities: ["powerOnHours", "powerCycles", "bytesWritten"],
      values: [14, 31, 83e9],
    });
    // The finding names the quantities that show use.
    expect(paramsOf("drive-age.seen", sampleHealth({ percentageUsed: 3 }))).toMatchObject({
      values: [14, 31, 83e9, 3],
    });
    expect(
      paramsOf("drive-age.seen", sampleHealth({ percentageUsed: 2, powerOnHours: 101 })),
    ).toMatchObject({
      values: [101, 31, 83e9],
    });
  });

  it.each([
    ["heavily used", { powerOnHours: 30_000, percentageUsed: 40 }],
    ["used", { powerOnHours: 900 }],
  ])(
    "warns about a %s drive sold as new if its hours contradict its month of purchase, and asks for a missing month",
    (_how, changes) => {
      const bought = (purchasedIn: string | null) => {
        const found = age(changes, { purchase: "new", purchasedIn });
        return [found?.severity, found?.means, found?.todo];
      };
      const means = "drive-age.means";
      expect(bought(null)).toEqual([
        ...["info", [means, "drive-age.bought"], ["drive-age.todo-when"]],
      ]);
      expect(bought("2019-01")).toEqual(["info", [means, "drive-age.bought-fits"], []]);
      expect(bought("2026-11")).toEqual([
        ...["caution", [means, "drive-age.bought-does-not-fit"], ["drive-age.todo-sold-as-new"]],
      ]);
      expect(bought("2027-11")).toEqual(["info", [means, "drive-age.bought-not-known"], []]);
      const health = sampleHealth(changes);
      const report = { startedAt, purchase: "new", purchasedIn: "2026-11" } as const;
      expect(paramsOf("drive-age.bought-does-not-fit", health, { report })).toEqual({
        month: "2026-11",
      });
    },
  );

  it("calls heavy wear soon after the purchase rare, even if the drive reports few hours", () => {
    const found = age(
      { powerOnHours: 50, bytesWritten: 300e12, percentageUsed: 45 },
      { purchase: "new", purchasedIn: "2026-11" },
    );
    expect([found?.severity, found?.means, found?.todo]).toEqual([
      ...["info", ["drive-age.means", "drive-age.bought-rare"], ["drive-age.todo-rare"]],
    ]);
  });

  it("does not ask for the month of purchase when the hours are not known", () => {
    const found = age({ powerOnHours: null, percentageUsed: 45 }, { purchase: "new" });
    expect([found?.means, found?.todo]).toEqual([["drive-age.means", "drive-age.bought"], []]);
  });

  it("does not check whether a drive that looks new fits its month of purchase", () => {
    const found = age({}, { purchase: "new", purchasedIn: null });
    expect([found?.means, found?.todo]).toEqual([["drive-new.means"], []]);
  });
});
