import { notReachedReason } from "../../../../electron/analysis/flush-results";
import type { Report, ReportWarning } from "../../../../electron/contract/report";
import type { TestName } from "../../../../electron/contract/run-plan";
import { Notice, SystemAnswer } from "../../ui/notice";
import { testWords } from "../../words";
import { hasFlush } from "./figures";

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

function kept(report: Report): string {
  const parts = [
    hasFlush(report) ? keptModes(report) : null,
    ...keptTests(report).map((test) => `the figures of “${testWords[test].name}”`),
  ].filter((part) => part !== null);
  return parts.length === 0
    ? "Nothing had been measured by then."
    : `Kept: ${parts.join(", ")}. They come from fewer rounds than planned and are less certain.`;
}

function keptModes({ flushModes }: Report): string | null {
  const measured = flushModes.filter(({ status }) => status === "measured").length;
  const possible = flushModes.filter(
    ({ status, reason }) => status !== "unavailable" || reason === notReachedReason,
  ).length;
  return measured === 0 ? null : `the figures of ${measured} of ${possible} ways of saving`;
}

/** The other tests that left a figure. */
function keptTests({ bufferSweep, syncInterval, chunked }: Report): TestName[] {
  const figures = {
    buffer: bufferSweep?.points.length ?? 0,
    interval: syncInterval?.strategies.filter(({ p50Ns }) => p50Ns !== null).length ?? 0,
    chunked: chunked?.modes.filter(({ elapsedNs }) => elapsedNs !== null).length ?? 0,
  };
  return (["buffer", "interval", "chunked"] as const).filter((test) => figures[test] > 0);
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
