import { isPulledOut } from "#analysis/facts/thing";
import { headlineOf } from "#analysis/power-cut/headline";
import { aidWords, cutWords, modeSentences, outcomeWords } from "#analysis/power-cut/words";
import { boundWords, keptIn } from "#analysis/verdict/power-cut";
import { longestWindowNs, type PowerCut, type PowerCutTest } from "#contract/power-cut/test";
import { isPowerCutReport, type Report } from "#contract/report";
import { summedTable, testTable } from "#tables/power-cut";
import { formatDateTimeZone } from "#text/dates";
import { powerCutMethod } from "#text/document";
import { formatDuration } from "#text/format";
import { outcomesText } from "#text/power-cut/outcomes";
import { tell, tellAll } from "#text/statements";
import { RichText } from "../ui/rich-text";
import { OutcomeTable } from "./outcome-table";

interface PowerCutSectionProps {
  readonly report: Report;
  /** Leaves out modes that promise nothing: their losses prove a cut, but read like a fault. */
  readonly isPromisedOnly?: boolean;
}

/** Results of real power cuts: this test, and all tests of the drive. Absent without power cuts. */
export function PowerCutSection({ report, isPromisedOnly = false }: PowerCutSectionProps) {
  const { powerCut, runId, host } = report;
  if (powerCut === null) {
    return null;
  }
  const isShown = ({ lossExpected }: { readonly lossExpected: boolean }) =>
    !(isPromisedOnly && lossExpected);
  const own = isPowerCutReport(report)
    ? powerCut.tests.find(({ testId }) => testId === runId)
    : undefined;
  return (
    <>
      {own === undefined ? null : (
        <section className="card figure-card power-cut rows loose">
          <h2>{outcomesText.oneTest()}</h2>
          <CutSentences test={own} modes={own.modes.filter(isShown)} className="advice" />
          <OutcomeTable table={testTable(own.modes.filter(isShown), host.os)} />
        </section>
      )}
      {own !== undefined && powerCut.tests.length === 1 ? null : (
        <section className="card figure-card power-cut rows loose">
          <h2>{outcomesText.allTests()}</h2>
          <p>{togetherWords(powerCut)}</p>
          <ul className="rows tight small">
            {powerCut.tests.map((test) => (
              <li key={test.testId}>
                <span className="quiet">{formatDateTimeZone(test.finishedAt)}</span>{" "}
                {tell(headlineOf(test, isPulledOut(report)))}
              </li>
            ))}
          </ul>
          <OutcomeTable table={summedTable(powerCut.modes.filter(isShown), host.os)} />
        </section>
      )}
    </>
  );
}

interface CutSentencesProps {
  readonly test: PowerCutTest;
  readonly modes: PowerCutTest["modes"];
  readonly className: string;
}

/** What one test showed, how its power was cut, and what became of each mode's saves. */
export function CutSentences({ test, modes, className }: CutSentencesProps) {
  return (
    <>
      <p>{tell(outcomeWords(test))}</p>
      <p>{tellAll(cutWords(test))}</p>
      <p>{tell(aidWords(test))}</p>
      <ul className={className}>
        {modeSentences(modes)
          .map(tellAll)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </>
  );
}

function togetherWords(powerCut: PowerCut): string {
  const { cuts, cutsWithLoss: lost, notProven: count } = powerCut;
  const result =
    cuts === 0
      ? outcomesText.noneProven()
      : lost > 0
        ? outcomesText.lost({ lost, cuts })
        : tellAll([keptIn(powerCut), ...boundWords(powerCut)]);
  return count === 0 ? result : `${result} ${outcomesText.leftOut({ count })}`;
}

export function PowerCutMethod() {
  const text = powerCutMethod.text({ window: formatDuration(longestWindowNs) });
  return (
    <p>
      <RichText text={text} tags={{ b: (name) => <strong>{name}</strong> }} />
    </p>
  );
}
