import { commitsNotReachedReason } from "../../../../electron/analysis/workloads/commits/results";
import { notReachedReason } from "../../../../electron/analysis/workloads/flush-modes/results";

interface Outcome {
  readonly status: "measured" | "unavailable" | "failed";
  readonly reason: string | null;
}

/** Why a mode has no figure; `null` when it has one. */
export function absenceOf({ status, reason }: Outcome, figure: number | null): string | null {
  switch (status) {
    case "unavailable":
      if (reason === notReachedReason || reason === commitsNotReachedReason) {
        return "Not measured: the inspection ended before";
      }
      return reason === null ? "Not available" : `Not available (${reason})`;
    case "failed":
      return figure === null ? `Failed: ${reason ?? "no reason given"}` : null;
    case "measured":
      return figure === null ? "Not measured" : null;
  }
}
