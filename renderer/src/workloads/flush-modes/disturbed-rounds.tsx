import { disturbancesTogether } from "../../../../electron/analysis/workloads/flush-modes/disturbance";
import type { Report } from "../../../../electron/contract/report";
import type {
  FlushLayout,
  FlushModeResult,
  FlushRound,
} from "../../../../electron/contract/workloads/flush-modes";
import { reportModeLabel } from "../../../../electron/tables/modes";
import { layoutNames } from "../../../../electron/text/workloads/flush-modes";
import { shortCall } from "../../words";

/** More lines than this are summed up above them, and left out on paper (flush-modes.css). */
const fewLines = 4;

/**
 * Rounds that something disturbed or that were measured again: who wrote, and how much. A line for
 * each way of saving.
 */
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
    <section className="method">
      <h3>What happened beside the rounds</h3>
      {rows.length > fewLines ? <p>{sumWords(rounds)}</p> : null}
      {rows.length === 0 ? (
        <p>{calmWords(rounds)}</p>
      ) : (
        <ul className={`disturbed-rounds ${rows.length > fewLines ? "many" : ""}`}>
          {rows.map(({ place, call, words }) => (
            <li key={`${place} ${call}`}>
              {place} (<span className="mono">{call}</span>): {words}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface Row {
  readonly place: string;
  readonly call: string;
  readonly words: string;
}

function rowsOf(results: readonly FlushModeResult[], layout: FlushLayout, report: Report): Row[] {
  const where = report.appendModes === null ? "" : `, ${layoutNames[layout]()}`;
  return results
    .filter(({ rounds }) => rounds.some(isTold))
    .map(({ mode, systemCall, rounds }) => ({
      place: `${reportModeLabel(mode, report)}${where}`,
      call: shortCall(systemCall),
      words: whatHappened(rounds, roundsWords),
    }));
}

const isTold = ({ disturbances, repeated }: FlushRound) => disturbances.length > 0 || repeated;

function sumWords(rounds: readonly FlushRound[]): string {
  const countWords = (some: readonly FlushRound[]) =>
    `${some.length} of ${rounds.length} rounds were`;
  return `${whatHappened(rounds, countWords)} The report saved as JSON lists each of them.`;
}

function roundsWords(rounds: readonly FlushRound[]): string {
  const numbers = rounds.map(({ round }) => round + 1);
  return numbers.length === 1 ? `round ${numbers} was` : `rounds ${numbers.join(", ")} were`;
}

function whatHappened(
  rounds: readonly FlushRound[],
  some: (rounds: readonly FlushRound[]) => string,
): string {
  const disturbed = rounds.filter(({ disturbances }) => disturbances.length > 0);
  const again = rounds.filter(({ repeated }) => repeated);
  const words = [];
  if (disturbed.length > 0) {
    words.push(`${some(disturbed)} disturbed: ${disturbancesTogether(disturbed).join(", and ")}`);
  }
  if (again.length > 0) {
    words.push(`${some(again)} measured again because the first time was disturbed`);
  }
  return `${words.join("; ")}.`;
}

function calmWords(rounds: readonly FlushRound[]): string {
  return rounds.every(({ evidence }) => evidence.otherProgramsBytes !== null)
    ? "No round was seen to be disturbed: other programs wrote next to nothing, as far as they can be looked at."
    : "What other programs wrote to this drive meanwhile is not known.";
}
