import type { ReactNode } from "react";
import { figuresText } from "../../../electron/text/charts";
import { formatDuration } from "../../../electron/text/format";

/** Cells that the tables of figures share. `name` stands beside the figure in a narrow window. */

export function Time({ name, ns }: { name: string; ns: number | null }) {
  return <td data-name={name}>{ns === null ? <Unknown /> : formatDuration(ns)}</td>;
}

/** The first figure of a row, with what has to be said about it under it. */
export function MainFigure({
  name,
  figure,
  remarks,
  failure = null,
}: {
  name: string;
  figure: string;
  /** Short ones, each on a line of its own. */
  remarks: readonly string[];
  failure?: string | null;
}) {
  return (
    <td data-name={name}>
      <div>
        <strong>{figure}</strong>
        {remarks.map((remark) => (
          <div key={remark} className="figures-range">
            {" "}
            {remark}
          </div>
        ))}
        {failure === null ? null : (
          <div className="figures-promise">{figuresText.failed({ reason: failure })}</div>
        )}
      </div>
    </td>
  );
}

/** Too few operations to know it, or no evidence from this system. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-visually">{figuresText.notKnown()}</span>
    </>
  );
}

/** Flush commands that reached the drive, per save or commit. */
export function Flushes({ name, perSave }: { name: string; perSave: number | null }) {
  return <td data-name={name}>{perSave === null ? <Unknown /> : perSave.toFixed(2)}</td>;
}

interface FiguresFrameProps {
  readonly caption: string;
  /** The exact system calls behind all rows, in the order in which they are made. */
  readonly calls: readonly string[];
  /** Heading of the column that names the rows. */
  readonly first: string;
  readonly columns: readonly string[];
  /** A ladder has many short rows, which stand closer together on paper; rates have most columns. */
  readonly rows: "ladder" | "modes" | "rates";
  readonly children: ReactNode;
}

/** A table of figures: its name, the calls behind it, and a row per thing measured. */
export function FiguresFrame(props: FiguresFrameProps) {
  const { caption, calls, first, columns, rows, children } = props;
  return (
    <table className={`figures ${rows}`}>
      <caption>
        {caption}
        {calls.map((call) => (
          <span key={call} className="figures-caption-call mono">
            {call}
          </span>
        ))}
      </caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
