import type { ComponentType, PropsWithChildren } from "react";
import { HiddenTable, type HiddenTableProps } from "./hidden-table";

interface CardParts {
  /** How to read the chart. */
  readonly note?: string | null;
  /** What the chart shows, for screen readers. */
  readonly tables?: readonly HiddenTableProps[];
  /** Heading that replaces the chart if nothing was measured. */
  readonly heading?: string;
}

export function ChartCard({ note, tables, children }: PropsWithChildren<CardParts>) {
  return (
    <section className="card figure-card rows loose">
      {children}
      {note == null ? null : <p className="small quiet figure-note">{note}</p>}
      {tables?.map((table) => (
        <HiddenTable key={table.caption} {...table} />
      ))}
    </section>
  );
}

/** The chart on a card; nothing for a report of which `partsOf` returns `null`. */
export function figureOf<Props extends object>(
  Chart: ComponentType<Props>,
  partsOf: (props: Props) => CardParts | null,
) {
  return function Figure(props: Props) {
    const parts = partsOf(props);
    return (
      parts && (
        <ChartCard {...parts}>
          {parts.heading === undefined ? <Chart {...props} /> : <h2>{parts.heading}</h2>}
        </ChartCard>
      )
    );
  };
}
