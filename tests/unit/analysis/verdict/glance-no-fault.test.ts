import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import type { ProfileName } from "#contract/run-plan";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { good, of } from "./first-page";
import { clean, linux } from "./scenario";

/** When the first page says that there is no fault, and how it says what is not known. */

describe("the assurance that there is no fault", () => {
  const noFault = /no fault/i;
  const replaced = { health: sampleHealth({ reallocatedSectors: 20 }) };
  const errors = { health: sampleHealth({ mediaErrors: 3 }) };
  const ticked: SampleOptions = { os: "windows", volume: { flushesTurnedOff: true } };

  it('gives way to "Nothing failed" beside slow saves if the drive reports replaced sectors', () => {
    expect(of({ modes: linux(9, 1), report: replaced }).headline).toBe(
      "Good. Nothing failed, but saving is slow on this drive.",
    );
  });

  it("appears for a virtual machine only if the drive reports no replaced sectors", () => {
    const machine: SampleOptions = { ...good, host: { virtualMachine: "KVM" } };
    expect(of(machine).todo).toMatch(/^That is no fault\./);
    expect(of({ ...machine, report: replaced }).todo).toBe(
      "Go on working, and ask whether it is backed up.",
    );
  });

  it.each([
    ["was stopped", {}],
    ["ended with an error", { error: driveError("internal", "It failed.") }],
    ["found no room", { error: driveError("volume-full", "It ran full.") }],
  ] as const)("appears after an inspection that %s only if no fault is reported", (_, ending) => {
    const ended = (report: SampleOptions["report"]) =>
      of({ ...good, report: { partial: true, ...ending, ...report } }).reason;
    expect(ended({})).toMatch(/^Until then nothing/);
    const found = "What was seen stands below.";
    expect(ended(replaced)).toBe(found);
    expect(ended({ verification: { ...clean, unreadable: [4096] } })).toBe(found);
  });

  it.each<[string, SampleOptions]>([
    [
      "the drive's own report",
      { report: { health: sampleHealth({ criticalWarnings: ["degraded"] }) } },
    ],
    ["the false size of the drive", { capacity: "false" }],
    ["changed data", { report: { verification: { ...clean, mismatchCount: 3 } } }],
  ])("does not appear beside a fault that %s shows, even if a setting lost saves", (_, fault) => {
    const lost = cuts(["lost"], counted);
    const page = of({ ...ticked, ...fault, report: { ...fault.report, powerCut: lost } });
    expect(page.headline).toBe(of({ ...ticked, ...fault }).headline);
    expect(page.headline).not.toMatch(/setting/);
    expect(page.todo).not.toMatch(noFault);
    // The setting that turns off flushes explains the loss if the drive has no other fault.
    expect(of({ ...ticked, report: { powerCut: lost } }).headline).toMatch(/setting/);
  });

  it("does not appear beside long pauses", () => {
    const pausing = (options: SampleOptions): SampleOptions => ({
      ...options,
      modes: sampleModes[options.os ?? "linux"].map((mode) => ({ ...mode, slowestNs: 2e9 })),
    });
    expect(of(pausing({ host: { virtualMachine: "KVM" } })).todo).toBe(
      "Go on working, and ask whether it is backed up.",
    );
    expect(of(pausing({ report: { partial: true } })).reason).toBe("What was seen stands below.");
    // With the setting that turns off flushes no save is safe, although ordinary saves still wait
    // for the drive.
    expect(of(pausing(ticked)).todo).toBe("See below how to change it.");
    const { findings } = sampleReport(pausing(ticked)).verdict;
    expect(findings.map(({ code }) => code)).toContain("long-pauses");
  });

  it("appears beside flushes that Windows has turned off only if the drive reports no fault", () => {
    expect(of(ticked).todo).toMatch(noFault);
    expect(of({ ...ticked, report: errors }).todo).toBe("See below how to change it.");
    expect(of({ ...ticked, report: replaced }).todo).toBe("See below how to change it.");
  });
});

it("the warning that a drive itself gave stays on the first page after the drive vanished", () => {
  const gone = (health: Parameters<typeof sampleHealth>[0]) =>
    of({
      ...good,
      report: {
        partial: true,
        error: driveError("volume-gone", "It is not there."),
        health: sampleHealth(health),
      },
    }).well;
  expect(gone({ criticalWarnings: ["readonly"] })).toEqual([
    "bad: It reports that it is failing: It has switched itself to reading only",
  ]);
  expect(gone({})).toEqual([]);
});

it("the compared data is not said to have come from memory if it is not known how much was read", () => {
  const verification = { ...clean, bytesRead: null, deviceReadBytes: null };
  const { rows } = of({ report: { verification } });
  expect(rows["Data stays unchanged"]).toBe("open: cannot be seen from here");
});

it("the first page says after a failed test that figures are kept below only if something was measured", () => {
  const failed = { code: "test-failed", message: "One test could not go on." };
  const report = { partial: true, verification: null, warnings: [failed] };
  expect(of({ modes: [], report }).caveat).toBeNull();
  expect(of({ report }).caveat).toBe("What was measured is kept below.");
});

describe("the advice on paper to repeat the inspection", () => {
  it("sends the person to the command line for a profile that the window does not offer", () => {
    const repeatOf = (profile: ProfileName) =>
      of({ report: { plan: planFor(profile, "linux") } }).repeat.slice(0, 2);
    expect(repeatOf("quick")[1]).toBe(
      "Choose “Quick”, the same tests and options, and inspect it.",
    );
    const [first, second] = repeatOf("smoke");
    expect(first).toMatch(
      /on the command line, with the profile “smoke”, the same tests and options\.$/,
    );
    expect(second).toMatch(/^Compare/);
  });

  it("suggests another slot or computer only if the drive may be at fault", () => {
    const last = (options: SampleOptions) => of(options).repeat.at(-1);
    expect(last({ os: "windows", volume: { flushesTurnedOff: true } })).toBe("Compare this page.");
    expect(last({ volume: { mountOptions: "rw,nobarrier" } })).toBe("Compare this page.");
    expect(last({ volume: { fileSystem: "tmpfs" } })).toBe("Compare this page.");
    expect(last({ capacity: "damaged" })).toMatch(/another slot or computer/);
  });
});

describe("a volume that shows free space although its thin pool is full", () => {
  const noRoom = driveError("volume-full", "No room.", { syscall: "fsync", osCode: 28 });
  const report = { partial: true, verification: null, error: noRoom };

  it("is not said to have run full, and its pool is named among the reasons", () => {
    const { headline } = of({ ...good, report });
    expect(headline).toBe("Stopped early. There was not enough room for all tests.");
    const { findings } = sampleReport({ ...good, report }).verdict;
    const full = findings.find(({ code }) => code === "volume-full");
    expect(full?.title).toBe("There was no room left before the end");
    expect(full?.detail).toContain("a pool or image that the volume is made of has no room left");
  });

  it("leads to a headline about less room than is shown if a rewrite finds no room", () => {
    const modes = [{ mode: "fsync" as const, failure: noRoom }];
    const { headline } = of({ modes, report });
    expect(headline).toBe("Fault found. There is less room here than is shown.");
    const { answers } = sampleReport({ modes, report }).verdict;
    expect(answers[0]?.reason).toContain("There is less room here than is shown");
  });
});
