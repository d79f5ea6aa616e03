/** The rows of a CSV, each with its cells by column name and without the quotes around them. */
export function csvRows(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv.trimEnd().split("\r\n").map(csvCells);
  return rows.map((row) =>
    Object.fromEntries(header.map((name, index) => [name, unquoted(row[index] ?? "")])),
  );
}

export function csvCells(line: string): string[] {
  const cells = `${line},`.match(/("([^"]|"")*"|[^,]*),/g) ?? [];
  return cells.map((cell) => cell.slice(0, -1));
}

const unquoted = (cell: string) => cell.replace(/^"|"$/g, "");
