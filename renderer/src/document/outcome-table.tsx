import { type Table, viewFor } from "#tables/table";
import { GuaranteeMark } from "../charts/parts/guarantee-mark";
import { RichText } from "../ui/rich-text";

const rowClass = { sum: "outcomes-result", part: "outcomes-part" } as const;

/** The plug test's counts; one column per flush mode fits, because there are few modes. */
export function OutcomeTable({ table }: { readonly table: Table }) {
  const view = viewFor("figures", table);
  return view === null ? null : (
    // The table can be wider than a narrow window: then it scrolls on its own, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <section className="outcomes" aria-label={table.caption} tabIndex={0}>
      <table className="data-table">
        <caption>{table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{view.first}</th>
            {view.rows.map(({ id, name, guarantee, systemCall, remarks = [] }) => (
              <th key={id} scope="col">
                <span className="outcomes-mode">
                  {guarantee === undefined ? null : <GuaranteeMark guarantee={guarantee} />}
                  {name}
                </span>
                <span className="outcomes-small mono fine">{systemCall}</span>
                {remarks.map((remark) => (
                  <span key={remark} className="outcomes-small fine">
                    {remark}
                  </span>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.columns.map(({ head, richHead = [head], role }, place) => (
            <tr key={head} className={role && rowClass[role]}>
              <th scope="row">
                <RichText
                  text={richHead}
                  tags={{ term: (name) => <span className="quiet">{name}</span> }}
                />
              </th>
              {view.rows.map(({ id, cells }) => (
                <td key={id}>{cells[place]?.text ?? "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
