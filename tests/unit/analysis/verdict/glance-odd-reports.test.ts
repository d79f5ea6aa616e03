import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { driveError } from "#contract/drive-error";
import { powerCutReportOn } from "../../../helpers/judged";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cutOn, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import {
  app,
  host,
  noCut,
  of,
  onlyOthersKept,
  plugTest,
  said,
  volume,
  withModes,
} from "./first-page";

/** The first page and its paper for reports that combine two causes or have an unusual drive. */

const ended = (code: Parameters<typeof driveError>[0], syscall = "fsync") => ({
  partial: true,
  error: driveError(code, "Something happened.", { syscall, osCode: 5 }),
});
const failing = sampleHealth({ criticalWarnings: ["degraded"] });
const stick = { kind: "usb", bus: "usb", removable: true, model: "USB Flash Disk" } as const;

describe("the row about saves beside a graver fault", () => {
  it('says "one save failed" instead of "each passed on by the system" if a save failed', () => {
    const lost = { ...ended("drive-error"), powerCut: cuts(["lost"], counted) };
    expect(of({ report: lost }).rows["Saves reach the drive"]).toBe("bad: one save failed");
    const { verification } = sampleReport();
    const changed = verification && { ...verification, mismatchCount: 2 };
    const differs = { ...ended("drive-error"), verification: changed };
    expect(of({ report: differs }).rows["Saves reach the drive"]).toBe("bad: one save failed");
  });

  it("does not report a failed save if only a read failed", () => {
    const lost = { ...ended("drive-error", "pread"), powerCut: cuts(["lost"], counted) };
    expect(of({ report: lost }).rows["Saves reach the drive"]).toBe(
      "proof: each passed on by the system",
    );
  });
});

describe("a plug test without a loss", () => {
  const setUnsafely = { volume: { flushesTurnedOff: true } };
  const kept = cutOn(1, "kept", counted);
  const questions = (report: ReturnType<typeof powerCutReportOn>) =>
    glanceOf(report).cards.map(({ id }) => id);
  const report = (changes: Partial<Parameters<typeof powerCutReportOn>[0]>) =>
    powerCutReportOn({ app, host, volume, warnings: [], test: kept, earlier: [], ...changes });

  it('leads to the card "certainty" only if no fault or doubt is reported', () => {
    expect(plugTest(kept, [], setUnsafely).headline).toMatch(/^Not safe\./);
    expect(questions(report({ volume: { ...volume, flushesTurnedOff: true } }))).toEqual([
      "missing",
    ]);
    expect(questions(report({ health: failing }))).toEqual(["missing"]);
    expect(questions(report({ health: sampleHealth({ mediaErrors: 3 }) }))).toEqual(["missing"]);
    expect(questions(report({}))).toEqual(["missing", "certainty"]);
  });

  it("is not to be repeated to confirm a fault that the drive itself reports", () => {
    const { repeat } = said(report({ health: failing }));
    expect(repeat.at(-1)).toBe("Inspect it, and compare its own report with this page.");
    expect(repeat.join(" ")).not.toMatch(/plug test|power button/);
  });
});

describe("a plug test of which no power cut is known", () => {
  it('leads to the button "Run the plug test" instead of "Cut the power again"', () => {
    const nothing = cutOn(1, "not-proven", noCut);
    expect(plugTest(nothing).deeds[0]).toMatch(/^Run the plug test: /);
    expect(plugTest(onlyOthersKept(1)).deeds[0]).toMatch(/^Cut the power again: /);
  });

  it("leads to the advice to copy the files before the next plug test if files changed", () => {
    const changed = withModes(cutOn(1, "not-proven", noCut), ({ lossExpected }) =>
      lossExpected ? {} : { doubt: "changed-without-cut", failed: 5 },
    );
    expect(plugTest(changed).deeds[0]).toBe(
      "Run the plug test: Optional · once your files are copied",
    );
  });
});

it("saves lost on ZFS lead to whoever set up ZFS, and not to a shop", () => {
  const { steps, deeds, next } = plugTest(cutOn(1, "lost", counted), [], {
    volume: { fileSystem: "zfs" },
  });
  expect(steps[1]).toMatch(/^Tell whoever set it up: /);
  expect(deeds[1]).toBe("Save as PDF: Onto a stick, to show it");
  expect([...steps, ...deeds, next].join(" ")).not.toMatch(/shop|sold/);
});

it("a network drive in a virtual machine is not said to depend only on the computer that runs the virtual machine", () => {
  const share: SampleOptions = {
    drive: { kind: "network", bus: null, model: null },
    host: { virtualMachine: "KVM" },
  };
  expect(of(share).rows).toMatchObject({ "Survives a power cut": "open: not tested" });
  const { next, steps } = of({ ...share, report: ended("drive-error") });
  expect(next).toMatch(/what keeps the data, or the way to it/);
  expect(steps[1]).toMatch(/^Tell whoever set it up: /);
});

