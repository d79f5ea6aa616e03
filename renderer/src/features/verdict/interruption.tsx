import { notReachedReason } from "../../../../electron/analysis/flush-results";
import type { Report, ReportWarning } from "../../../../electron/contract/report";
import { Notice, SystemAnswer } from "../../ui/notice";

/** Said before the verdict: what went wrong or was cut short, and what was kept all the same. */
export function Interruption({ report }: { report: Report }) {
  const { error, partial } = report;
  if (error !== null) {
    return (
      <Notice severity="bad" title="The inspection broke off">
        <p>{error.message}</p>
        <p>{kept(report)}</p>
        <SystemAnswer error={error} />
      </Notice>
    );
  }
  return partial ? (
    <Notice severity="caution" title="The inspection was stopped before its end">
      <p>{kept(report)}</p>
    </Notice>
  ) : null;
}

function kept({ flushModes }: Report): string {
  const measured = flushModes.filter(({ status }) => status === "measured").length;
  const possible = flushModes.filter(
    ({ status, reason }) => status !== "unavailable" || reason === notReachedReason,
  ).length;
  return measured === 0
    ? "Nothing had been measured by then."
    : `Kept: the figures of ${measured} of ${possible} ways of saving. They come from fewer rounds than planned and are less certain.`;
}

/** What may have influenced the figures. */
export function Warnings({ warnings }: { warnings: readonly ReportWarning[] }) {
  if (warnings.length === 0) {
    return null;
  }
  return (
    <Notice severity="caution" title="What may have influenced the figures">
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}
