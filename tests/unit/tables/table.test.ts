import { describe, expect, it } from "vitest";
import { figure, hiddenTexts, tableOf, viewFor } from "#tables/table";

interface Drive {
  readonly name: string;
  readonly rate: number | null;
  readonly flushes: number | null;
  readonly refusal?: string;
}

const drives: readonly Drive[] = [
  { name: "fast", rate: 12, flushes: null },
  { name: "refused", rate: null, flushes: 3, refusal: "it was refused" },
];

const table = tableOf<Drive>({
  caption: "Drives",
  calls: [],
  look: "modes",
  first: { figures: "Drive", hidden: "Drive" },
  columns: [
    { heads: { hidden: "Kind" }, text: () => "solid" },
    figure({ figures: "Rate", hidden: "Saves" }, String, ({ rate }) => rate),
    figure({ figures: "Flushes" }, String, ({ flushes }) => flushes),
    figure({ hidden: "Flushes" }, String, ({ flushes }) => flushes),
  ],
  of: drives,
  row: ({ name, refusal = null }) => ({ name, absence: refusal }),
});

describe("a table", () => {
  it("shows each audience only the columns that have a heading for this audience, in order", () => {
    const heads = (view: ReturnType<typeof viewFor>) => view?.columns.map(({ head }) => head);
    expect(heads(viewFor("figures", table))).toEqual(["Rate", "Flushes"]);
    expect(heads(viewFor("hidden", table))).toEqual(["Kind", "Saves", "Flushes"]);
  });

  it("is hidden from an audience for which its first column has no heading", () => {
    expect(viewFor("terminal", table)).toBeNull();
  });

  it("gives screen readers the reason in place of the first missing figure", () => {
    expect(hiddenTexts(table)).toEqual({
      columns: ["Drive", "Kind", "Saves", "Flushes"],
      rows: [
        ["fast", "solid", "12", "not known"],
        ["refused", "solid", "it was refused", "3"],
      ],
    });
  });
});
