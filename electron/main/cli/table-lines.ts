export interface TableRow {
  /** The first to the left, the others to the right of their columns. */
  readonly cells: readonly string[];
  /** What follows the cells; it has no column. */
  readonly rest?: string;
}

/** Rows under each other in columns of these widths; a column grows where a cell has no room. */
export function tableLines(widths: readonly number[], rows: readonly TableRow[]): string[] {
  const grown = widths.map((width, column) =>
    Math.max(width, ...rows.map(({ cells }) => (cells[column]?.length ?? -1) + 1)),
  );
  return rows.map(({ cells, rest = "" }) => {
    const placed = cells.map((cell, column) =>
      column === 0 ? cell.padEnd(grown[column] ?? 0) : cell.padStart(grown[column] ?? 0),
    );
    return `${placed.join("")}${rest}`;
  });
}
