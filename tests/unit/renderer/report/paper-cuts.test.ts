import { describe, expect, it } from "vitest";
import { unknownHealth } from "#analysis/health/readings";
import { powerCutOf } from "#analysis/power-cut/sum";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { paperOf } from "#analysis/verdict/glance/paper";
import type { Health } from "#contract/health";
import type { CutDeed, PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import { formatCount } from "#text/format";
import { tell } from "#text/statements";
import { recordedValues } from "../../../../renderer/src/report/recorded";
import { powerCutReportOn, verdictOn } from "../../../helpers/judged";
import { lostPowerCutReport } from "../../../helpers/mock-app/power-cut-reports";
import { sampleHealth } from "../../../helpers/sample-health";
import { counted, cutOn } from "../../../helpers/sample-power-cut";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";

/**
 * The printed texts about power cuts: the figure for each fact, and the steps to repeat a plug
 * test.
 */

const report = lostPowerCutReport;

it("recordedValues() states how many saves were lost out of the lost and surviving saves, not out of all acknowledged saves", () => {
  const mark = glanceOf(report).mark;
  const values = recordedValues(report, mark, null).map(([, value]) => value);
  const lost = (report.powerCut?.tests ?? []).flatMap(({ modes }) =>
    modes.filter(({ lossExpected, failed }) => !lossExpected && failed > 0),
  );
  expect(lost.length).toBeGreaterThan(0);
  for (const { failed, counts } of lost) {
    const words = `${formatCount(failed)} of ${formatCount(failed + counts.survived)} with fsync (12 gone back to an older version, 5 torn)`;
    expect(values.some((value) => value.includes(words))).toBe(true);
    expect(counts.acknowledged).not.toBe(failed + counts.survived);
  }
});

it("recordedValues() omits the power cuts without a loss if another power cut caused a loss", () => {
  const names = recordedNames(report);
  expect(report.powerCut?.tests.map(({ outcome }) => outcome)).toEqual([
    ...["kept", "not-proven", "lost"],
  ]);
  expect(names.filter((name) => name.startsWith("Cut"))).toEqual(["Cut 3"]);
});

it("recordedValues() states the drive's power-loss counts before and after a cut only if they prove the cut", () => {
  const { powerCut } = report;
  const lost = powerCut?.tests.at(-1);
  if (powerCut === null || lost === undefined) {
    throw new Error("the sample has no test");
  }
  const cutIn = (cut: Partial<typeof lost.cut>) =>
    Object.fromEntries(
      recordedValues(
        {
          ...report,
          powerCut: { ...powerCut, tests: [{ ...lost, cut: { ...lost.cut, ...cut } }] },
        },
        "bad",
        null,
      ),
    )["Cut 1"];
  expect(cutIn({})).toMatch(/power loss counted \(4 → 5\)$/);
  expect(cutIn({ evidence: "person" })).toMatch(/the cut by the tester’s word$/);
  expect(cutIn({ unsafeShutdowns: null })).toMatch(/the system shows the cut$/);
});

describe("the printed report of lost saves", () => {
  const { powerCut } = report;
  const lost = powerCut?.tests.at(-1);
  if (powerCut === null || lost === undefined) {
    throw new Error("the sample has no test");
  }

  it("says how the power was cut if the tester stated how", () => {
    const cutBy = (deed: CutDeed | null) =>
      valuesOf({ tests: [{ ...lost, cut: { ...lost.cut, deed } }] })["Power cut by"];
    expect(cutBy("plug")).toBe("plug, pulled when told");
    expect(cutBy("power-button")).toBe("power button, held when told");
    expect(cutBy("battery")).toBe("battery, removed when told");
    expect(cutBy("cable")).toBe("drive or its cable, pulled out when told");
    expect(cutBy("no-cut")).toBeUndefined();
    expect(cutBy(null)).toBeUndefined();
  });

  it("says how it is known that the lost saves had been reported as done", () => {
    const notedBy = (provenBy: "witness" | "disk" | null) =>
      valuesOf({ tests: [{ ...lost, modes: lost.modes.map((mode) => ({ ...mode, provenBy })) }] })[
        "Known as done from"
      ];
    expect(notedBy("witness")).toBe("the witness that noted the numbers");
    expect(notedBy("disk")).toBe("later saves on the drive");
    expect(notedBy(null)).toBeUndefined();
  });

  it("names each kind of power cut that caused a loss, and each proof that lost saves had been reported as done", () => {
    const [first, ...others] = lost.modes.filter(
      ({ failed, lossExpected }) => failed > 0 && !lossExpected,
    );
    expect(first).toBeDefined();
    expect(others).toEqual([]);
    const by = (deed: CutDeed, provenBy: "witness" | "disk") => ({
      ...lost,
      cut: { ...lost.cut, deed },
      modes: lost.modes.map((mode) => ({ ...mode, provenBy })),
    });
    const values = valuesOf({
      tests: [by("plug", "witness"), by("power-button", "disk"), by("plug", "disk")],
    });
    expect(values["Power cut by"]).toBe("plug, pulled when told; power button, held when told");
    expect(values["Known as done from"]).toBe(
      "the witness that noted the numbers; later saves on the drive",
    );
    // A plug test in which two flush modes lost saves.
    const twice = {
      ...lost,
      modes: [
        ...lost.modes.map((mode) => ({ ...mode, provenBy: "witness" as const })),
        { ...lost.modes[1], ...first, mode: "fdatasync" as const, provenBy: "disk" as const },
      ] as typeof lost.modes,
    };
    expect(valuesOf({ tests: [twice] })["Known as done from"]).toBe(
      "the witness that noted the numbers; later saves on the drive",
    );
  });

  it("says neither how the power was cut nor how saves are known to have been done if no save was lost", () => {
    const kept = { ...lost, outcome: "kept" as const };
    const names = Object.keys(valuesOf({ tests: [kept] }));
    expect(names).not.toContain("Power cut by");
    expect(names).not.toContain("Known as done from");
  });

  it("says how many power cuts with a loss the system confirms and how many only the tester reports", () => {
    const shown = (tests: readonly PowerCutTest[]) =>
      paperOf({ ...report, powerCut: powerCutOf(tests) })
        .lines.flatMap(({ details }) => details.map(tell))
        .find((detail) => /^The (system shows|tester says)/.test(detail));
    expect(shown([cutOn(1, "lost")])).toBe("The tester says that the power was cut.");
    expect(shown([cutOn(1, "lost"), cutOn(2, "lost")])).toBe(
      "The tester says that the power was cut.",
    );
    expect(shown([cutOn(1, "lost", counted)])).toBe("The system shows the loss of power.");
    expect(shown([cutOn(1, "lost", counted), cutOn(2, "lost")])).toBe(
      "The system shows 1; the tester says the other.",
    );
    expect(shown([cutOn(1, "lost", counted), cutOn(2, "lost"), cutOn(3, "lost")])).toBe(
      "The system shows 1; the tester says the others.",
    );
    // Evidence for one cut does not count for another: only the cut with the loss matters.
    expect(shown([cutOn(1, "kept", counted), cutOn(2, "lost")])).toBe(
      "The tester says that the power was cut.",
    );
    expect(shown([cutOn(1, "kept"), cutOn(2, "lost", counted)])).toBe(
      "The system shows the loss of power.",
    );
  });

  it("says how many power cuts the system confirms and how many the tester reports, even if no cut lost a save", () => {
    const shown = (tests: readonly PowerCutTest[]) =>
      paperOf(powerCutReportWith(tests))
        .lines.flatMap(({ details }) => details.map(tell))
        .find((detail) => /^The (system shows|tester says)/.test(detail));
    expect(shown([cutOn(1, "kept", counted), cutOn(2, "kept"), cutOn(3, "kept")])).toBe(
      "The system shows 1; the tester says the others.",
    );
  });

  it('speaks of "a" power cut, not of "the" power cut, if other cuts proved nothing', () => {
    const paper = paperOf(powerCutReportWith([cutOn(1, "lost"), cutOn(2, "not-proven")]));
    const texts = [...(paper.lost ?? []), ...paper.unknown].map(tell).join(" ");
    expect(texts).toContain("were gone or wrong after a power cut.");
    expect(texts).toContain("How often it happens: here in one cut; it may take several.");
  });

  it("quotes the standard that defines the flush command of the drive's bus, and no standard if the bus is unknown", () => {
    const lostOn = (drive: Partial<Report["volume"]["drive"]>) =>
      (
        paperOf({
          ...report,
          volume: { ...report.volume, drive: { ...report.volume.drive, ...drive } },
        }).lost ?? []
      )
        .map(tell)
        .join(" ");
    expect(lostOn({ bus: "nvme" })).toContain("In NVM Express a completed Flush means");
    expect(lostOn({ kind: "sata-ssd", bus: "sata" })).toContain("In ATA a completed FLUSH CACHE");
    expect(lostOn({ kind: "usb", bus: "USB" })).toContain("In SCSI a completed SYNCHRONIZE CACHE");
    expect(lostOn({ kind: "unknown", bus: null })).toMatch(
      /^17 numbered test saves were gone or wrong after a power cut\. All made within 38\sms\. They .*may be gone\. Cutting the power/,
    );
  });

  it("says that every completed write must survive a power cut if the drive has no volatile cache", () => {
    expect((paperOf(report).lost ?? []).map(tell).join(" ")).toContain(
      "means that earlier writes are kept without power; with no volatile cache every completed write is.",
    );
  });

  it("does not quote the flush command if all lost saves come from modes that may work without a flush", () => {
    const forced = {
      ...lost,
      modes: lost.modes.map((mode) =>
        mode.failed > 0 && !mode.lossExpected ? { ...mode, mode: "o_direct_dsync" as const } : mode,
      ),
    };
    const said = (tests: readonly PowerCutTest[]) =>
      (paperOf({ ...report, powerCut: { ...powerCut, tests: [...tests] } }).lost ?? [])
        .map(tell)
        .join(" ");
    expect(said([forced])).not.toContain("Flush");
    expect(said([forced, lost])).toContain("completed Flush");
  });

  it('asks for a test in another computer, and adds "if possible" unless the drive is removable', () => {
    const next = (drive: Partial<Report["volume"]["drive"]>) => {
      const volume = {
        ...report.volume,
        system: false,
        drive: { ...report.volume.drive, ...drive },
      };
      const said = paperOf({ ...report, volume }).next;
      return said === null ? null : tell(said);
    };
    expect(next({})).toContain("in another computer if possible: a loss there");
    expect(next({ kind: "usb", bus: "usb", removable: true })).toContain(
      "in another computer: a loss there",
    );
  });

  it("says in how many of the proven power cuts saves were lost, and that a loss may take several cuts", () => {
    expect(paperOf(report).unknown.map(tell)).toContain(
      "How often it happens: here in 1 of 2 that count; it may take several.",
    );
  });

  function valuesOf(changes: Partial<typeof powerCut>): Record<string, string> {
    const changed = { ...report, powerCut: powerCut && { ...powerCut, ...changes } };
    return Object.fromEntries(recordedValues(changed, "bad", null));
  }
});

describe("the drive's SMART values in the printed report", () => {
  it("omit spare capacity and temperature if the drive is healthy", () => {
    const names = recordedNames(report);
    expect(names).toContain("unsafe_shutdowns");
    expect(names).toContain("media_errors");
    expect(names).not.toContain("available_spare");
    expect(names).not.toContain("temperature");
  });

  it("include the count of power losses before the first cut for which the count was read", () => {
    const { powerCut } = report;
    const [test] = powerCut?.tests ?? [];
    if (powerCut === null || test === undefined) {
      throw new Error("the sample has no test");
    }
    const health = sampleHealth({ unsafeShutdowns: 58 });
    const told = (cuts: readonly Partial<typeof test.cut>[]) => {
      const tests = cuts.map((cut) => ({ ...test, cut: { ...test.cut, ...cut } }));
      const of = { ...report, health, powerCut: { ...powerCut, tests } };
      return Object.fromEntries(recordedValues(of, "bad", null)).unsafe_shutdowns;
    };
    const read = (before: number) => ({ before, after: before + 1, stoodStill: true });
    expect(told([{ unsafeShutdowns: read(55) }, { unsafeShutdowns: read(57) }])).toBe(
      "58; 55 before the first plug test",
    );
    expect(told([{ unsafeShutdowns: null }, { unsafeShutdowns: read(57) }])).toBe(
      "58; 57 before cut 2",
    );
    expect(told([{ unsafeShutdowns: null }])).toBe("58, cuts of plug tests among them");
    expect(told([{ evidence: "none", unsafeShutdowns: null }])).toBe("58");
  });

  it("use smartctl's names for an ATA drive's counters", () => {
    const health: Health = {
      ...unknownHealth("not-shown"),
      gap: null,
      protocol: "ata",
      mediaErrors: 9,
      reallocatedSectors: 2,
      pendingSectors: 1,
      uncorrectableSectors: 1,
    };
    expect(recordedNames({ ...report, health })).toEqual(
      expect.arrayContaining([
        ...["Reported_Uncorrect", "Reallocated_Sector_Ct"],
        ...["Current_Pending_Sector", "Offline_Uncorrectable"],
      ]),
    );
  });

  it.each<[string, Partial<Health>]>([
    ["with media errors", { mediaErrors: 3 }],
    ["that warns", { criticalWarnings: ["spare"] }],
  ])("include spare and temperature for a drive %s", (_, changes) => {
    const names = recordedNames({ ...report, health: sampleHealth(changes) });
    expect(names).toContain("available_spare");
    expect(names).toContain("temperature");
    // The text above this list has the wear and the power-on hours.
    expect(names).not.toContain("percentage_used");
    expect(names).not.toContain("power_on_hours");
  });
});

describe("the steps to repeat a plug test", () => {
  it("appear in the printed report of an inspection too if an earlier plug test showed a loss", () => {
    const of = inspectionAfter([cutOn(1, "lost", { deed: "plug" }), cutOn(2, "kept", counted)]);
    expect(glanceOf(of).sentence.code).toBe("glance.power-cut-lost");
    expect(stepsOf(of)).toEqual([
      "Copy the files to a separate drive first.",
      "Open DriveProof 0.1.0 and choose the plug test for this drive.",
      "Pull the computer’s plug when it says so.",
      "Start the computer, and read the result.",
    ]);
  });

  it.each<[CutDeed, string]>([
    ["plug", "Pull the computer’s plug when it says so."],
    ["power-button", "Hold the power button when it says so, until the computer is off."],
    ["cable", "Pull out the drive or its cable when it says so; first a power supply of its own."],
    ["battery", "Cut the power when it says so."],
  ])(
    'say how to cut the power again if the person named the kind of power cut "%s"',
    (deed, step) => {
      expect(stepsOf(after(deed))).toContain(step);
    },
  );
});

function after(deed: CutDeed): Report {
  const { powerCut } = report;
  const tests = (powerCut?.tests ?? []).map((test) => ({ ...test, cut: { ...test.cut, deed } }));
  return { ...report, powerCut: powerCut && { ...powerCut, tests } };
}

function inspectionAfter(tests: readonly PowerCutTest[]): Report {
  const unjudged = { ...sampleUnjudgedReport(), powerCut: powerCutOf(tests) };
  return { ...unjudged, verdict: verdictOn(unjudged) };
}

function recordedNames(of: Report): string[] {
  return recordedValues(of, glanceOf(of).mark, null).map(([name]) => name);
}

const powerCutReportWith = (tests: readonly PowerCutTest[]): Report => {
  const [test, ...earlier] = [...tests].reverse();
  if (test === undefined) {
    throw new Error("no test");
  }
  return powerCutReportOn({ ...report, test, earlier });
};

const stepsOf = (of: Report) => paperOf(of).repeat.map((step) => tell(step));
