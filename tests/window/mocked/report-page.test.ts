import { describe, expect, it } from "vitest";
import type { Report } from "../../../electron/contract/report";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { allReports, goodReport, slowReport } from "../../helpers/mock-app/reports";
import { answered } from "../../helpers/mock-app/scenario";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";

type Paper = "A4" | "Letter";

async function openReportPage(
  report: Report,
  view: "report" | "chart",
  paper: Paper,
): Promise<MockWindow> {
  const mock = await openMock({
    page: "report",
    // The page is paper: it has to stay light in a dark system.
    theme: "dark",
    width: 1600,
    height: 900,
    results: { reportDocument: answered({ report, view, paper }) },
  });
  await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
  return mock;
}

async function pdfOf(mock: MockWindow, paper: Paper): Promise<Buffer> {
  const encoded = await mock.app.evaluate(async ({ BrowserWindow }, pageSize) => {
    const [window] = BrowserWindow.getAllWindows();
    const pdf = await window?.webContents.printToPDF({
      pageSize,
      printBackground: true,
      preferCSSPageSize: true,
    });
    return pdf?.toString("base64") ?? "";
  }, paper);
  return Buffer.from(encoded, "base64");
}

describe("the report page", () => {
  it.each([
    { paper: "A4", points: [595, 842] },
    { paper: "Letter", points: [612, 792] },
  ] as const)("prints every report on at most three pages of $paper", async ({ paper, points }) => {
    for (const report of allReports) {
      const mock = await openReportPage(report, "report", paper);
      try {
        const pdf = (await pdfOf(mock, paper)).toString("latin1");
        const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
        expect(pages.length).toBeGreaterThanOrEqual(1);
        expect(pages.length).toBeLessThanOrEqual(3);
        const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf);
        expect([Number(box?.[1]), Number(box?.[2])].map(Math.round)).toEqual(points);
        // Charts are vectors: the only kind of image a drawn page could hold is absent.
        expect(pdf).not.toMatch(/\/Subtype\s*\/Image/);
      } finally {
        await mock.close();
      }
    }
  });

  it("holds everything a shop and an engineer need, on white, without errors", async () => {
    const mock = await openReportPage(slowReport, "report", "A4");
    try {
      const text = await visibleText(mock.page.getByRole("main"));
      const { verdict, runId, flushModes, warnings, app } = slowReport;
      const said = [
        verdict.headline,
        runId,
        ...verdict.answers.flatMap(({ word, reason }) => [word, reason]),
        ...verdict.meaning,
        ...verdict.advice,
        ...verdict.findings.map(({ detail }) => detail),
        ...warnings.map(({ message }) => message),
        ...flushModes.map(({ systemCall }) => systemCall),
        `engine ${app.engine}`,
        "How it was measured",
      ];
      for (const words of said) {
        expect(text).toContain(plain(words));
      }
      const ground = await mock.page.evaluate(
        () => getComputedStyle(document.body).backgroundColor,
      );
      expect(ground).toBe("rgb(255, 255, 255)");
      expect(mock.consoleErrors).toEqual([]);
    } finally {
      await mock.close();
    }
  });

  it("draws the chart alone on a card that fits the picture", async () => {
    const mock = await openReportPage(goodReport, "chart", "A4");
    try {
      const card = await mock.page.locator(".chart-page").boundingBox();
      expect(card).toMatchObject({ x: 0, y: 0, width: 1600, height: 900 });
      const measured = goodReport.flushModes.filter(({ status }) => status === "measured");
      expect(await mock.page.locator(".rate-bar").count()).toBe(measured.length);
      const lowest = await mock.page
        .locator(".chart-row")
        .last()
        .evaluate((row) => row.getBoundingClientRect().bottom);
      expect(lowest).toBeLessThan(900);
      expect(await mock.page.locator("table").count()).toBe(0);
      expect(mock.consoleErrors).toEqual([]);
    } finally {
      await mock.close();
    }
  });
});
