import { describe, expect, it } from "vitest";
import { powerCutOf } from "#analysis/power-cut/sum";
import type { PowerCutTest } from "#contract/power-cut/test";
import { outcomesText } from "#text/power-cut/outcomes";
import { powerCutLines } from "../../../../electron/main/cli/terminal-table";
import { verdictOn } from "../../../helpers/judged";
import { answerIn, findingIn, judged, plain } from "../../../helpers/read-verdict";
import { counted, cutOn } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { said } from "./first-page";

const days = (count: number, changes: Partial<PowerCutTest["cut"]> = {}, from = 1) =>
  Array.from({ length: count }, (_, day) => cutOn(from + day, "kept", changes));

function verdictOf(tests: readonly PowerCutTest[]) {
  const report = { ...sampleUnjudgedReport(), powerCut: powerCutOf(tests) };
  const verdict = verdictOn(report);
  const finding = verdict.findings.find(({ code }) => code.startsWith("power-cut"));
  const saved = verdict.answers.find(({ question }) => question === "saved-means-saved");
  return {
    detail: plain(finding?.detail ?? ""),
    saved: plain(`${saved?.word}: ${saved?.reason}`),
  };
}

/**
 * The test changed so that only the mode that bypasses memory kept its saves and the ordinary save
 * proves nothing.
 */
function ofAnotherMode(test: PowerCutTest): PowerCutTest {
  const modes = test.modes.map((mode) => {
    if (mode.mode === "fsync") {
      return { ...mode, verdict: "not-proven" as const, doubt: "flushed-by-another" as const };
    }
    return mode.mode === "o_direct_dsync"
      ? { ...mode, verdict: "kept" as const, refusal: null, windowNs: 4 }
      : mode;
  });
  return { ...test, modes };
}

describe("the words about several plug tests", () => {
  it("count in the answer only cuts that the system shows, and make the loss bound depend on the word of the person", () => {
    const { detail, saved } = verdictOf([...days(9), ...days(1, counted, 10)]);
    expect(saved).toMatch(/^Yes, in one power cut: /);
    expect(detail).toMatch(
      /in 10 power cuts, one of them shown by the system, the others by the word/,
    );
    expect(detail).toMatch(/3 \/ 10.*confidence, if the power went each time as the person says\./);
    expect(verdictOf(days(10, counted)).detail).not.toMatch(/the person/);
  });

  it("use the singular for one cut that only the person reports", () => {
    const { detail } = verdictOf([...days(1), ...days(1, counted, 2)]);
    expect(detail).toMatch(/one of them shown by the system, the other by the word/);
  });

  it("cite after the claim about ordinary saves the evidence of the cut that reached ordinary saves", () => {
    const other = ofAnotherMode(cutOn(2, "kept"));
    expect(verdictOf([cutOn(1, "kept", counted), other]).detail).toContain(
      "Nothing confirmed by ordinary saves was lost in one power cut, as the system shows. The drive’s own counter of unsafe shutdowns rose from 57 to 58: it confirms the cut.",
    );
  });

  it("ask for no more power cuts if the drive has another fault", () => {
    const powerCut = powerCutOf([cutOn(1, "lost", counted)]);
    const todo = (options: SampleOptions) =>
      findingIn(judged({ ...options, report: { powerCut } }), "power-cut-lost")?.detail ?? "";
    expect(todo({})).toMatch(/then run the plug test again\.$/);
    expect(todo({ capacity: "false" })).toMatch(
      /Do not keep the only copy of anything on this volume, and cut its power no more\.$/,
    );
  });

  it("give way on the first page to the warning that the drive is smaller than it says", () => {
    const powerCut = powerCutOf([cutOn(1, "lost", counted)]);
    for (const capacity of ["false", "false-or-damaged"] as const) {
      const { headline, todo } = said(sampleReport({ capacity, report: { powerCut } }));
      expect(headline).toMatch(/This drive is smaller than it says/);
      expect(todo).toMatch(/take it back/);
    }
  });

  it("still say that other ways of saving lost nothing if no cut reached the ordinary saves", () => {
    const powerCut = powerCutOf([ofAnotherMode(cutOn(1, "kept"))]);
    const report = sampleReport({ report: { powerCut } });
    expect(said(report).rows["Survives a power cut"]).toBe(
      "open: reached only other ways of saving",
    );
    expect(findingIn(report.verdict, "power-cut-not-proven")?.detail).toMatch(
      /^With confirmed writes around memory nothing was lost\./,
    );
    const lines = powerCutLines(report).map(plain).join();
    expect(lines).toMatch(/no cut has reached the main way of saving yet/i);
    expect(lines).not.toMatch(/proven anything/);
    expect(outcomesText.leftOut({ count: 1 })).toBe(
      "One test proves nothing of the main way of saving and is left out of this figure.",
    );
  });

  it("cite the evidence of the real power cut, even if an older version mistook a restart for a cut in another test", () => {
    const restart = (outcome: "kept" | "lost") => cutOn(3, outcome, { deed: null });
    expect(verdictOf([cutOn(1, "kept", counted), restart("kept")]).detail).toMatch(
      /confirms the cut\./,
    );
    expect(verdictOf([cutOn(1, "lost", counted), restart("lost")]).detail).toMatch(
      /confirms the cut\./,
    );
  });
});

it.each<[string, SampleOptions]>([
  ["no flush is sent", { volume: { mountOptions: "rw,nobarrier" } }],
  ["Windows sends no flush", { os: "windows", volume: { flushesTurnedOff: true } }],
  ["saves are ignored", { volume: { fileSystem: "overlay", mountOptions: "rw,volatile" } }],
  ["a virtual machine keeps the data", { host: { virtualMachine: "KVM" } }],
])("cuts without a loss are neither praise nor evidence of honest saves if %s", (_, options) => {
  const kept = { powerCut: powerCutOf(days(30, counted)) };
  const verdict = judged({ ...options, report: kept });
  expect(findingIn(verdict, "power-cut-kept")?.severity).toBe("info");
  expect(answerIn(verdict, "honesty").word).toBe("No evidence available");
});

it("the finding on a loss says that the system shows the cut with the loss, and does not say so of the other cuts", () => {
  const ofLosses = (...tests: readonly PowerCutTest[]) => verdictOf(tests).detail;
  expect(ofLosses(cutOn(1, "kept"), cutOn(2, "lost", counted))).toContain(
    "lost in 1 of 2 power cuts; the system shows that one.",
  );
  expect(ofLosses(cutOn(1, "lost", counted))).toContain("in a power cut, as the system shows.");
});
