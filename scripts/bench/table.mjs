/** @typedef {import("./statistics.mjs").Summary} Summary */
/** @typedef {import("./statistics.mjs").Comparison} Comparison */

/**
 * @param {string} title
 * @param {readonly { name: string, alike: boolean, summary: Summary,
 *   against: Comparison | null }[]} tools ours first, which is not compared with itself
 * @returns {string}
 */
export function subjectTable(title, tools) {
  const marked = (/** @type {{ name: string, alike: boolean }} */ { name, alike }) =>
    alike ? name : `${name} *`;
  const alone = columns([
    ["", "operations/s", "lowest – highest", "CV", "CPU µs/op", "measured s"],
    ...tools.map((tool) => [
      marked(tool),
      rate(tool.summary.median),
      `${rate(tool.summary.min)} – ${rate(tool.summary.max)}`,
      known(tool.summary.coefficientOfVariation, (value) => `${(value * 100).toFixed(1)} %`),
      known(tool.summary.cpuNsPerOperation, (value) => (value / 1000).toFixed(2)),
      (tool.summary.measuredNs / 1e9).toFixed(2),
    ]),
  ]);
  const against = columns([
    [`${tools[0]?.name} /`, "ratio", "95 % interval", "CV ours/theirs", "95 % interval", "pairs"],
    ...tools.flatMap((tool) =>
      tool.against === null
        ? []
        : [
            [
              marked(tool),
              ratio(tool.against.median),
              known(tool.against.interval, ({ low, high }) => `${ratio(low)} – ${ratio(high)}`),
              known(tool.against.spreadRatio, hundredths),
              known(tool.against.spreadRatioInterval, between),
              pairsText(tool.against),
            ],
          ],
    ),
  ]);
  return [`\n${title}`, ...alone, "", ...against, ""].join("\n");
}

/** Most pairs that fit on a line. Of more, only the extremes are shown; the JSON has every pair. */
const shownPairs = 10;

/** @param {Comparison} comparison */
function pairsText({ pairs, min, max }) {
  return pairs.length > shownPairs
    ? `${pairs.length} of ${between({ low: min, high: max })}`
    : pairs.map(hundredths).join(" ");
}

/**
 * The first column is left-aligned, the others are right-aligned.
 * @param {readonly (readonly string[])[]} rows
 * @returns {string[]}
 */
export function columns(rows) {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  return rows.map((row) => {
    const [first = "", ...others] = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `  ${[first, ...others].join("  ")}`.trimEnd();
  });
}

/**
 * @template Value
 * @param {Value | null} value
 * @param {(value: Value) => string} format
 */
const known = (value, format) => (value === null ? "not known" : format(value));

/** @param {number} value */
export const rate = (value) => Math.round(value).toLocaleString("en-GB");

/** @param {number} value */
export const ratio = (value) => value.toFixed(3);

/** @param {number} value */
const hundredths = (value) => value.toFixed(2);

/** @param {{ low: number, high: number }} bounds */
const between = ({ low, high }) => `${hundredths(low)} – ${hundredths(high)}`;
