import { absentFrom, type Row, type Table, viewFor } from "#tables/table";

interface BriefTableProps {
  readonly table: Table;
  /** The table above this one, whose system calls are not repeated. */
  readonly before?: Table | undefined;
  /** Whether the chart shows all figures, so that the table names only the system calls. */
  readonly isDrawn?: boolean;
  /** Shows every n-th row of a long series, because its chart draws all. */
  readonly every?: number;
  /** Shows the settings of a table that is too wide to be shown. */
  readonly withSettings?: boolean;
}

type View = NonNullable<ReturnType<typeof viewFor>>;

/** Half a page has only room for a terminal's columns; the data attached to the PDF has all. */
export function BriefTable({ table, before, isDrawn, every = 1, withSettings }: BriefTableProps) {
  const view = viewFor("terminal", table);
  const { notes = [] } = table;
  if (view === null && withSettings && table.calls.length > 0) {
    return <Calls table={table} />;
  }
  if (view === null || view.rows.length === 0) {
    return notes.map((note) => <p key={note}>{note}</p>);
  }
  if (isDrawn) {
    return table.calls.length === 0 ? null : <Calls table={table} />;
  }
  const places = placesOf(view, table.look);
  const rows = view.rows.filter((_, place) => place % every === 0);
  const calls = callsOf(table);
  const isRepeated = before !== undefined && String(calls) === String(callsOf(before));
  const remarks = [...(isRepeated ? [] : calls), ...notes];
  return (
    <table className="brief-table">
      <thead>
        <tr>
          <th scope="col">{view.first}</th>
          {places.map((place) => (
            <th key={place} scope="col">
              {view.columns[place]?.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows never change places
          <tr key={place}>
            <th scope="row">
              {nameOf(row, rows[place - 1], table.look)}
              {row.failure == null ? null : <div>{row.failure}</div>}
            </th>
            <Cells row={row} view={view} places={places} />
          </tr>
        ))}
      </tbody>
      {remarks.length === 0 ? null : (
        <tfoot>
          <tr>
            <td colSpan={places.length + 1}>
              {remarks.map((remark, place) => (
                <div key={remark} className={place < remarks.length - notes.length ? "mono" : ""}>
                  {remark}
                </div>
              ))}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

interface CellsProps {
  readonly row: Row;
  readonly view: View;
  readonly places: readonly number[];
}

function Cells({ row, view, places }: CellsProps) {
  const absent = absentFrom(row);
  const shown = places.filter((place) => absent === null || place < absent);
  return (
    <>
      {shown.map((place) => {
        const isWords = view.columns[place]?.isWords === true;
        return (
          <td key={place} className={isWords ? "words" : undefined}>
            {row.cells[place]?.text ?? (isWords ? "" : "–")}
          </td>
        );
      })}
      {absent === null ? null : (
        <td className="words" colSpan={places.length - shown.length}>
          {row.absence}
        </td>
      )}
    </>
  );
}

function Calls({ table: { caption, calls } }: { readonly table: Table }) {
  return (
    <p>
      <strong>{caption}</strong>{" "}
      {calls.map((call) => (
        <span key={call} className="mono quiet">
          {call}{" "}
        </span>
      ))}
    </p>
  );
}

/**
 * Indices of printed columns: without those that most rows leave empty, which the attached data
 * has, and those that a chart shows by its marks.
 */
function placesOf({ columns, rows }: View, look: Table["look"]): number[] {
  const known = (place: number) => rows.filter(({ cells }) => cells[place]?.text).length;
  return columns
    .map((_, place) => place)
    .filter((place) =>
      columns[place]?.isWords
        ? known(place) > 0 && look !== "rates"
        : 2 * known(place) >= rows.length,
    );
}

/** Names a row: flush modes by their calls; empty if the row before has the same name. */
function nameOf(row: Row, before: Row | undefined, look: Table["look"]): string {
  const isRepeated = row.name === before?.name;
  const name = row.brief ?? row.name;
  return look === "rates" ? (row.id ?? name) : isRepeated ? "" : name;
}

function callsOf({ calls, rows }: Table): string[] {
  // Leaves out calls with "or", because they only repeat the calls of other rows.
  const ofRows = rows
    .flatMap(({ systemCall }) => systemCall ?? [])
    .filter((call) => !call.includes(" or "));
  return [...calls, [...new Set(ofRows)].join("; ")].filter((call) => call !== "");
}
