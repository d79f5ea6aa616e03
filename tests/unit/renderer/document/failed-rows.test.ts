import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { hiddenTexts } from "#tables/table";
import { homeOf as tablesOf } from "#tables/workloads/index";
import { resultTable } from "../../../../electron/main/cli/terminal-table";
import { FiguresTable } from "../../../../renderer/src/document/figures-table";
import { BriefTable } from "../../../../renderer/src/report/brief-table";
import { sampleReport } from "../../../helpers/sample-report";

it("the terminal, the page and the PDF show that a test failed, even if it returned figures", () => {
  const ended = { status: "failed", reason: "The drive returned an error." } as const;
  const { flushModes, reading, documentSaves, parallelSaves, ...report } = sampleReport({
    reading: {},
    documents: {},
    parallel: {},
  });
  const failed = {
    ...report,
    flushModes: flushModes.slice(0, 1).map((mode) => ({ ...mode, ...ended })),
    reading: reading.slice(0, 1).map((result) => ({ ...result, ...ended })),
    documentSaves: documentSaves?.slice(0, 1).map((save) => ({ ...save, ...ended })) ?? null,
    parallelSaves: parallelSaves?.slice(0, 1).map((save) => ({ ...save, ...ended })) ?? null,
  };
  const words = "failed: The drive returned an error.";
  const said = (text: string) => text.split(words).length - 1;
  expect(said(resultTable(failed).join("\n"))).toBe(4);
  for (const id of ["flush-modes", "reading", "document-saves", "parallel-saves"] as const) {
    const tables = tablesOf(id).tables(failed);
    expect(tables.flatMap((table) => hiddenTexts(table).rows.flat()).map(said)).toContain(1);
    const page = tables.map((table) =>
      renderToStaticMarkup(
        createElement(
          "div",
          null,
          createElement(FiguresTable, { table }),
          createElement(BriefTable, { table }),
        ),
      ),
    );
    expect(said(page.join(""))).toBe(2);
  }
});
