import { buffersDirectWrites } from "../analysis/workloads/buffer-sweep/buffered-direct";
import { commitsNotReachedReason } from "../analysis/workloads/commits/results";
import { notReachedReason } from "../analysis/workloads/flush-modes/results";
import type { FlushModeId } from "../contract/flush-mode";
import type { Report } from "../contract/report";
import { modeLabel } from "../text/flush-modes";
import { absenceWords, measured } from "../text/measured";

/** What a person calls the mode in a finished report, which knows what the file system made of it. */
export function reportModeLabel(
  mode: FlushModeId,
  report: Pick<Report, "host" | "volume">,
): string {
  return modeLabel(mode, report.host.os, buffersDirectWrites(report));
}

interface Outcome {
  readonly status: "measured" | "unavailable" | "failed";
  readonly reason: string | null;
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf({ status, reason }: Outcome, figure: number | null): string | null {
  switch (status) {
    case "unavailable":
      return reason === notReachedReason || reason === commitsNotReachedReason
        ? measured.notReached()
        : absenceWords(status, reason);
    case "failed":
      return figure === null ? absenceWords(status, reason) : null;
    case "measured":
      return figure === null ? measured.notMeasured() : null;
  }
}
