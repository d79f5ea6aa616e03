import { type DriveError, type HostError, hostError } from "#contract/drive-error";
import type { HostEvent, WordedEvent } from "#contract/engine-messages";
import type { FlushRound } from "#contract/mode-result";
import type { JudgedReport, Report, ReportWarning } from "#contract/report";
import type { Paragraph, Reason } from "#contract/statement";
import { type WorkloadResults, workloadResults } from "#contract/workloads/index";
import { currentLanguage, inLanguage } from "./language";
import { messageOf, tell, tellAll } from "./statements";
import { retellVerdict, tellVerdict, withCurrentStatements } from "./verdict";

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

/** Wraps an unexpected exception as an internal error, because it is a bug of DriveProof. */
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

/** The workloads' fields, with the sentences of their reasons and disturbances. */
function resultsInWords(report: WorkloadResults): WorkloadResults {
  const fields = Object.keys(workloadResults) as (keyof WorkloadResults)[];
  const told = fields.map((field) => [field, withSentences(report[field])]);
  return Object.fromEntries(told) as WorkloadResults;
}

/** Adds the sentences wherever the value has their codes; older reports have only sentences. */
function withSentences(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withSentences);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const fields = Object.entries(value).map(([name, field]) => [name, withSentences(field)]);
  const { statements, disturbedBy }: Coded = value;
  return {
    ...Object.fromEntries(fields),
    ...(statements && { reason: tellAll(statements) }),
    ...(disturbedBy && { disturbances: disturbedBy.map(tell) }),
  };
}

type Coded = Partial<Pick<Reason, "statements"> & Pick<FlushRound, "disturbedBy">>;

function inEnglish<T>(render: () => T): T {
  return inLanguage("en", render);
}
