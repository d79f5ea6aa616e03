import type { ReactNode } from "react";

export interface KeyEntry {
  readonly name: string;
  /** Drawn in a box of 20 by 13. */
  readonly mark: ReactNode;
}

/** What the marks of a chart mean. */
export function ChartKey({ entries }: { entries: readonly KeyEntry[] }) {
  return (
    <ul className="legend">
      {entries.map(({ name, mark }) => (
        <li key={name}>
          <svg width="1.25rem" height="0.8125rem" viewBox="0 0 20 13" aria-hidden="true">
            {mark}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