it("the printed report on a failing drive in a group or a virtual machine asks to examine the drive by its own report", () => {
  const options: SampleOptions[] = [
    { drive: { disks: 2, removable: false } },
    { host: { virtualMachine: "KVM" } },
  ];
  for (const option of options) {
    expect(of({ ...option, report: { health: failing } }).next).toMatch(
      /^Please examine this (drive|group of drives) by its own report/,
    );
  }
});

it("a single save that took 7 s leads on paper to a question about its cause, which is listed as not known", () => {
  const hang = [{ mode: "fsync", iops: 600, flushesPerSave: 1, slowestNs: 7_000_000_000 }] as const;
  const { next, unknown } = of({ modes: hang });
  expect(next).toBe(
    "If it happens again, please find out whether this drive, its connection or the computer lets saves wait so long, and say so in writing.",
  );
  expect(unknown).toContain("Whether the drive, its connection or the computer is the cause.");
});

it("ways of saving that were left out of the plan are not said to be impossible to measure", () => {
  const { headline } = of({ os: "macos", modes: [{ mode: "fsync", iops: 26_000 }] });
  expect(headline).toBe("Not judged. No safe way of saving was measured.");
});

it("the advice after a plug test asks for a copy online or on a separate drive", () => {
  const { steps } = plugTest(cutOn(1, "kept", counted));
  expect(steps[0]).toMatch(/online or on a separate drive/);
});

describe("a group of drives", () => {
  const group: SampleOptions = { drive: { kind: "nvme", disks: 2, removable: false } };

  it('leads after a drive error or its removal to the advice to copy the files, but not "to another drive"', () => {
    for (const code of ["drive-error", "volume-gone"] as const) {
      const { headline, todo, steps, deeds, repeat } = of({ ...group, report: ended(code) });
      const texts = [headline, todo, ...steps, ...deeds, ...repeat].join(" ");
      expect(texts).toMatch(/[Cc]opy/);
      expect(texts).not.toMatch(/to another drive/);
    }
  });

  it("leads to a report for the owner's records and not for a shop", () => {
    expect(of(group).deeds[0]).toBe("Save as PDF: For your records");
    expect(of({}).deeds[0]).toBe("Save as PDF: For your records, or for a shop");
  });
});

it('the first page of a good drive refers to the advice below if there is any, instead of saying "You need do nothing"', () => {
  const { headline, todo } = of({ sustained: {} });
  expect(headline).toMatch(/^Good\./);
  expect(todo).toBe("See below what was found and what helps.");
  expect(of({}).todo).toMatch(/^You need do nothing\./);
  // On a Mac the page must not refer to details below: they do not say that an ordinary save ends
  // in the drive's own memory.
  expect(of({ os: "macos" }).todo).toMatch(/^You need do nothing\./);
});

it('the row about saves says "not passed on by the system" if a setting turns flushes off, even beside a graver fault', () => {
  const health = failing;
  for (const option of [
    { os: "windows", volume: { flushesTurnedOff: true } },
    { volume: { mountOptions: "rw,nobarrier" } },
  ] as const) {
    const { headline, rows } = of({ ...option, report: { health } });
    expect(headline).toMatch(/^Fault found\. This drive reports that it is failing/);
    expect(rows["Saves reach the drive"]).toBe("bad: not passed on by the system");
  }
});

it("a vanished drive of unknown kind is to be plugged in again unless the system runs from it or it is built in", () => {
  const gone = (options: SampleOptions) =>
    of({
      ...options,
      drive: { kind: "unknown", bus: "raid", ...options.drive },
      report: ended("volume-gone"),
    });
  const unknown = { drive: { removable: null } } as const;
  expect(gone({ ...unknown, volume: { system: true } }).headline).toMatch(/off and on again\.$/);
  expect(gone({ drive: { removable: false } }).headline).toMatch(/off and on again\.$/);
  expect(gone({ ...unknown, volume: { system: false } }).headline).toMatch(/plug it in again\.$/);
});

describe("the row about data on a drive with an error", () => {
  it("says that reading failed, and not that data came back unchanged, if a read failed", () => {
    for (const verification of [sampleReport().verification, null]) {
      const report = { ...ended("drive-error", "pread"), verification };
      expect(of({ report }).rows["Data stays unchanged"]).toBe("bad: reading failed");
    }
    const { rows } = of({ drive: stick, report: ended("drive-error", "ReadFile") });
    expect(rows["Data stays unchanged"]).toBe("bad: reading failed");
  });

  it("still says that the compared data was correct if only a save failed", () => {
    expect(of({ report: ended("drive-error", "fsync") }).rows["Data stays unchanged"]).toBe(
      "proof: 268 MB of test data, all correct",
    );
  });
});

