import { expect, it } from "vitest";
import type { Report } from "#contract/report";
import { powerCutCsvRows } from "#tables/power-cut";
import { powerCutLines } from "../../../electron/main/cli/terminal-table";
import { powerCutResult } from "../../helpers/sample-power-cut-test";
import { sampleReport } from "../../helpers/sample-report";

const [mode] = powerCutResult().modes;
function reportOf(changes: Partial<ReturnType<typeof powerCutResult>>): Report {
  const test = { ...powerCutResult(), ...changes };
  const report = sampleReport();
  return {
    ...report,
    runId: test.testId,
    plan: { ...report.plan, tests: [] },
    powerCut: {
      tests: [test],
      mode: "fsync",
      cuts: 1,
      cutsWithLoss: 0,
      confirmedCuts: 1,
      notProven: 0,
      lossRateBound: null,
      modes: [],
    } as unknown as Report["powerCut"],
  };
}

const shown = reportOf({
  othersFlushesPerSecond: 1.4,
  cut: {
    ...powerCutResult().cut,
    evidence: "system",
    shown: { by: "usb-power-on", lostPower: true },
    deed: "cable",
  },
  modes: mode === undefined ? [] : [{ ...mode, provenBy: "disk", windowNs: 40_000_000 }],
});
const unknown = reportOf({
  othersFlushesPerSecond: null,
  cut: { ...powerCutResult().cut, evidence: "none", shown: null, deed: null },
  modes: mode === undefined ? [] : [{ ...mode, provenBy: null, windowNs: null }],
});

it("powerCutCsvRows() lists how the power was cut, the evidence of it, what proves the number of the last save, and the age of the newest save", () => {
  expect(powerCutCsvRows(shown)).toMatchObject([
    {
      cutEvidence: "system",
      shownBy: "usb-power-on",
      lostPower: true,
      deed: "cable",
      othersFlushesPerSecond: 1.4,
      provenBy: "disk",
      windowNs: 40_000_000,
    },
  ]);
});

it("powerCutCsvRows() leaves unknown values empty", () => {
  expect(powerCutCsvRows(unknown)).toMatchObject([
    {
      cutEvidence: "none",
      shownBy: null,
      lostPower: null,
      deed: null,
      othersFlushesPerSecond: null,
      provenBy: null,
      windowNs: null,
    },
  ]);
});

it("powerCutLines() states in words the source of the last number and the age of the newest save, or that these are not known", () => {
  expect(powerCutLines(shown).join("\n")).toMatch(
    /last number known from the disk; newest save at most 40\sms old at the cut/,
  );
  expect(powerCutLines(unknown).join("\n")).toMatch(
    /source of the last number not known; how old the newest save was at the cut is not known/,
  );
});
