import { buffersDirectWrites } from "#analysis/buffered-direct";
import { hasStoodStill, isNotReached } from "#analysis/reasons";
import type { FlushModeId } from "#contract/flush-mode";
import type { Report } from "#contract/report";
import type { Outcome } from "#contract/statement";
import { modeLabel } from "#text/flush-modes";
import { absenceWords, measured } from "#text/measured";
import { reasonWords } from "#text/reasons";
import { tableText } from "#text/tables";

/** A mode's label in a finished report, which shows if the file system buffers direct writes. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  return modeLabel(mode, report.host.os, buffersDirectWrites(report));
}

/** Why a measurement failed that has figures all the same; `null` if it did not fail. */
export function failureOf(outcome: Outcome, figure: number | null): string | null {
  return outcome.status === "failed" && figure !== null
    ? tableText.failed({ reason: reasonWords(outcome) ?? measured.noReason() })
    : null;
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf(outcome: Outcome, figure: number | null): string | null {
  const { status } = outcome;
  switch (status) {
    case "unavailable":
      if (hasStoodStill(outcome)) {
        return measured.leftOut();
      }
      return isNotReached(outcome)
        ? measured.notReached()
        : absenceWords(status, reasonWords(outcome));
    case "failed":
      return figure === null ? absenceWords(status, reasonWords(outcome)) : null;
    case "measured":
      return figure === null ? measured.notMeasured() : null;
  }
}
