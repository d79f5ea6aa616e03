import { describe, expect, it } from "vitest";
import { factsOf } from "#analysis/verdict/facts";
import { powerCutTestAdviceOn, powerCutTestAdvised } from "#analysis/verdict/power-cut";
import { driveError } from "#contract/drive-error";
import { said, verdictOn } from "../../../helpers/judged";
import { sampleHealth } from "../../../helpers/sample-health";
import { cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { clean, linux } from "./scenario";

/** Whether a plug test is advised; `powerCutTestAdvised()` must agree with the line or finding. */
function isAdvised(options: SampleOptions): boolean {
  const report = sampleUnjudgedReport(options);
  const advised = powerCutTestAdvised(factsOf(report));
  const { advice, findings } = verdictOn(report);
  const isTold =
    advice.includes(said(powerCutTestAdviceOn(report))) ||
    findings.some(({ code }) => code === "saves-outpace-writing");
  expect(isTold).toBe(advised);
  return advised;
}

const silent: SampleOptions = { modes: linux(1400, null) };

describe("the verdict", () => {
  it.each(allScenarios)(
    "advises the plug test exactly if powerCutTestAdvised() returns true: $name",
    ({ given }) => {
      isAdvised(given);
    },
  );

  it.each([
    ["no evidence exists", silent],
    ["flushes are missing", { modes: linux(45_000, 0) }],
    ["flushes are too few", { modes: linux(1400, 0.5) }],
    [
      "no flush is seen and the cache is not known",
      { modes: linux(1400, 0), volume: { writeCache: "unknown" } },
    ],
    [
      "a disk is faster than its rotation allows",
      { modes: linux(900, 1), drive: { kind: "hard-disk" } },
    ],
    ["saves are too fast", { modes: linux(45_000, 1) }],
    ["Windows counts no flushes", { os: "windows" }],
  ] as const)("advises the plug test when %s", (_name, options) => {
    expect(isAdvised(options)).toBe(true);
  });

  it("does not advise the plug test when every save was seen to reach the drive", () => {
    expect(isAdvised({})).toBe(false);
  });

  it("does not advise the plug test when no cut could prove anything", () => {
    expect(isAdvised({ ...silent, host: { virtualMachine: "KVM" } })).toBe(false);
    expect(isAdvised({ ...silent, drive: { kind: "network" } })).toBe(false);
    expect(isAdvised({ ...silent, volume: { fileSystem: "tmpfs" } })).toBe(false);
  });

  it("does not advise the plug test on a drive that fails, damages data or reports a fault", () => {
    const error = driveError("drive-error", "The drive reported an error.");
    expect(isAdvised({ ...silent, report: { error } })).toBe(false);
    const verification = { ...clean, mismatchCount: 1 };
    expect(isAdvised({ ...silent, report: { verification } })).toBe(false);
    expect(isAdvised({ ...silent, capacity: "damaged" })).toBe(false);
    const modes = linux(1400, null).map((mode) =>
      mode.mode === "o_sync" ? { ...mode, failure: error } : mode,
    );
    expect(isAdvised({ modes })).toBe(false);
    for (const signs of [{ criticalWarnings: ["degraded" as const] }, { mediaErrors: 1 }]) {
      expect(isAdvised({ ...silent, report: { health: sampleHealth(signs) } })).toBe(false);
    }
    expect(isAdvised({ ...silent, report: { health: sampleHealth() } })).toBe(true);
    expect(isAdvised({ ...silent, report: { verification: clean } })).toBe(true);
    expect(isAdvised({ ...silent, report: { verification: null } })).toBe(true);
  });

  it("advises the plug test until a plug test has given an answer", () => {
    expect(isAdvised({ ...silent, report: { powerCut: cuts(["not-proven"]) } })).toBe(true);
    expect(isAdvised({ ...silent, report: { powerCut: cuts(["kept"]) } })).toBe(false);
    expect(isAdvised({ ...silent, report: { powerCut: cuts(["lost"]) } })).toBe(false);
  });
});
