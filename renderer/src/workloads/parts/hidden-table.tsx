import { hiddenTexts, type Table } from "#tables/table";
import { measured } from "#text/measured";

export interface HiddenTableProps {
  readonly caption: string;
  readonly table: Table;
}

/** A chart's data as a table for screen readers. */
export function HiddenTable({ caption, table }: HiddenTableProps) {
  const { columns, rows } = hiddenTexts(table);
  return (
    <div className="hidden-visually">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = "", ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The data of a live chart of this title. */
export function SoFar({ title, table }: { title: string; table: Table }) {
  return <HiddenTable caption={measured.soFar({ title })} table={table} />;
}
