import type { Guarantee } from "#contract/flush-mode";
import type { Rich } from "#text/messages";
import { tableText } from "#text/tables";

/**
 * The tables of a report for three readers: the terminal, the expert (window and paper) and the
 * screen reader. Each shows its part and adds no text.
 */

export type Reader = "terminal" | "figures" | "hidden";

/** A column's title for each reader; a reader without a title does not get the column. */
export type Heads = Readonly<Partial<Record<Reader, string>>>;

export interface Column<Of> {
  readonly heads: Heads;
  /** Text of a cell; `null`: the value is not known. */
  readonly text: (of: Of) => string | null;
  /**
   * Whether the cells hold text and not figures: in a terminal, text is left-aligned after the
   * figures and may be empty.
   */
  readonly isWords?: boolean;
  /** Text for an unknown value; by default a dash in a terminal, "not known" for screen readers. */
  readonly unknown?: string;
  /** Whether window and paper print the value bold, with its remarks on separate lines below. */
  readonly isStrong?: (of: Of) => boolean;
  readonly remarks?: (of: Of) => readonly string[];
  /** The title with its technical term marked; absent if the title contains no such term. */
  readonly richHead?: Rich<"term">;
  /** Whether the column is the sum of other columns, or a part of the column before it. */
  readonly role?: "sum" | "part";
}

interface Cell {
  readonly text: string | null;
  readonly isStrong: boolean;
  readonly remarks: readonly string[];
}

interface RowName {
  readonly name: string;
  /** The row's name in a terminal, if it differs from `name`. */
  readonly id?: string;
  /** The row's name in a column of half a page, if it differs from `name`. */
  readonly brief?: string;
  readonly guarantee?: Guarantee;
  readonly systemCall?: string;
  readonly aside?: string | null;
  /** Text below the row's name. */
  readonly remarks?: readonly string[];
  /** Why figures are missing; replaces the first unknown value and all that follow it. */
  readonly absence?: string | null;
  /**
   * The reason, if the measurement failed but has figures all the same. Unlike `details`, it is shown
   * everywhere.
   */
  readonly failure?: string | null;
  /** Further lines that a terminal prints below the row. */
  readonly details?: readonly string[];
}

export interface Row extends RowName {
  readonly cells: readonly Cell[];
}

interface Frame {
  readonly caption: string;
  /** The exact system calls behind all rows, in call order; none by default. */
  readonly calls?: readonly string[];
  /** Layout of the table on paper: "ladder" for many short rows, "rates" for the most columns. */
  readonly look: "ladder" | "modes" | "rates";
  /** Titles of the column of row names; a reader without a title does not get the table. */
  readonly first: Heads;
  /** Widths of the terminal's columns in characters. */
  readonly widths?: readonly number[];
  /** Sentences below the table in a terminal, or instead of it. */
  readonly notes?: readonly string[];
}

export interface Table extends Frame {
  readonly calls: readonly string[];
  readonly columns: readonly Omit<Column<never>, "text" | "isStrong" | "remarks">[];
  readonly rows: readonly Row[];
}

export interface TableOf<Of> extends Frame {
  readonly columns: readonly Column<Of>[];
  readonly of: readonly Of[];
  readonly row: (of: Of) => RowName;
}

export function tableOf<Of>({ of, row, ...table }: TableOf<Of>): Table {
  return {
    calls: [],
    ...table,
    rows: of.map((each) => ({
      ...row(each),
      cells: table.columns.map(({ text, isStrong, remarks }) => ({
        text: text(each),
        isStrong: isStrong?.(each) ?? false,
        remarks: remarks?.(each) ?? [],
      })),
    })),
  };
}

/** A column of numbers; pass `strong` as `more` to print them bold. */
export function figure<Of>(
  heads: Heads,
  format: (quantity: number) => string,
  quantity: (of: Of) => number | null | undefined,
  more: Partial<Column<Of>> = {},
): Column<Of> {
  return {
    ...more,
    heads,
    text: (of) => {
      const known = quantity(of) ?? null;
      return known === null ? null : format(known);
    },
  };
}

export const strong = { isStrong: () => true } as const;

/** The part of a table for one reader; `null`: none. */
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

/** Index of the cell that explains why the row has no figures; `null`: it has them. */
export function absentFrom({ absence, cells }: Row): number | null {
  const place = cells.findIndex(({ text }) => text === null);
  return absence == null || place < 0 ? null : place;
}

/** The texts of a hidden table that replaces a chart; the first cell of a row is its name. */
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
      const name = row.failure == null ? row.name : `${row.name}, ${row.failure}`;
      return [name, ...row.cells.map(({ text }, place) => text ?? instead(place))];
    }),
  };
}
