import path from "node:path";
import { powerCutReport } from "#analysis/power-cut-report";
import type { DriveError } from "#contract/drive-error";
import type { PowerCutPlan, PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import type { Volume, VolumeFacts } from "#contract/volume";
import { reportInWords } from "#text/in-words";
import { type FactReaders, readFacts } from "../inspection/facts";
import { historyWarnings, type KnownPowerCutTests } from "../inspection/known-power-cut-tests";

export interface PowerCutReportParts extends FactReaders {
  readonly describeFolder: (directory: string) => Promise<Volume>;
  /** The drive's plug tests in the history; none on the command line, which has no history. */
  readonly earlierTests: (volume: VolumeFacts) => Promise<KnownPowerCutTests>;
}

/** A test that has been read back, and the data its report needs. */
export interface ReadBackPowerCutTest {
  readonly test: PowerCutTest;
  readonly folder: string;
  /** The settings under which the test was written; missing from tests of earlier versions. */
  readonly settings?: PowerCutPlan["settings"];
  readonly engineVersion: string;
  /** The error that ended the writing, if any. */
  readonly writingError?: DriveError | null;
}

export type MakePowerCutReport = (finished: ReadBackPowerCutTest) => Promise<Report>;

/**
 * The report has current facts about computer and drive, but the settings under which the test was
 * written: these can explain a loss or why nothing was lost.
 */
export function powerCutReportMaker(parts: PowerCutReportParts): MakePowerCutReport {
  return async ({ test, folder, settings, engineVersion, writingError = null }) => {
    // The power cut may have destroyed the test's folder, but not the folder that contains it.
    const found = await parts.describeFolder(path.dirname(folder));
    const volume = settings === undefined ? found : { ...found, ...settings };
    const [earlier, { flushesTurnedOff, ...facts }] = await Promise.all([
      parts.earlierTests(volume),
      readFacts(parts, found),
    ]);
    const judged = powerCutReport({
      app: { ...parts.app, engine: engineVersion },
      ...facts,
      volume: { ...volume, flushesTurnedOff },
      warnings: historyWarnings(earlier),
      test,
      writingError,
      earlier: earlier.tests,
    });
    return reportInWords(judged);
  };
}
