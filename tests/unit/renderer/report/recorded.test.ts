import { expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { driveError } from "#contract/drive-error";
import type { RunPlan } from "#contract/run-plan";
import { formatBytes } from "#text/format";
import { recordedValues } from "../../../../renderer/src/report/recorded";
import { situations } from "../../../helpers/mock-app/situations";
import { planWith } from "../../../helpers/plan-with";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";

const used = sampleHealth({ powerOnHours: 9000 });
const failing = sampleHealth({ criticalWarnings: ["degraded"] });
const { verification } = sampleReport();
const changed = { report: { verification: verification && { ...verification, mismatchCount: 2 } } };
const soldAsNew = { health: used, purchase: "new", purchasedIn: "2025-03" } as const;

it.each<[string, SampleOptions, boolean]>([
  ["the drive's data had an error", { capacity: "damaged" }, true],
  ["the files lie in memory", { volume: { fileSystem: "tmpfs" } }, false],
  ["the computer's memory damaged data", { volume: { fileSystem: "tmpfs" }, ...changed }, false],
  ["the drive reports that it is failing", { report: { health: failing } }, false],
  ["the drive counts errors", { report: { health: sampleHealth({ mediaErrors: 3 }) } }, false],
  ["a mount option turned the flushes off", { volume: { mountOptions: "rw,nobarrier" } }, false],
  ["a drive sold as new was used", { report: soldAsNew }, false],
])(
  "recordedValues() mentions connection and driver only for faults that they can cause: %s",
  (_, options, isOpen) => {
    const report = sampleReport(options);
    const { mark } = glanceOf(report);
    expect(["bad", "care"]).toContain(mark);
    const names = recordedValues(report, mark, null).map(([name]) => name);
    expect(names.includes("Connection and driver")).toBe(isOpen);
  },
);

it("recordedValues() contains no rate of saves if the person set the pace of the saves", () => {
  const { plan } = sampleReport();
  const savesOf = (of: RunPlan) => {
    const values = recordedValues(sampleReport({ report: { plan: of } }), "good", null);
    return Object.fromEntries(values).fsync;
  };
  expect(savesOf(plan)).toMatch(/\/s, p50/);
  expect(savesOf(planWith(plan, { "flush-modes": { paceOperationsPerSecond: 30 } }))).toMatch(
    /^p50/,
  );
});

it("recordedValues() states the free space, if known, only if an error ended the inspection", () => {
  const free = (options: SampleOptions) =>
    Object.fromEntries(recordedValues(sampleReport(options), "bad", null))[
      "Free space at the start"
    ];
  const error = driveError("drive-error", "A flush failed.", { syscall: "fsync", osCode: 5 });
  const failed = { partial: true, error };
  expect(free({ report: failed, volume: { freeBytes: 655e9 } })).toBe(formatBytes(655e9));
  expect(free({ report: failed, volume: { freeBytes: null } })).toBeUndefined();
  expect(free({ volume: { freeBytes: 655e9 } })).toBeUndefined();
});

it("recordedValues() states an error once, even if the error ended both a flush mode and the inspection", () => {
  const { "drive-error": report } = situations;
  const mode = report.flushModes.find(({ status }) => status === "failed");
  expect(mode?.reason).toBe(report.error?.message);
  const told = Object.fromEntries(recordedValues(report, "bad", null));
  expect(told.Error).toMatch(/^fsync, error 5/);
  expect(told.fsync).toBeUndefined();
  const other = { ...report, flushModes: [{ ...mode, reason: "EIO of a link" }] } as typeof report;
  expect(Object.fromEntries(recordedValues(other, "bad", null)).fsync).toBe("EIO of a link");
});
