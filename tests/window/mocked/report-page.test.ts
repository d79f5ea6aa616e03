import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, type TestContext } from "vitest";
import { sweepOf } from "../../../electron/analysis/workloads/buffer-sweep/results";
import type { ReportPageDocument } from "../../../electron/contract/ipc-schema";
import type { Report } from "../../../electron/contract/report";
import { printOptions } from "../../../electron/main/export/print-options";
import { renderExport, reportJson } from "../../../electron/main/export/report-export";
import { formatDuration } from "../../../electron/text/format";
import { chartTitles } from "../../helpers/chart-titles";
import { wordsOfPdf } from "../../helpers/inspected-window";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { powerCutReports } from "../../helpers/mock-app/power-cut-reports";
import {
  allReports,
  busyReport,
  commitsReport,
  fullReport,
  goodReport,
  slowReport,
  sweepReport,
  virtualReport,
  workloadReports,
} from "../../helpers/mock-app/reports";
import { answered } from "../../helpers/mock-app/scenario";
import { plain, visibleText } from "../../helpers/mock-app/visible-text";
import { skipped } from "../../helpers/skipped";

type Paper = "A4" | "Letter";

type View = "report" | "chart";

const sampleSum = "5a".repeat(32);

async function openReportPage(report: Report, view: View, paper: Paper): Promise<MockWindow> {
  const mock = await openMock({
    page: "report",
    // The page is paper: it has to stay light in a dark system.
    theme: "dark",
    width: 1600,
    height: 900,
    results: { reportDocument: answered({ report, view, paper, checksum: sampleSum }) },
  });
  await untilDrawn(mock);
  return mock;
}

async function untilDrawn(mock: MockWindow): Promise<void> {
  await expect.poll(() => mock.callsOf("reportDrawn")).toEqual([[]]);
}

/** As main prints what the page shows. */
async function pdfOf(mock: MockWindow, document: ReportPageDocument): Promise<Buffer> {
  const encoded = await mock.app.evaluate(async ({ BrowserWindow }, options) => {
    const [window] = BrowserWindow.getAllWindows();
    const pdf = await window?.webContents.printToPDF(options);
    return pdf?.toString("base64") ?? "";
  }, printOptions(document));
  return Buffer.from(encoded, "base64");
}

/** The file that a person gets; only the process that draws is a fake one. */
async function exportedPdf(report: Report, paper: Paper): Promise<Buffer> {
  const pdf = await renderExport(report, "pdf", paper, async (document) => {
    const mock = await openMock({
      page: "report",
      results: { reportDocument: answered(document) },
    });
    try {
      await untilDrawn(mock);
      return await pdfOf(mock, document);
    } finally {
      await mock.close();
    }
  });
  return Buffer.from(pdf);
}

describe("a report page that cannot be drawn", () => {
  it("says so at once, so that nobody waits for it", async () => {
    const broken = { ...goodReport, verdict: null as never };
    const mock = await openMock({
      page: "report",
      results: {
        reportDocument: answered({ report: broken, view: "report", paper: "A4", checksum: null }),
      },
    });
    await expect
      .poll(() => mock.callsOf("reportFailed").then(({ length }) => length > 0))
      .toBe(true);
    expect(await mock.callsOf("reportFailed")).toEqual(
      expect.arrayContaining([[expect.stringMatching(/null/)]]),
    );
    await mock.close();
  });

  it("keeps to its paper where a word has no end", async () => {
    const headline = "W".repeat(10_000);
    const { verdict, volume } = goodReport;
    const drive = { ...volume.drive, model: "M".repeat(128) };
    const mock = await openReportPage(
      { ...goodReport, volume: { ...volume, drive }, verdict: { ...verdict, headline } },
      "report",
      "A4",
    );
    const [wide, paper] = await mock.page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(wide).toBeLessThanOrEqual(paper ?? 0);
    await mock.close();
  });
});

const papers = [
  { paper: "A4", points: [595, 842] },
  { paper: "Letter", points: [612, 792] },
] as const;

