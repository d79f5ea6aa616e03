import { headlineOf } from "../../../electron/analysis/power-cut/headline";
import {
  aidWords,
  cutWords,
  modeSentences,
  outcomeWords,
} from "../../../electron/analysis/power-cut/words";
import { boundWords, keptIn } from "../../../electron/analysis/verdict/power-cut";
import type { PowerCut } from "../../../electron/contract/power-cut-report";
import { longestWindowNs, type PowerCutTest } from "../../../electron/contract/power-cut-result";
import { isPowerCutReport, type Report } from "../../../electron/contract/report";
import { formatDateTime } from "../../../electron/text/dates";
import { formatCount, formatDuration } from "../../../electron/text/format";
import { tell, tellAll } from "../../../electron/text/statements";
import { OutcomeTable, outcomesOf, summedOutcomes } from "./outcome-table";

/** What real power cuts showed: this test, and all of this drive together. Absent without any. */
export function PowerCutSection({ report }: { report: Report }) {
  const { powerCut, runId, host } = report;
  if (powerCut === null) {
    return null;
  }
  const own = isPowerCutReport(report)
    ? powerCut.tests.find(({ testId }) => testId === runId)
    : undefined;
  return (
    <>
      {own === undefined ? null : (
        <section className="card figure-card power-cut">
          <h2>The plug test</h2>
          <Sentences test={own} />
          <OutcomeTable
            caption="What became of the confirmed saves"
            outcomes={outcomesOf(own.modes)}
            os={host.os}
          />
        </section>
      )}
      {own !== undefined && powerCut.tests.length === 1 ? null : (
        <section className="card figure-card power-cut">
          <h2>All plug tests of this drive</h2>
          <p>{togetherWords(powerCut)}</p>
          <ul className="outcomes-tests">
            {powerCut.tests.map((test) => (
              <li key={test.testId}>
                <span className="quiet">{formatDateTime(test.finishedAt)}</span>{" "}
                {tell(headlineOf(test))}
              </li>
            ))}
          </ul>
          <OutcomeTable
            caption="All power cuts together"
            outcomes={summedOutcomes(powerCut.modes)}
            os={host.os}
          />
        </section>
      )}
    </>
  );
}

function Sentences({ test }: { test: PowerCutTest }) {
  return (
    <>
      <p>{tell(outcomeWords(test))}</p>
      <p>{tellAll(cutWords(test))}</p>
      <p>{tell(aidWords(test))}</p>
      <ul className="advice">
        {modeSentences(test)
          .map(tellAll)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </>
  );
}

function togetherWords(powerCut: PowerCut): string {
  const { cuts, cutsWithLoss, notProven } = powerCut;
  const left =
    notProven === 0
      ? ""
      : ` ${notProven === 1 ? "One test proves" : `${formatCount(notProven)} tests prove`} nothing and ${notProven === 1 ? "is" : "are"} left out of the figures.`;
  if (cuts === 0) {
    return `No cut has proven anything yet.${left}`;
  }
  return cutsWithLoss > 0
    ? `Saves that had been confirmed as safe were lost in ${formatCount(cutsWithLoss)} of ${formatCount(cuts)} cuts.${left}`
    : `${tellAll([keptIn(powerCut), ...boundWords(powerCut)])}${left}`;
}

/** How a plug test is made, for the engineer. */
export function PowerCutMethod() {
  return (
    <p>
      <strong>Plug test.</strong> Numbered records with a checksum in every sector are written in
      each way of saving in turns: rewrites of fixed places, a growing log, new files and renames. A
      record counts as confirmed once every call its way of saving asks for has returned success;
      only then its number goes to the witness. After the power cut everything is read back around
      the system’s memory and compared with the numbers the witness holds, or with what a newer
      record on the disk proves. A way of saving counts as kept only if the system or a person says
      that the power was cut, saves of it were at risk that no flush of another way can have
      protected, and the newest of them was at most {formatDuration(longestWindowNs)} old: an older
      one the drive may have written out by itself. “Time gone” reaches from the last save before
      the first loss to the last number the witness got.
    </p>
  );
}
