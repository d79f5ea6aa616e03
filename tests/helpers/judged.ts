import {
  type FinishedPowerCutTest,
  powerCutReport,
} from "../../electron/analysis/power-cut/report";
import { type Part, paragraph } from "../../electron/analysis/say";
import { judge } from "../../electron/analysis/verdict";
import type { UnjudgedReport } from "../../electron/analysis/verdict/facts";
import type { Report } from "../../electron/contract/report";
import type { Verdict } from "../../electron/contract/verdict";
import { reportInWords } from "../../electron/text/in-words";
import { tellAll } from "../../electron/text/statements";
import { tellVerdict } from "../../electron/text/verdict";

/** The verdict on a report, in words. */
export function verdictOn(report: UnjudgedReport): Verdict {
  return tellVerdict(judge(report));
}

/** The report of a finished plug test, in words. */
export function powerCutReportOn(test: FinishedPowerCutTest): Report {
  return reportInWords(powerCutReport(test));
}

/** What a finding or an answer says, whether it has a code yet or not. */
export function said(part: Part | null): string {
  return tellAll(paragraph(part));
}
