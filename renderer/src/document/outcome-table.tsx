import type { OperatingSystem } from "../../../electron/contract/flush-mode";
import type { PowerCutModeSum } from "../../../electron/contract/power-cut-report";
import type {
  PowerCutCounts,
  PowerCutModeResult,
} from "../../../electron/contract/power-cut-result";
import { modeLabel } from "../../../electron/text/flush-modes";
import { formatCount, formatDuration } from "../../../electron/text/format";
import { guaranteeNames } from "../../../electron/text/names";
import {
  outcomeNames,
  outcomeRows,
  outcomesText,
  proverNames,
} from "../../../electron/text/power-cut/outcomes";
import { listOfClauses } from "../../../electron/text/words";
import { GuaranteeMark } from "../charts/parts/guarantee-mark";
import { RichText } from "../ui/rich-text";

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

export function outcomesOf(modes: readonly PowerCutModeResult[]): Outcome[] {
  return modes.map((mode) => ({
    ...mode,
    result: outcomeNames[mode.verdict](),
    hasFigures: mode.verdict !== "unavailable",
  }));
}

export function summedOutcomes(modes: readonly PowerCutModeSum[]): Outcome[] {
  return modes.map((mode) => ({ ...mode, result: sumWords(mode), hasFigures: mode.cuts > 0 }));
}

function sumWords({ cuts, cutsWithLoss: lost, notProven: count }: PowerCutModeSum): string {
  const proven =
    lost === 0 ? outcomesText.keptIn({ kept: cuts, cuts }) : outcomesText.lostIn({ lost, cuts });
  return listOfClauses([
    ...(cuts === 0 ? [] : [proven]),
    ...(cuts > 0 && count === 0 ? [] : [outcomesText.notProvenIn({ count })]),
  ]);
}

interface Row {
  readonly id: keyof typeof outcomeRows;
  readonly of: (outcome: Outcome) => string;
  /** Of single tests only. */
  readonly isOfOneTest?: boolean;
  /** One of the ways not to survive, a part of the row that sums them up. */
  readonly isPart?: boolean;
}

const counted = (id: keyof PowerCutCounts & keyof typeof outcomeRows): Row => ({
  id,
  of: ({ counts }) => formatCount(counts[id]),
});

const part = (row: Row): Row => ({ ...row, isPart: true });

const rows: readonly Row[] = [
  counted("acknowledged"),
  counted("replaced"),
  counted("inFlight"),
  counted("survived"),
  { id: "failed", of: ({ failed }) => formatCount(failed) },
  part(counted("lost")),
  part(counted("stale")),
  part(counted("torn")),
  part(counted("corrupted")),
  part(counted("misplaced")),
  part(counted("unreadable")),
  part(counted("nameMissing")),
  part({ id: "renameLost", of: ({ counts }) => formatCount(counts.nameOld + counts.nameBoth) }),
  { id: "reordered", of: ({ reordered }) => formatCount(reordered) },
  {
    id: "provenBy",
    isOfOneTest: true,
    of: ({ provenBy }) => (provenBy == null ? outcomesText.notKnown() : proverNames[provenBy]()),
  },
  { id: "window", of: ({ windowNs }) => maybeDuration(windowNs) },
  {
    id: "lostSpan",
    of: ({ failed, lostSpanNs }) =>
      failed === 0 ? outcomesText.none() : maybeDuration(lostSpanNs),
  },
];

function maybeDuration(ns: number | null): string {
  return ns === null ? outcomesText.notKnown() : formatDuration(ns);
}

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
            <th scope="col">{outcomesText.wayOfSaving()}</th>
            {outcomes.map(({ mode, systemCall, guarantee }) => (
              <th key={mode} scope="col">
                <span className="outcomes-mode">
                  <GuaranteeMark guarantee={guarantee} />
                  {modeLabel(mode, os)}
                </span>
                <span className="outcomes-small mono">{systemCall}</span>
                <span className="outcomes-small">{guaranteeNames[guarantee]()}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="outcomes-result">
            <th scope="row">{outcomesText.result()}</th>
            {outcomes.map(({ mode, result }) => (
              <td key={mode}>{result}</td>
            ))}
          </tr>
          {rows
            .filter(({ isOfOneTest }) => isOneTest || !isOfOneTest)
            .map((row) => (
              <tr key={row.id} className={row.isPart ? "outcomes-part" : undefined}>
                <th scope="row">
                  <RichText
                    text={outcomeRows[row.id]()}
                    tags={{ term: (name) => <span className="quiet">{name}</span> }}
                  />
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
