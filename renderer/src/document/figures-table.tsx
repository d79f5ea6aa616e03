import { absentFrom, type Row, type Table, viewFor } from "#tables/table";
import { tableText } from "#text/tables";
import { GuaranteeMark } from "../charts/parts/guarantee-mark";

/** A table of figures: its name, the system calls, and one row per measurement. */
export function FiguresTable({ table }: { readonly table: Table }) {
  const view = viewFor("figures", table);
  if (view === null) {
    return null;
  }
  const heads = view.columns.map(({ head }) => head);
  return (
    <table className={`data-table figures ${table.look}`}>
      <caption>
        {table.caption}
        {table.calls.map((call) => (
          <span key={call} className="figures-caption-call mono fine">
            {call}
          </span>
        ))}
      </caption>
      <thead>
        <tr>
          {[view.first, ...heads].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.rows.map((row) => (
          <tr key={`${row.name} ${row.aside}`}>
            <th scope="row">
              <RowName {...row} />
            </th>
            <Figures row={row} heads={heads} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function RowName({ name, aside = null, guarantee, systemCall, remarks = [], failure }: Row) {
  const words = (
    <>
      <div>
        {name}
        {aside === null ? null : <span className="fine"> {aside}</span>}
      </div>
      {systemCall === undefined ? null : <div className="mono fine">{systemCall}</div>}
      {[...remarks, ...(failure == null ? [] : [failure])].map((remark) => (
        <div key={remark} className="fine">
          {remark}
        </div>
      ))}
    </>
  );
  return guarantee === undefined ? (
    words
  ) : (
    <div className="figures-mode">
      <GuaranteeMark guarantee={guarantee} />
      <div>{words}</div>
    </div>
  );
}

/** The figures of one row. `heads`, the titles of the columns, label them in a narrow window. */
function Figures({ row, heads }: { readonly row: Row; readonly heads: readonly string[] }) {
  const absent = absentFrom(row);
  return (
    <>
      {row.cells.slice(0, absent ?? heads.length).map((cell, place) => (
        <td key={heads[place]} data-name={heads[place]}>
          <Figure {...cell} />
        </td>
      ))}
      {absent === null ? null : <td colSpan={heads.length - absent}>{row.absence}</td>}
    </>
  );
}

function Figure({ text, isStrong, remarks }: Row["cells"][number]) {
  if (text === null) {
    return <Unknown />;
  }
  return isStrong ? (
    <div>
      <strong>{text}</strong>
      {remarks.map((remark) => (
        <div key={remark} className="figures-range fine">
          {" "}
          {remark}
        </div>
      ))}
    </div>
  ) : (
    text
  );
}

/** A dash for a figure without enough operations, or without evidence from the system. */
function Unknown() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="hidden-visually">{tableText.notKnown()}</span>
    </>
  );
}