describe("an inspection that ended early on a drive that needs care", () => {
  const care = sampleHealth({ mediaErrors: 3 });
  const hang = [{ mode: "fsync", iops: 600, flushesPerSave: 1, slowestNs: 7_000_000_000 }] as const;
  const params = { syscall: "pwrite", error: "EUCLEAN", words: "Damaged", atByte: null };
  const damaged = {
    partial: true,
    error: {
      ...driveError("unclear", "It is damaged."),
      statements: [{ code: "error.damaged-file-system", params }],
    },
  };

  it("is to be repeated only after the cause of its end was removed", () => {
    const deeds = (ending: SampleOptions["report"]) =>
      of({ report: { health: care, ...ending } }).deeds;
    expect(deeds({})).toEqual([
      "Save as PDF: For the shop or the maker",
      "Inspect again: With the same tests",
    ]);
    expect(deeds(ended("volume-full", "pwrite")).slice(1)).toEqual([
      "Show what fills it: Delete only what you know, then empty the bin",
      "Inspect again: With the same tests",
    ]);
    expect(deeds(ended("no-permission", "open")).slice(1)).toEqual([
      "Another folder: Or another drive",
    ]);
    expect(deeds(damaged).join()).not.toMatch(/Inspect again/);
  });

  it("is to be repeated in another folder if permission is missing, and after a check if the file system is damaged, also if a save hung", () => {
    const page = (report: NonNullable<SampleOptions["report"]>) => of({ modes: hang, report });
    const elsewhere = page(ended("no-permission", "open"));
    expect(elsewhere.todo).toBe("Keep a copy elsewhere; then inspect in another folder.");
    expect(elsewhere.steps[1]).toMatch(/^Inspect in another folder: /);
    expect(elsewhere.deeds[1]).toBe("Another folder: Or another drive");
    const repair = page(damaged);
    expect(repair.todo).toMatch(/have the volume checked, then inspect again\.$/);
    expect(repair.steps[1]).toMatch(/^Have the volume checked, inspect again: /);
    expect(repair.deeds.join()).not.toMatch(/Inspect again/);
    expect(page({}).todo).toMatch(/close other programs, then inspect again\.$/);
    expect(page({}).deeds[1]).toBe("Inspect again: Once your files are copied");
  });
});

describe("a faulty drive that vanished", () => {
  it("leads to the advice to copy its files only once it is back", () => {
    for (const options of [
      { report: { health: failing } },
      { capacity: "false" },
      { capacity: "damaged" },
    ] satisfies SampleOptions[]) {
      const report = sampleReport({
        ...options,
        drive: stick,
        report: { ...options.report, ...ended("volume-gone") },
      });
      const { headline, todo } = said(report);
      expect(headline).not.toMatch(/copy/);
      expect(todo).toBe("If it comes back, copy what matters before anything else.");
      const details = report.verdict.findings.map(({ detail }) => detail).join(" ");
      expect(details).not.toMatch(/Copy what matters .* now/);
    }
    expect(of({ drive: stick, report: { health: failing } }).headline).toMatch(
      /copy your files now/,
    );
    expect(of({ drive: stick, capacity: "false" }).todo).toMatch(/^Copy what matters/);
  });
});

it("the request on paper for a group of drives is about the same doubt as the first page", () => {
  const group: SampleOptions = { drive: { disks: 2, removable: false } };
  const hang = [{ mode: "fsync", iops: 600, flushesPerSave: 1, slowestNs: 7_000_000_000 }] as const;
  expect(of({ ...group, modes: hang }).next).toMatch(/^If it happens again, please find out/);
  const health = sampleHealth({ powerOnHours: 9000 });
  const used = of({
    ...group,
    report: { health, purchase: "new", purchasedIn: "2025-02" },
  });
  expect(used.headline).toBe("Doubtful. Sold as new, this group of drives looks used.");
  expect(used.next).toMatch(/^Please say in writing where it was used before/);
  expect(used.deeds[0]).toBe("Save as PDF: For the shop or the maker");
});

it("flushes missing on ZFS lead to whoever set up ZFS, and not to a shop", () => {
  const fewer = (share: number): SampleOptions => ({
    volume: { fileSystem: "zfs" },
    modes: sampleModes.linux.map((mode) => ({ ...mode, flushesPerSave: share })),
  });
  for (const options of [fewer(0), fewer(0.5)]) {
    const { next, steps, deeds } = of(options);
    expect(next).toMatch(/^Please find out whether what keeps the data/);
    expect(deeds.join(" ")).toMatch(/Save as PDF: For whoever set it up/);
    expect([...steps, ...deeds, next].join(" ")).not.toMatch(/shop|repair/);
  }
  expect(of({ ...fewer(0), volume: {} }).next).toMatch(/^Please examine the drive/);
});

it("a first page that asks for tests that were left out offers to choose tests, and not to repeat the same ones", () => {
  for (const { todo, deeds } of [
    of({ os: "macos", modes: [{ mode: "fsync", iops: 26_000 }] }),
    of({ report: { plan: planFor("quick", "linux", ["reading"]) }, modes: [] }),
  ]) {
    expect(todo).toBe("Inspect it with all tests to know more.");
    expect(deeds).toContain("Choose more tests: Then inspect it again");
    expect(deeds.join()).not.toMatch(/same tests/);
  }
});
