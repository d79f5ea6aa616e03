import type { UnjudgedReport } from "#analysis/facts/facts";
import { type FinishedPowerCutTest, powerCutReport } from "#analysis/power-cut-report";
import { type Part, paragraph } from "#analysis/say";
import { judge } from "#analysis/verdict";
import type { Report } from "#contract/report";
import type { Verdict } from "#contract/verdict";
import { reportInWords } from "#text/in-words";
import { tellAll } from "#text/statements";
import { tellVerdict } from "#text/verdict";

/** The verdict on a report, in words. */
export function verdictOn(report: UnjudgedReport): Verdict {
  return tellVerdict(judge(report));
}

/** The report of a finished plug test, in words. */
export function powerCutReportOn(test: FinishedPowerCutTest): Report {
  return reportInWords(powerCutReport(test));
}

/** The text of a finding or an answer; empty for `null`. */
export function said(part: Part | null): string {
  return tellAll(paragraph(part));
}
