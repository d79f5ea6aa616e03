import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { type Report, reportSchema } from "#contract/report";
import type { WorkloadId } from "#contract/workloads/index";
import { tell } from "#text/statements";
import { chartTitles } from "../helpers/chart-titles";
import { InspectedWindow, wordsOfPdf } from "../helpers/inspected-window";
import { plotsDrawn } from "../helpers/mock-app/plots-drawn";
import { verdictShown } from "../helpers/mock-app/verdict-page";

/** What each test leaves on the screen, in the report and on paper. */
interface Expectation {
  readonly test: WorkloadId;
  /** A figure of the chart, running or finished. */
  readonly figure: string;
  /** How many of them the verdict has to show. */
  readonly figures: (report: Report) => number;
  /** What has to be readable in the PDF beside headline and title: calls, settings, sizes. */
  readonly printed: (report: Report) => readonly string[];
  readonly csvRows: (report: Report) => number;
}

const expectations: readonly Expectation[] = [
  {
    test: "flush-modes",
    figure: ".rate-bar",
    figures: ({ flushModes, appendModes }) =>
      [...flushModes, ...(appendModes ?? [])].filter(({ iops }) => iops !== null).length,
    printed: ({ flushModes, appendModes }) => [
      "making a file longer",
      ...[...flushModes, ...(appendModes ?? [])]
        .filter(({ status }) => status === "measured")
        // The end of a long call may stand on the next line of the table.
        .map(({ systemCall }) => systemCall.slice(0, 20)),
    ],
    csvRows: ({ flushModes, appendModes, spacedSaves, plainWrites }) =>
      [...flushModes, ...(appendModes ?? [])].reduce(
        (sum, { rounds }) => sum + Math.max(1, rounds.length),
        (spacedSaves?.rounds.length ?? 0) + (plainWrites?.refilledRounds.length ?? 0),
      ),
  },
  {
    test: "buffer-sweep",
    figure: ".chart-field .dot-drive",
    figures: ({ plan }) => plan.workloads["buffer-sweep"].bufferBytes.length,
    printed: ({ bufferSweeps: [sweep] }) => [
      sweep?.systemCall ?? "missing",
      sweep?.settleSystemCall ?? "missing",
      "16 MiB",
    ],
    csvRows: ({ plan, stream }) =>
      plan.workloads["buffer-sweep"].bufferBytes.length + (stream === null ? 0 : 1),
  },
  {
    test: "sync-interval",
    figure: ".time-bar .chart-value",
    figures: ({ syncIntervals: [ladder] }) => ladder?.strategies.length ?? 0,
    printed: ({ syncIntervals: [ladder] }) => [
      ladder?.systemCall ?? "missing",
      "In the background",
      "Every 4 KiB",
    ],
    csvRows: ({ syncIntervals: [ladder] }) =>
      (ladder?.strategies ?? []).reduce((sum, { trialsNs }) => sum + trialsNs.length, 0),
  },
  {
    test: "chunked-writes",
    figure: ".time-bar .chart-value",
    figures: ({ chunked }) =>
      (chunked?.modes ?? []).filter(({ elapsedNs }) => elapsedNs !== null).length,
    printed: ({ chunked }) =>
      (chunked?.modes ?? [])
        .filter(({ status }) => status === "measured")
        .map(({ systemCall }) => systemCall.slice(0, 20)),
    csvRows: ({ chunked }) =>
      (chunked?.modes ?? []).reduce((rows, { passes }) => rows + Math.max(1, passes.length), 0),
  },
  {
    test: "commits",
    figure: ".commit-bar .chart-value",
    figures: ({ commits }) => sidesOf(commits).length,
    printed: ({ commits }) =>
      (commits ?? []).flatMap(({ durable, relaxed }) => [
        `durable: ${durable?.settings.slice(0, 24)}`,
        `relaxed: ${relaxed?.settings.slice(0, 24)}`,
      ]),
    csvRows: ({ commits }) => sidesOf(commits).length,
  },
  {
    test: "reading",
    figure: ".reading-bar .chart-value",
    figures: ({ reading }) => reading.filter(({ iops }) => iops !== null).length,
    printed: ({ reading }) =>
      reading
        .filter(({ status }) => status === "measured")
        .map(({ systemCall }) => systemCall.slice(0, 20)),
    csvRows: ({ reading }) =>
      reading.reduce((rows, { rounds }) => rows + Math.max(1, rounds.length), 0),
  },
  {
    test: "document-saves",
    figure: ".rate-bar .chart-value",
    figures: ({ documentSaves }) =>
      (documentSaves ?? []).filter(({ documentsPerSecond }) => documentsPerSecond !== null).length,
    printed: ({ documentSaves }) =>
      (documentSaves ?? []).map(({ systemCall }) => systemCall.slice(0, 20)),
    csvRows: ({ documentSaves }) =>
      (documentSaves ?? []).reduce((rows, { rounds }) => rows + Math.max(1, rounds.length), 0),
  },
  {
    test: "parallel-saves",
    figure: ".rate-bar .chart-value",
    figures: ({ parallelSaves }) =>
      (parallelSaves ?? []).filter(({ iops }) => iops !== null).length,
    printed: ({ parallelSaves }) => [
      ...(parallelSaves ?? []).map(({ systemCall }) => systemCall.slice(0, 20)),
      "16 writers",
    ],
    csvRows: ({ parallelSaves }) =>
      (parallelSaves ?? []).reduce((rows, { rounds }) => rows + Math.max(1, rounds.length), 0),
  },
];

/** One database can be set to confirm only its checkpoints, as a third side. */
const sidesOf = (commits: Report["commits"]) =>
  (commits ?? [])
    .flatMap(({ durable, normal, relaxed }) => [durable, normal, relaxed])
    .filter((side) => side !== null);

/** The shortest profile: whatever is measured, the way from the tick to the paper is the same. */
const shortest = { profile: "smoke" } as const;

let inspected: InspectedWindow;
beforeAll(async () => {
  inspected = await InspectedWindow.open(shortest);
});
afterEach(() => inspected.startOver());
afterAll(() => inspected.close());

it.for(expectations)(
  "an inspection of $test alone reaches the screen, the verdict, every file format and the PDF",
  async (expectation, context) => {
    const { test, figure, figures, printed, csvRows } = expectation;
    const { page } = inspected;
    const tellEnd = await inspected.holdEnd();
    await inspected.start([test]);
    await page.locator(figure).first().waitFor();
    expect(await page.getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
    expect(await page.getByRole("heading", { level: 2 }).first().innerText()).not.toBe("");

    await tellEnd();
    await inspected.verdictShown();
    const report = await inspected.onlyReportKept();
    expect(report).toMatchObject({ partial: false, error: null, plan: { tests: [test] } });
    const title = chartTitles(report.plan)[test].replace(/\s+/g, " ");
    await page.getByRole("heading", { name: title }).waitFor();
    await verdictShown(page, report);
    expect(figures(report)).toBeGreaterThan(2);
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
