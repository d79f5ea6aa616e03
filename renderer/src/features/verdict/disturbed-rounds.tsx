import type { FlushLayout } from "../../../../electron/contract/engine-messages";
import type { FlushModeResult, FlushRound } from "../../../../electron/contract/flush-result";
import type { Report } from "../../../../electron/contract/report";
import { layoutWords, modeLabel, shortCall } from "../../words";

/** Rounds that something disturbed or that were measured again: who wrote, and how much. */
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
      {rows.length === 0 ? (
        <p>{calmWords(rounds)}</p>
      ) : (
        <ul className="disturbed-rounds">
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

function rowsOf(
  results: readonly FlushModeResult[],
  layout: FlushLayout,
  { host, appendModes }: Report,
): Row[] {
  const where = appendModes === null ? "" : `, ${layoutWords[layout]}`;
  return results.flatMap(({ mode, systemCall, rounds }) =>
    rounds
      .filter(({ disturbances, repeated }) => disturbances.length > 0 || repeated)
      .map((round) => ({
        place: `${modeLabel(mode, host.os)}${where}, round ${round.round + 1}`,
        call: shortCall(systemCall),
        words: roundWords(round),
      })),
  );
}

export function roundWords({ disturbances, repeated }: FlushRound): string {
  if (disturbances.length === 0) {
    return "measured again, because the first time was disturbed; calm the second time.";
  }
  const again = repeated ? " Measured again for such a reason." : "";
  return `${disturbances.join(", and ")}.${again}`;
}

function calmWords(rounds: readonly FlushRound[]): string {
  return rounds.every(({ evidence }) => evidence.otherProgramsBytes !== null)
    ? "No round was seen to be disturbed: other programs wrote next to nothing, as far as they can be looked at."
    : "What other programs wrote meanwhile is not known on this system.";
}
