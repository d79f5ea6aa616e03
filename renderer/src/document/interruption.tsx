import { hasFailedTest } from "#analysis/verdict/failures";
import type { Report, ReportWarning } from "#contract/report";
import { interruptionText } from "#text/document";
import { listWithAnd } from "#text/words";
import { Notice, SystemAnswer } from "../ui/notice";
import { homeOf, shownWorkloads } from "../workloads";

/** Shown before the verdict: what failed or was cut short, and which results remain. */
export function Interruption({ report }: { report: Report }) {
  const { error, partial } = report;
  if (error !== null) {
    return (
      <Notice severity="bad" title={interruptionText.brokeOff()}>
        <p>{error.message}</p>
        <p>{keptWords(report)}</p>
        <SystemAnswer error={error} />
      </Notice>
    );
  }
  if (hasFailedTest(report)) {
    return (
      <Notice severity="caution" title={interruptionText.notAllTests()}>
        <p>{interruptionText.notAllTestsDetail()}</p>
      </Notice>
    );
  }
  return partial ? (
    <Notice severity="caution" title={interruptionText.stopped()}>
      <p>{keptWords(report)}</p>
    </Notice>
  ) : null;
}

function keptWords(report: Report): string {
  const homes = shownWorkloads(report)
    .map(homeOf)
    .filter(({ hasFigures }) => hasFigures(report));
  if (homes.length === 0) {
    return interruptionText.nothingKept();
  }
  const workloads = homes.map(({ name }) => interruptionText.quoted({ workload: name() }));
  return [
    interruptionText.kept({ workloads: listWithAnd(workloads) }),
    ...homes.flatMap(({ kept }) => kept?.(report) ?? []),
  ].join(" ");
}

/** Conditions that may have influenced the figures. */
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
        <Notice key={code} severity="caution" title={interruptionText.earlierTestsMissing()}>
          <p>{message}</p>
        </Notice>
      ))}
      {others.length + disturbed.length === 0 ? null : (
        <Notice severity="caution" title={interruptionText.influences()}>
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

/** One line for all disturbed rounds; the figures list each round with its disturbance. */
function disturbedWords(warnings: readonly ReportWarning[]): string {
  const [first] = warnings;
  return warnings.length === 1 && first !== undefined
    ? first.message
    : interruptionText.disturbedRounds({ count: warnings.length });
}