/** Three pages for the flush modes; twelve when all the other tests were run too. */
const lengths = [
  {
    most: 3,
    reports: [...allReports, busyReport, virtualReport],
    kind: "every report of the flush modes",
  },
  { most: 12, reports: workloadReports, kind: "every report of more tests" },
  { most: 3, reports: powerCutReports, kind: "every report with plug tests" },
];
const prints = papers.flatMap((paper) => lengths.map((length) => ({ ...paper, ...length })));

async function expectPrint(
  report: Report,
  paper: Paper,
  points: readonly number[],
  most: number,
): Promise<void> {
  const pdf = (await exportedPdf(report, paper)).toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThanOrEqual(1);
  expect(pages.length).toBeLessThanOrEqual(most);
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf);
  expect([Number(box?.[1]), Number(box?.[2])].map(Math.round)).toEqual(points);
  // Charts are vectors: the only kind of image a drawn page could hold is absent.
  expect(pdf).not.toMatch(/\/Subtype\s*\/Image/);
}

describe("the PDF as a file", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-paper-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function saved(report: Report, context: TestContext): Promise<string> {
    if (spawnSync("pdfdetach", ["-v"]).error !== undefined) {
      context.skip(skipped("poppler-utils is not installed, so no PDF was read back"));
    }
    const file = path.join(folder, `${report.runId}.pdf`);
    writeFileSync(file, await exportedPdf(report, "A4"));
    return file;
  }

  it("holds the JSON document byte for byte, and its checksum on the first page", async (context) => {
    const pdf = await saved(fullReport, context);
    const json = path.join(folder, "taken-out.json");
    execFileSync("pdfdetach", ["-save", "1", "-o", json, pdf]);
    const taken = readFileSync(json);
    expect(taken.equals(Buffer.from(reportJson(fullReport)))).toBe(true);
    const listed = execFileSync("pdfdetach", ["-list", pdf]).toString();
    expect(listed).toContain(`driveproof-${fullReport.runId}.json`);
    const firstPage = execFileSync("pdftotext", ["-l", "1", pdf, "-"]).toString();
    const sum = createHash("sha256").update(taken).digest("hex");
    expect(firstPage.replace(/\s/g, "")).toContain(sum);
  });

  it("has a title, a language and no name of the system it was printed on", async (context) => {
    const pdf = await saved(goodReport, context);
    const info = execFileSync("pdfinfo", [pdf]).toString();
    expect(info).toMatch(/^Title: +DriveProof: .+$/m);
    expect(info).toMatch(/^Creator: +DriveProof [\d.]+$/m);
    expect(readFileSync(pdf).toString("latin1")).toContain(
      `/Lang <FEFF${Buffer.from("en-GB", "utf16le").swap16().toString("hex")}>`,
    );
  });

  it("says on every page which run it is and which page of how many", async (context) => {
    const pdf = await saved(fullReport, context);
    const pages = execFileSync("pdftotext", ["-layout", pdf, "-"]).toString().split("\f");
    // Behind the last page there is one more form feed.
    const texts = pages.slice(0, -1).map((text) => text.replace(/\s+/g, " "));
    expect(texts.length).toBeGreaterThan(1);
    texts.forEach((text, place) => {
      expect(text).toContain(`Run ${fullReport.runId}`);
      expect(text).toContain(`Page ${place + 1} of ${texts.length}`);
    });
  });
});

