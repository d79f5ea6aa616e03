import { formatCount } from "../../../electron/analysis/format";
import { hasFailedTest } from "../../../electron/analysis/verdict/failures";
import { notReachedReason } from "../../../electron/analysis/workloads/flush-modes/results";
import type { Report, ReportWarning } from "../../../electron/contract/report";
import type { WorkloadId } from "../../../electron/contract/workloads";
import { Notice, SystemAnswer } from "../ui/notice";
import { testWords } from "../words";
import { allLadders } from "../workloads/sync-interval/ladders";
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
  if (hasFailedTest(report)) {
    return (
      <Notice severity="caution" title="Not every test could be carried out">
        <p>The reason stands below. The figures of the other tests are not affected.</p>
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
function keptTests(report: Report): WorkloadId[] {
  const { bufferSweep, chunked, commits, sustained } = report;
  const strategies = allLadders(report).flatMap((ladder) => ladder.strategies);
  const hasFigure: Readonly<Record<Exclude<WorkloadId, "flush-modes">, boolean>> = {
    "buffer-sweep": (bufferSweep?.points ?? []).length > 0,
    "sync-interval": strategies.some(({ p50Ns }) => p50Ns !== null),
    "chunked-writes": (chunked?.modes ?? []).some(({ elapsedNs }) => elapsedNs !== null),
    commits: (commits ?? []).some(({ durable, relaxed }) => durable !== null || relaxed !== null),
    "sustained-write": sustained !== null && sustained.bytesPerSecond !== null,
  };
  return (
    ["buffer-sweep", "sync-interval", "chunked-writes", "commits", "sustained-write"] as const
  ).filter((test) => hasFigure[test]);
}

/** What may have influenced the figures. */
export function Warnings({ warnings }: { warnings: readonly ReportWarning[] }) {
  if (warnings.length === 0) {
    return null;
  }
  const disturbed = warnings.filter(({ code }) => code === "disturbed-round");
  const history = warnings.filter(({ code }) => code === "history-incomplete");
  const others = warnings.filter((one) => !disturbed.includes(one) && !history.includes(one));
  return (
    <>
      {history.map(({ code, message }) => (
        <Notice key={code} severity="caution" title="Earlier plug tests may be missing">
          <p>{message}</p>
        </Notice>
      ))}
      {others.length + disturbed.length === 0 ? null : (
        <Notice severity="caution" title="What may have influenced the figures">
          <ul>
            {others.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{message}</li>
            ))}
            {disturbed.length === 0 ? null : <li>{disturbedWords(disturbed)}</li>}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** One line however many there are; each round stands with what disturbed it beside the figures. */
function disturbedWords(warnings: readonly ReportWarning[]): string {
  const [first] = warnings;
  return warnings.length === 1 && first !== undefined
    ? first.message
    : `${formatCount(warnings.length)} rounds were measured while something else kept the drive or the processor busy. Their figures may be too low. What happened stands with all figures.`;
}
