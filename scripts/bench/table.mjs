// Arithmetic and printing of a side-by-side comparison. Pure.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Ratios pair by pair: each pair was measured one right after the other. */
export function ratios(ours, theirs) {
  const pairs = ours.map((value, index) => value / theirs[index]);
  return { median: median(pairs), min: Math.min(...pairs), max: Math.max(...pairs) };
}

export function printTable(title, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  console.log(`\n${title}`);
  for (const row of rows) {
    console.log(
      `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join("  ")}`,
    );
  }
}

export const rate = (value) => Math.round(value).toLocaleString("en-GB");
export const size = (bytes) => (bytes < 2 ** 20 ? `${bytes} B` : `${bytes / 2 ** 20} MiB`);
export const megabytes = (bytesPerSecond) => rate(bytesPerSecond / 1e6);
export const nanoseconds = (perByte) => (perByte * 1024).toFixed(1);
export const ratio = (value) => value.toFixed(3);
