import type { DriveError, HostError } from "../contract/drive-error";
import type { HostEvent, WordedEvent } from "../contract/engine-messages";
import type { ReportWarning } from "../contract/report";
import type { Paragraph } from "../contract/statement";
import { tellAll } from "./statements";

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