describe("the report page", () => {
  it.each(prints)("prints $kind on at most $most pages of $paper", async (print) => {
    const { paper, points, most, reports } = print;
    for (const report of reports) {
      await expectPrint(report, paper, points, most);
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

  it("prints chart, table, system calls and method of every test", async () => {
    const mock = await openReportPage(fullReport, "report", "A4");
    try {
      const text = await visibleText(mock.page.getByRole("main"));
      const { syncIntervals, chunked } = fullReport;
      const sweep = sweepOf(fullReport, false);
      const { appendModes, commits } = fullReport;
      for (const title of Object.values(chartTitles(fullReport.plan))) {
        expect(text).toContain(plain(title));
      }
      for (const call of [
        sweep?.systemCall,
        sweep?.settleSystemCall,
        syncIntervals[0]?.systemCall,
        sweepOf(fullReport, true)?.systemCall,
        ...(chunked?.modes ?? []).map(({ systemCall }) => systemCall),
        ...(appendModes ?? []).map(({ systemCall }) => systemCall),
        ...(commits ?? []).flatMap(({ durable, relaxed }) => [
          durable?.settings,
          relaxed?.settings,
        ]),
      ]) {
        expect(text).toContain(call);
      }
      expect(text).toContain("Ways of saving: making a file longer");
      const method = await visibleText(mock.page.locator(".method"));
      expect(method).toContain("in 3 rounds of 1.1 s, each ending early after 64 MiB");
      expect(method).toContain(
        "1 000 transactions of 10 records, 100 transactions of 100 records, 10 transactions of 1 000 records, one transaction of 100 000 records",
      );
      expect(method.match(/through the page cache/g)).toHaveLength(2);
      expect(method).toContain("pieces of 512 B to 16 MiB, in 3 passes to and fro");
      expect(method).toContain(
        plain(
          `A trial that was not through after ${formatDuration(fullReport.plan.workloads["sync-interval"].capNs)} is stopped`,
        ),
      );
      expect(mock.consoleErrors).toEqual([]);
    } finally {
      await mock.close();
    }
  });

  it("breaks a page in no chart, in no row and in no table but that of rates", async () => {
    const mock = await openReportPage(fullReport, "report", "A4");
    try {
      const breakable = await mock.page
        .locator(".figure-card, .figures:not(.rates), .figures tr")
        .evaluateAll((parts) =>
          parts
            .filter((part) => getComputedStyle(part).breakInside !== "avoid")
            .map((part) => part.textContent),
        );
      expect(breakable).toEqual([]);
    } finally {
      await mock.close();
    }
  });

  it("repeats the head of a table of rates that goes on on the next page", async (context) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-paper-"));
    try {
      const pdf = path.join(folder, "report.pdf");
      writeFileSync(pdf, await exportedPdf(virtualReport, "Letter"));
      const heads = wordsOfPdf(pdf, context).match(/Saves\/s p50 p90 p99/g) ?? [];
      expect(heads).toHaveLength(3);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("puts the chart of a single test on the first page and into the picture", async () => {
    const paper = await openReportPage(sweepReport, "report", "A4");
    try {
      const bottom = await paper.page
        .locator(".figure-card")
        .first()
        .evaluate((card) => card.getBoundingClientRect().bottom);
      // 842 points less the margins, at 96 pixels to 72 points.
      expect(bottom).toBeLessThan(((842 - 68) * 96) / 72);
      expect(await paper.page.locator(".figures").count()).toBe(1);
      expect(await visibleText(paper.page.getByRole("main"))).not.toContain("Saves per second");
    } finally {
      await paper.close();
    }
    const picture = await openReportPage(sweepReport, "chart", "A4");
    try {
      expect(await picture.page.locator(".chart-field .dot-drive").count()).toBe(16);
      const lowest = await picture.page
        .locator(".chart-field svg")
        .first()
        .evaluate((drawing) => drawing.getBoundingClientRect().bottom);
      expect(lowest).toBeLessThan(900);
    } finally {
      await picture.close();
    }
  });

  it("puts the databases on the first page and into the picture where they are all there is", async () => {
    const paper = await openReportPage(commitsReport, "report", "A4");
    try {
      const bottom = await paper.page
        .locator(".commit-panels")
        .evaluate((panels) => panels.getBoundingClientRect().bottom);
      expect(bottom).toBeLessThan(((842 - 68) * 96) / 72);
    } finally {
      await paper.close();
    }
    const picture = await openReportPage(commitsReport, "chart", "A4");
    try {
      expect(await picture.page.locator(".commit-panel").count()).toBe(4);
      const lowest = await picture.page
        .locator(".commit-panels")
        .evaluate((panels) => panels.getBoundingClientRect().bottom);
      expect(lowest).toBeLessThan(860);
    } finally {
      await picture.close();
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
