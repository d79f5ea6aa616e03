import { type DriveError, type HostError, hostError } from "#contract/drive-error";
import type { HostEvent, WordedEvent } from "#contract/engine-messages";
import type { JudgedReport, Report, ReportWarning } from "#contract/report";
import type { Paragraph } from "#contract/statement";
import { type WorkloadResults, workloadIds } from "#contract/workloads/index";
import { currentLanguage, inLanguage } from "./language";
import { reasonInWords } from "./reasons";
import { tell, tellAll } from "./statements";
import { retellVerdict, tellVerdict } from "./verdict";
import { homeOf } from "./workloads";

/**
 * What was kept in codes with its words beside it. Reports and what leads to them are stored in
 * English, for machines; `inLanguageOfMoment` says a stored report in another language.
 */

/** A message of a host, which speaks in codes, with its error or warning in words. */
export function eventInWords(event: HostEvent): WordedEvent {
  if (event.type === "warning") {
    return { type: event.type, warning: warningInWords(event.code, event.statements) };
  }
  if ("error" in event) {
    return { ...event, error: event.error && errorInWords(event.error) } as WordedEvent;
  }
  return event;
}

export function errorInWords(error: HostError): DriveError {
  return { ...error, message: inEnglish(() => tellAll(error.statements)) };
}

/** Of whatever was thrown and has no meaning for a person: a mistake of ours. */
export function internalError(cause: unknown): DriveError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return errorInWords(hostError("internal", [{ code: "error.itself", params: { reason } }]));
}

export function warningInWords(code: string, statements: Paragraph): ReportWarning {
  const message = inEnglish(() => tellAll(statements));
  return { code, message, statements: [...statements] };
}

/** The report with what the analysis left in codes in words. */
export function reportInWords(report: JudgedReport): Report {
  return inEnglish(() => ({
    ...report,
    ...resultsInWords(report),
    verdict: tellVerdict(report.verdict),
    error: report.error && ("message" in report.error ? report.error : errorInWords(report.error)),
    warnings: report.warnings.map((warning) =>
      "message" in warning ? warning : warningInWords(warning.code, warning.statements),
    ),
  }));
}

/** A stored report as it is shown. Of what an earlier version stored without codes the text stays. */
export function inLanguageOfMoment(report: Report): Report {
  return currentLanguage() === "en"
    ? report
    : {
        ...report,
        ...resultsInWords(report),
        verdict: retellVerdict(report.verdict),
        error: report.error && { ...report.error, message: messageOf(report.error) },
        warnings: report.warnings.map((warning) => ({ ...warning, message: messageOf(warning) })),
      };
}

/** The message of an error or a warning in the language of the moment. */
export function messageOf({ message, statements }: Pick<DriveError, "message" | "statements">) {
  return statements === undefined ? message : tellAll(statements);
}

function resultsInWords(report: WorkloadResults): Partial<WorkloadResults> {
  return Object.assign(
    {},
    ...workloadIds.map((id) => homeOf(id).inWords?.(report, { tell, reasonInWords })),
  );
}

function inEnglish<T>(render: () => T): T {
  return inLanguage("en", render);
}
