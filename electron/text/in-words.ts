import type { DriveError, HostError } from "../contract/drive-error";
import type { HostEvent, WordedEvent } from "../contract/engine-messages";
import type { JudgedReport, Report, ReportWarning } from "../contract/report";
import type { Paragraph } from "../contract/statement";
import { workloadIds } from "../contract/workloads";
import { tellAll } from "./statements";
import { tellVerdict } from "./verdict";
import { homeOf } from "./workloads";

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
  return { ...error, message: tellAll(error.statements) };
}

export function warningInWords(code: string, statements: Paragraph): ReportWarning {
  return { code, message: tellAll(statements), statements: [...statements] };
}

/** The report with what is kept in codes in words beside them. */
export function reportInWords(report: JudgedReport): Report {
  return {
    ...report,
    ...Object.assign({}, ...workloadIds.map((id) => homeOf(id).inWords?.(report))),
    verdict: tellVerdict(report.verdict),
    error: report.error && ("message" in report.error ? report.error : errorInWords(report.error)),
    warnings: report.warnings.map((warning) =>
      "message" in warning ? warning : warningInWords(warning.code, warning.statements),
    ),
  };
}
