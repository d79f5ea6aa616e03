import type { ReactNode } from "react";
import { HiddenTable, type HiddenTableProps } from "./hidden-table";

interface ChartCardProps {
  /** The chart, or its heading alone if nothing was measured. */
  readonly children: ReactNode;
  /** How to read the chart. */
  readonly note?: string | undefined;
  /** What the chart shows, for screen readers. */
  readonly tables: readonly HiddenTableProps[];
}

export function ChartCard({ children, note, tables }: ChartCardProps) {
  return (
    <section className="card figure-card">
      {children}
      {note === undefined ? null : <p className="small quiet figure-note">{note}</p>}
      {tables.map((table) => (
        <HiddenTable key={table.caption} {...table} />
      ))}
    </section>
  );
}
