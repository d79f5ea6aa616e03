import type { Guarantee } from "#contract/flush-mode";
import type { Rich } from "#text/messages";
import { tableText } from "#text/tables";

/**
 * The one description of a report's tables: which columns there are, how a figure is written, what is
 * said of a row. A terminal and the paper, the expert's figures in the window, and the hidden tables for
 * screen readers show what is meant for them and add no word.
 */

export type Reader = "terminal" | "figures" | "hidden";

/** What a column is called; who has no head for it is not shown it. */
export type Heads = Readonly<Partial<Record<Reader, string>>>;

export interface Column<Of> {
  readonly heads: Heads;
  /** `null`: not known. */
  readonly text: (of: Of) => string | null;
  /** In a terminal it stands to the left, behind the figures, and may be empty. */
  readonly isWords?: boolean;
  /** What a terminal and a hidden table show of what is not known, where the usual says too little. */
  readonly unknown?: string;
  /** Window and paper print it bold, with its remarks below it, each on a line of its own. */
  readonly isStrong?: (of: Of) => boolean;
  readonly remarks?: (of: Of) => readonly string[];
  readonly failure?: (of: Of) => string | null;
  /** Its head with the engineer's word set apart, where there is one. */
  readonly richHead?: Rich<"term">;
  /** It sums up the others, or is one of the parts of the one before. */
  readonly role?: "sum" | "part";
}

interface Cell {
  readonly text: string | null;
  readonly isStrong: boolean;
  readonly remarks: readonly string[];
  readonly failure: string | null;
}

interface RowName {
  readonly name: string;
  /** How a terminal names it, if otherwise. */
  readonly id?: string;
  /** How a column of half a page names it, if otherwise. */
  readonly brief?: string;
  readonly guarantee?: Guarantee;
  readonly systemCall?: string;
  /** Beside the name. */
  readonly aside?: string | null;
  /** Below the name. */
  readonly remarks?: readonly string[];
  /** Why there are no figures; in place of the first that is not known and of all that follow. */
  readonly absence?: string | null;
  /** Lines below the row in a terminal. */
  readonly details?: readonly string[];
}

export interface Row extends RowName {
  readonly cells: readonly Cell[];
}

interface Frame {
  readonly caption: string;
  /** The exact system calls behind all rows, in the order in which they are made. */
  readonly calls: readonly string[];
  /** A ladder has many short rows, which stand closer together on paper; rates have most columns. */
  readonly look: "ladder" | "modes" | "rates";
  /** Heads of the column that names the rows; who has none is not shown the table. */
  readonly first: Heads;
  /** Of the columns in a terminal, in characters. */
  readonly widths?: readonly number[];
  /** Sentences below the table in a terminal, or in its place. */
  readonly notes?: readonly string[];
}

export interface Table extends Frame {
  readonly columns: readonly Omit<Column<never>, "text" | "isStrong" | "remarks" | "failure">[];
  readonly rows: readonly Row[];
}

export interface TableOf<Of> extends Frame {
  readonly columns: readonly Column<Of>[];
  readonly of: readonly Of[];
  readonly row: (of: Of) => RowName;
}

export function tableOf<Of>({ of, row, ...table }: TableOf<Of>): Table {
  return {
    ...table,
    rows: of.map((each) => ({
      ...row(each),
      cells: table.columns.map(({ text, isStrong, remarks, failure }) => ({
        text: text(each),
        isStrong: isStrong?.(each) ?? false,
        remarks: remarks?.(each) ?? [],
        failure: failure?.(each) ?? null,
      })),
    })),
  };
}

/** A column of quantities, all written in the same way. */
export function figure<Of>(
  heads: Heads,
  format: (quantity: number) => string,
  quantity: (of: Of) => number | null | undefined,
): Column<Of> {
  return {
    heads,
    text: (of) => {
      const known = quantity(of) ?? null;
      return known === null ? null : format(known);
    },
  };
}

/** What of a table one reader is shown; `null`: nothing. */
export function viewFor(reader: Reader, { first, columns, rows }: Table) {
  const isShown = (_: unknown, place: number) => columns[place]?.heads[reader] !== undefined;
  const name = first[reader];
  return name === undefined
    ? null
    : {
        first: name,
        columns: columns
          .filter(isShown)
          .map((column) => ({ ...column, head: column.heads[reader] ?? "" })),
        rows: rows.map((row) => ({ ...row, cells: row.cells.filter(isShown) })),
      };
}

/** The place of the cell in which a row says why it has no figures; `null`: it has them. */
export function absentFrom({ absence, cells }: Row): number | null {
  const place = cells.findIndex(({ text }) => text === null);
  return absence == null || place < 0 ? null : place;
}

/** The texts of a table that is heard in place of a chart; the first cell of a row names it. */
export function hiddenTexts(table: Table) {
  const view = viewFor("hidden", table);
  return {
    columns: view === null ? [] : [view.first, ...view.columns.map(({ head }) => head)],
    rows: (view?.rows ?? []).map((row) => {
      const absent = absentFrom(row);
      const instead = (place: number) =>
        absent === null
          ? (view?.columns[place]?.unknown ?? tableText.notKnown())
          : place === absent
            ? (row.absence ?? "")
            : "–";
      return [row.name, ...row.cells.map(({ text }, place) => text ?? instead(place))];
    }),
  };
}
