import { hasFailedTest } from "../../../electron/analysis/verdict/failures";
import type { Report, ReportWarning } from "../../../electron/contract/report";
import { formatCount } from "../../../electron/text/format";
import { Notice, SystemAnswer } from "../ui/notice";
import { homeOf, shownWorkloads } from "../workloads";

/** Said before the verdict: what went wrong or was cut short, and what was kept all the same. */
export function Interruption({ report }: { report: Report }) {
  const { error, partial } = report;
  if (error !== null) {
    return (
      <Notice severity="bad" title="The inspection broke off">
        <p>{error.message}</p>
        <p>{keptWords(report)}</p>
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
      <p>{keptWords(report)}</p>
    </Notice>
  ) : null;
}

function keptWords(report: Report): string {
  const parts = shownWorkloads(report)
    .map(homeOf)
    .filter(({ hasFigures }) => hasFigures(report))
    .map(({ name, kept }) => kept?.(report) ?? `the figures of “${name}”`);
  return parts.length === 0
    ? "Nothing had been measured by then."
    : `Kept: ${parts.join(", ")}. They come from fewer rounds than planned and are less certain.`;
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
