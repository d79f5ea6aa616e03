import type { OperatingSystem } from "../../../electron/contract/flush-mode";
import type { PowerCutModeSum } from "../../../electron/contract/power-cut-report";
import type {
  PowerCutCounts,
  PowerCutModeResult,
} from "../../../electron/contract/power-cut-result";
import { modeLabel } from "../../../electron/text/flush-modes";
import { formatCount, formatDuration } from "../../../electron/text/format";
import { GuaranteeMark } from "../charts/parts/guarantee-mark";
import { guaranteeWords } from "../words";

/** A way of saving and what became of its confirmed saves, in one test or in several. */
export interface Outcome
  extends Pick<
    PowerCutModeResult,
    | "mode"
    | "systemCall"
    | "guarantee"
    | "counts"
    | "failed"
    | "reordered"
    | "windowNs"
    | "lostSpanNs"
  > {
  /** Of one test; several can have different ones. */
  readonly provenBy?: PowerCutModeResult["provenBy"];
  readonly result: string;
  /** False where nothing was written in this way, so that every figure would be a lie. */
  readonly hasFigures: boolean;
}

const verdictWords: Readonly<Record<PowerCutModeResult["verdict"], string>> = {
  kept: "kept",
  lost: "lost",
  "not-proven": "not proven",
  unavailable: "not available here",
};

export function outcomesOf(modes: readonly PowerCutModeResult[]): Outcome[] {
  return modes.map((mode) => ({
    ...mode,
    result: verdictWords[mode.verdict],
    hasFigures: mode.verdict !== "unavailable",
  }));
}

export function summedOutcomes(modes: readonly PowerCutModeSum[]): Outcome[] {
  return modes.map((mode) => ({ ...mode, result: sumWords(mode), hasFigures: mode.cuts > 0 }));
}

function sumWords({ cuts, cutsWithLoss, notProven }: PowerCutModeSum): string {
  if (cuts === 0) {
    return `not proven in ${tests(notProven)}`;
  }
  const proven =
    cutsWithLoss === 0
      ? `kept in ${formatCount(cuts)} of ${formatCount(cuts)}`
      : `lost in ${formatCount(cutsWithLoss)} of ${formatCount(cuts)}`;
  return notProven === 0 ? proven : `${proven}; not proven in ${tests(notProven)}`;
}

function tests(count: number): string {
  return count === 1 ? "one test" : `${formatCount(count)} tests`;
}

const provers: Readonly<Record<NonNullable<PowerCutModeResult["provenBy"]>, string>> = {
  witness: "the witness",
  disk: "the disk itself",
};

interface Row {
  readonly name: string;
  /** The engineer's word, where there is one. */
  readonly term?: string;
  readonly of: (outcome: Outcome) => string;
  /** Of single tests only. */
  readonly isOfOneTest?: boolean;
  /** One of the ways not to survive, a part of the row that sums them up. */
  readonly isPart?: boolean;
}

const counted = (name: string, field: keyof PowerCutCounts, term?: string): Row => ({
  name,
  ...(term === undefined ? {} : { term }),
  of: ({ counts }) => formatCount(counts[field]),
});

const part = (row: Row): Row => ({ ...row, isPart: true });

const rows: readonly Row[] = [
  counted("Confirmed", "acknowledged", "acknowledged"),
  counted("Replaced by a later save", "replaced"),
  counted("Being written over at the cut", "inFlight", "in flight"),
  counted("Found whole", "survived", "survived"),
  { name: "Did not survive", of: ({ failed }) => formatCount(failed) },
  part(counted("Nothing of it there", "lost", "lost")),
  part(counted("An older version there", "stale", "stale")),
  part(counted("Written in part", "torn", "torn")),
  part(counted("Damaged", "corrupted", "corrupted")),
  part(counted("In the wrong place", "misplaced")),
  part(counted("The drive returned an error", "unreadable")),
  part(counted("Its file is missing", "nameMissing", "file missing")),
  part({
    name: "Under the old name, or both",
    term: "rename lost",
    of: ({ counts }) => formatCount(counts.nameOld + counts.nameBoth),
  }),
  {
    name: "Overtaken by a later save that is there",
    term: "reordered",
    of: ({ reordered }) => formatCount(reordered),
  },
  {
    name: "Last save checked is known from",
    isOfOneTest: true,
    of: ({ provenBy }) => (provenBy == null ? "not known" : provers[provenBy]),
  },
  {
    name: "Age of the newest save at the cut, at most",
    term: "blind window",
    of: ({ windowNs }) => (windowNs === null ? "not known" : formatDuration(windowNs)),
  },
  {
    name: "Time of saves that is gone, at most",
    of: ({ failed, lostSpanNs }) =>
      failed === 0 ? "none" : lostSpanNs === null ? "not known" : formatDuration(lostSpanNs),
  },
];

interface OutcomeTableProps {
  readonly caption: string;
  readonly outcomes: readonly Outcome[];
  readonly os: OperatingSystem;
}

/** The counts behind the sentences: a column for each way of saving, which are few. */
export function OutcomeTable({ caption, outcomes, os }: OutcomeTableProps) {
  const isOneTest = outcomes.every(({ provenBy }) => provenBy !== undefined);
  return (
    // It can be wider than a narrow window: then it scrolls by itself, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="outcomes" aria-label={caption} tabIndex={0}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Way of saving</th>
            {outcomes.map(({ mode, systemCall, guarantee }) => (
              <th key={mode} scope="col">
                <span className="outcomes-mode">
                  <GuaranteeMark guarantee={guarantee} />
                  {modeLabel(mode, os)}
                </span>
                <span className="outcomes-small mono">{systemCall}</span>
                <span className="outcomes-small">{guaranteeWords[guarantee]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="outcomes-result">
            <th scope="row">Result</th>
            {outcomes.map(({ mode, result }) => (
              <td key={mode}>{result}</td>
            ))}
          </tr>
          {rows
            .filter(({ isOfOneTest }) => isOneTest || !isOfOneTest)
            .map((row) => (
              <tr key={row.name} className={row.isPart ? "outcomes-part" : undefined}>
                <th scope="row">
                  {row.name}
                  {row.term === undefined ? null : <span className="quiet"> ({row.term})</span>}
                </th>
                {outcomes.map((outcome) => (
                  <td key={outcome.mode}>{outcome.hasFigures ? row.of(outcome) : "–"}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
