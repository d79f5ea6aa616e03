import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { reportSchema } from "#contract/report";
import { usualWorkloads } from "#contract/workloads/index";
import { tell } from "#text/statements";
import { chartTitles } from "../helpers/chart-titles";
import { InspectedWindow, wordsOfPdf } from "../helpers/inspected-window";
import { plotsDrawn } from "../helpers/mock-app/plots-drawn";
import { verdictShown } from "../helpers/mock-app/verdict-page";
import { homeOf } from "../helpers/workloads/index";

/**
 * The shortest profile suffices: the way from the checkbox to the printed report is the same in
 * every profile.
 */
const shortest = { profile: "smoke" } as const;

let inspected: InspectedWindow;
beforeAll(async () => {
  inspected = await InspectedWindow.open(shortest);
});
afterEach(() => inspected.startOver());
afterAll(() => inspected.close());

it.for(usualWorkloads)(
  "an inspection with only the test %s appears on the live screen, in the verdict and in all exported files, with a PDF of at most three pages",
  async (test, context) => {
    const { inspected: expected } = homeOf(test);
    if (expected === null) {
      throw new Error(`the home of ${test} does not say what its inspection leaves`);
    }
    const { figure, figures, printed, csvRows } = expected;
    const { page } = inspected;
    const tellEnd = await inspected.holdEnd();
    await inspected.start([test]);
    await page.locator(figure).first().waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).first().innerText()).not.toBe("");

    await tellEnd();
    await inspected.verdictShown();
    const report = await inspected.onlyReportKept();
    expect(report).toMatchObject({ partial: false, error: null, plan: { tests: [test] } });
    const title = chartTitles(report.plan)[test].replace(/\s+/g, " ");
    await page.getByRole("heading", { name: title }).waitFor();
    await verdictShown(page, report);
    expect(figures(report)).toBeGreaterThan(0);
    // A chart is drawn when it is about to be seen.
    await plotsDrawn(page);
    await expect.poll(() => page.locator(figure).count()).toBe(figures(report));

    const pdf = await inspected.savePdf();
    const json = await inspected.saveAs("All data (JSON)", "report.json");
    expect(reportSchema.parse(JSON.parse(json.toString()))).toEqual(report);
    const csv = await inspected.saveAs("Table (CSV)", "report.csv");
    const [header = "", ...rows] = csv.toString().trimEnd().split("\r\n");
    expect(header).toMatch(/^runId,startedAt,workload,/);
    expect(rows).toHaveLength(csvRows(report));
    expect(rows.every((row) => row.split(",")[2] === test)).toBe(true);
    const picture = await inspected.saveAs("Chart as a picture (PNG)", "chart.png");
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(1600);

    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe("%PDF-");
    const words = wordsOfPdf(pdf, context, "raw");
    const { word, sentence } = glanceOf(report);
    const headline = `${tell(word)} ${tell(sentence)}`;
    for (const said of [headline, title, report.runId, ...printed(report)]) {
      expect(words).toContain(said.replace(/\s+/g, " "));
    }
    const pages = /Pages:\s+(\d+)/.exec(execFileSync("pdfinfo", [pdf]).toString())?.[1];
    expect(Number(pages)).toBeLessThanOrEqual(3);
  },
);
