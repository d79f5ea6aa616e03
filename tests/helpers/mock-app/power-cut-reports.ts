import { powerCutOf } from "#analysis/power-cut/sum";
import type { HistoryEntry } from "#contract/history";
import type { PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import { volumeFactsSchema } from "#contract/volume-schema";
import { historyEntryOf } from "../../../electron/history-host/read-entry";
import { powerCutReportOn, verdictOn } from "../judged";
import { sampleHealth } from "../sample-health";
import { cutOn } from "../sample-power-cut";
import { sampleUnjudgedReport } from "../sample-report";
import { laptopComputer, laptopVolume } from "./volumes";

/**
 * Reports of plug tests, and inspections of drives that had a plug test before, all on the mock's
 * laptop.
 */

const facts = volumeFactsSchema.parse(laptopVolume);
const volume: Report["volume"] = {
  ...facts,
  drive: {
    ...facts.drive,
    serial: "S6Z1EXAMPLE0042",
    firmware: "4B2QEXA7",
    capacityBytes: 1_000_204_886_016,
    link: {
      type: "pcie",
      gigatransfersPerSecond: 16,
      lanes: 4,
      most: { gigatransfersPerSecond: 16, lanes: 4 },
    },
    sectorBytes: { logical: 512, physical: 512 },
  },
};
const { app, host } = sampleUnjudgedReport();
const health = sampleHealth({ powerOnHours: 31, powerCycles: 74, unsafeShutdowns: 5 });
/** The drive's own count of unsafe shutdowns rose with the power cut. */
const counted = { unsafeShutdowns: { before: 4, after: 5, stoodStill: true } };
const earlier = [cutOn(1, "kept"), cutOn(2, "not-proven")];

const reportOf = (test: PowerCutTest, known: readonly PowerCutTest[] = []): Report =>
  powerCutReportOn({
    app,
    host,
    computer: laptopComputer,
    health,
    volume,
    warnings: [],
    test,
    earlier: known,
  });

/**
 * A test that lost saves, in a cut that the drive's counter confirms; an earlier cut lost nothing,
 * and a third one proved nothing.
 */
export const lostPowerCutReport = reportOf(cutOn(3, "lost", counted), earlier);
/** The first plug test of a drive, whose own counter rose with the cut. */
export const keptPowerCutReport = reportOf(cutOn(4, "kept", counted));

function inspection(runId: string, tests: readonly PowerCutTest[]): Report {
  const sample = sampleUnjudgedReport({
    modes: [{ mode: "fsync", iops: 1400, flushesPerSave: null }],
  });
  const unjudged = { ...sample, runId, volume, powerCut: powerCutOf(tests) };
  return { ...unjudged, verdict: verdictOn(unjudged) };
}

/** An inspection in which neither flush counts nor a plug test show where saves end. */
export const openInspection = inspection("a0000000-0000-4000-8000-000000000001", []);
export const cutInspection = inspection("a0000000-0000-4000-8000-000000000002", [
  cutOn(1, "kept", counted),
  cutOn(2, "kept", counted),
]);

export const powerCutReports = [
  lostPowerCutReport,
  keptPowerCutReport,
  openInspection,
  cutInspection,
];

export const powerCutReportsById: Readonly<Record<string, Report>> = Object.fromEntries(
  powerCutReports.map((report) => [report.runId, report]),
);

export const powerCutEntries: readonly HistoryEntry[] = powerCutReports.map(historyEntryOf);
