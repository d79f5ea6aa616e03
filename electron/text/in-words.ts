import { type DriveError, type HostError, hostError } from "#contract/drive-error";
import type { HostEvent, WordedEvent } from "#contract/engine-messages";
import type { JudgedReport, Report, ReportWarning } from "#contract/report";
import type { Paragraph } from "#contract/statement";
import { type WorkloadResults, workloadIds } from "#contract/workloads/index";
import { currentLanguage, inLanguage } from "./language";
import { reasonInWords } from "./reasons";
import { messageOf, tell, tellAll } from "./statements";
import { retellVerdict, tellVerdict, withCurrentStatements } from "./verdict";
import { homeOf } from "./workloads";

/** Adds sentences to a host's message, whose error or warning has only codes. */
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

/** Wraps an unexpected exception as an internal error: it is a bug of ours. */
export function internalError(cause: unknown): DriveError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return errorInWords(hostError("internal", [{ code: "error.itself", params: { reason } }]));
}

export function warningInWords(code: string, statements: Paragraph): ReportWarning {
  const message = inEnglish(() => tellAll(statements));
  return { code, message, statements: [...statements] };
}

/** The report with sentences in place of the analysis's codes. */
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

/**
 * A stored report in the current language. Texts of earlier versions, whose codes are missing or
 * render to another text, stay as they are.
 */
export function inLanguageOfMoment(report: Report): Report {
  const verdict = withCurrentStatements(report.verdict);
  return currentLanguage() === "en"
    ? { ...report, verdict }
    : {
        ...report,
        ...resultsInWords(report),
        verdict: retellVerdict(verdict),
        error: report.error && { ...report.error, message: messageOf(report.error) },
        warnings: report.warnings.map((warning) => ({ ...warning, message: messageOf(warning) })),
      };
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
