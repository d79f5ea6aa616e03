import { disturbances, isDisturbed } from "#analysis/disturbance";
import type { FlushModeResult, FlushRound } from "#contract/mode-result";
import type { Report } from "#contract/report";
import type { FlushLayout } from "#contract/workloads/flush-modes";
import { reportModeLabel } from "#tables/modes";
import { formatList } from "#text/format";
import { listOfCauses } from "#text/inspection/disturbances";
import { tell } from "#text/statements";
import { asSentence } from "#text/verdict/words";
import { listOfClauses } from "#text/words";
import { disturbedLine, disturbedText, layoutNames } from "#text/workloads/flush-modes";
import { RichText } from "../../ui/rich-text";
import { shortCall } from "../../words";

/** If there are more lines than this, a summary of them comes first. */
const fewLines = 4;

/** Disturbed and repeated rounds, a line per mode: which program wrote, and how much. */
export function DisturbedRounds({ report }: { readonly report: Report }) {
  const { flushModes, appendModes } = report;
  const rounds = [...flushModes, ...(appendModes ?? [])].flatMap((mode) => mode.rounds);
  if (rounds.length === 0) {
    return null;
  }
  const rows = [
    ...rowsOf(flushModes, "rewrite", report),
    ...rowsOf(appendModes ?? [], "append", report),
  ];
  return (
    <section className="method rows small">
      <h2>{disturbedText.title()}</h2>
      {rows.length > fewLines ? <p>{sumWords(rounds)}</p> : null}
      {rows.length === 0 ? (
        <p>{calmWords(rounds)}</p>
      ) : (
        <ul className="disturbed-rounds rows tight">
          {rows.map((row) => (
            <li key={`${row.place} ${row.systemCall}`}>
              <RichText
                text={disturbedLine.line(row)}
                tags={{ call: (call) => <span className="mono">{call}</span> }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function rowsOf(results: readonly FlushModeResult[], layout: FlushLayout, report: Report) {
  return results
    .filter(({ rounds }) => rounds.some((round) => isDisturbed(round) || round.repeated))
    .map(({ mode, systemCall, rounds }) => {
      const label = reportModeLabel(mode, report);
      const place = { mode: label, layout: layoutNames[layout]() };
      return {
        place: report.appendModes === null ? label : disturbedText.place(place),
        systemCall: shortCall(systemCall),
        what: whatHappened(
          rounds,
          (some, causes) => disturbedText.disturbed({ ...numbersOf(some), causes }),
          (some) => disturbedText.again(numbersOf(some)),
        ),
      };
    });
}

function numbersOf(rounds: readonly FlushRound[]) {
  return {
    count: rounds.length,
    rounds: formatList(rounds.map(({ round }) => `${round + 1}`)),
  };
}

function sumWords(rounds: readonly FlushRound[]): string {
  const all = rounds.length;
  const what = whatHappened(
    rounds,
    ({ length: count }, causes) => disturbedText.sumDisturbed({ count, all, causes }),
    ({ length: count }) => disturbedText.sumAgain({ count, all }),
  );
  return disturbedText.sum({ what });
}

function whatHappened(
  rounds: readonly FlushRound[],
  disturbed: (rounds: readonly FlushRound[], causes: string) => string,
  again: (rounds: readonly FlushRound[]) => string,
): string {
  const some = rounds.filter(isDisturbed);
  const repeated = rounds.filter((round) => round.repeated);
  return asSentence(
    listOfClauses([
      ...(some.length > 0 ? [disturbed(some, listOfCauses(disturbances(some).map(tell)))] : []),
      ...(repeated.length > 0 ? [again(repeated)] : []),
    ]),
  );
}

function calmWords(rounds: readonly FlushRound[]): string {
  return rounds.every(({ evidence }) => evidence.otherProgramsBytes !== null)
    ? disturbedText.calm()
    : disturbedText.notKnown();
}
