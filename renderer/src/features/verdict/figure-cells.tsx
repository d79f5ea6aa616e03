import type { ReactNode } from "react";
import { formatDuration } from "../../../../electron/analysis/format";

/** Cells that the tables of figures share. `name` stands beside the figure in a narrow window. */

export function Time({ name, ns }: { name: string; ns: number | null }) {
  return <td data-name={name}>{ns === null ? <Unknown /> : formatDuration(ns)}</td>;
}

/** Too few operations to know it, or no evidence from this system. */
export function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-visually">not known</span>
    </>
  );
}

interface FiguresFrameProps {
  readonly caption: string;
  /** The exact system calls behind all rows, in the order in which they are made. */
  readonly calls: readonly string[];
  /** Heading of the column that names the rows. */
  readonly first: string;
  readonly columns: readonly string[];
  /** A ladder has many short rows, which stand closer together on paper. */
  readonly rows: "ladder" | "modes";
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
