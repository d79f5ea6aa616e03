import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { planFor } from "#analysis/plan";
import { powerCutOf } from "#analysis/power-cut/sum";
import type { ReportPageDocument } from "#contract/ipc-schema";
import type { Report } from "#contract/report";
import { usualWorkloads, workloadIds } from "#contract/workloads/index";
import { printOptions } from "../../../electron/main/export/print-options";
import { renderExport, reportJson } from "../../../electron/main/export/report-export";
import { folderOfAll } from "../../helpers/folders";
import { type MockWindow, openMock } from "../../helpers/mock-app/open-mock";
import { lostPowerCutReport, powerCutReports } from "../../helpers/mock-app/power-cut-reports";
import { type Paper, thorough, untilDrawn } from "../../helpers/mock-app/report-page";
import {
  allReports,
  busyReport,
  commitsReport,
  comparedReport,
  fullMacReport,
  fullReport,
  goodReport,
  sweepReport,
  virtualReport,
} from "../../helpers/mock-app/reports";
import { answered } from "../../helpers/mock-app/scenario";
import { sampleHealth } from "../../helpers/sample-health";
import { counted, cutOn } from "../../helpers/sample-power-cut";
import { skipped } from "../../helpers/skipped";

/** The PDF that a person gets of a report. */

/** Prints the report page with the options that the main process uses. */
async function pdfOf(mock: MockWindow, document: ReportPageDocument): Promise<Buffer> {
  const encoded = await mock.app.evaluate(async ({ BrowserWindow }, options) => {
    const [window] = BrowserWindow.getAllWindows();
    const pdf = await window?.webContents.printToPDF(options);
    return pdf?.toString("base64") ?? "";
  }, printOptions(document));
  return Buffer.from(encoded, "base64");
}

const exported = new Map<Report, Partial<Record<Paper, Promise<Buffer>>>>();

/**
 * The PDF file as the program exports it; only the drawing process is imitated. Each report is
 * printed once for each paper size.
 */
function exportedPdf(report: Report, paper: Paper): Promise<Buffer> {
  const ofReport = exported.get(report) ?? {};
  ofReport[paper] ??= printed(report, paper);
  exported.set(report, ofReport);
  return ofReport[paper];
}

async function printed(report: Report, paper: Paper): Promise<Buffer> {
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

const papers = [
  { paper: "A4", points: [595, 842] },
  { paper: "Letter", points: [612, 792] },
] as const;

/**
 * A report with ten workloads, two more than a quick inspection measures, to check that the pages
 * have room for more. The macOS report has the most database panels.
 */
const onRequest = workloadIds.filter((id) => !usualWorkloads.includes(id));
const tenTests = [...usualWorkloads, ...onRequest].slice(0, 10);
const crowdedReport: Report = {
  ...fullMacReport,
  sustained: fullReport.sustained,
  plan: planFor("quick", "macos", tenTests),
};

/** The most pages that each kind of report may take. */
const lengths = [
  {
    most: 3,
    reports: [...allReports, busyReport, virtualReport, sweepReport, commitsReport],
    kind: "every report of one test",
  },
  { most: 3, reports: [fullMacReport, comparedReport], kind: "quick reports of every usual test" },
  { most: 3, reports: [crowdedReport], kind: "a quick report of ten tests" },
  { most: 4, reports: [fullReport], kind: "a standard report with additional tests" },
  { most: 6, reports: [fullReport, fullMacReport].map(thorough), kind: "thorough reports" },
  {
    most: 3,
    reports: [
      ...powerCutReports,
      { ...lostPowerCutReport, health: sampleHealth({ mediaErrors: 3 }) },
      {
        ...lostPowerCutReport,
        powerCut: powerCutOf([
          ...[cutOn(1, "lost"), cutOn(2, "lost", { deed: "plug" }), cutOn(3, "lost", counted)],
        ]),
      },
    ],
    kind: "every report with plug tests",
  },
];
const prints = papers.flatMap((paper) => lengths.map((length) => ({ ...paper, ...length })));

/** The text of the first page; `null` if pdftotext is not installed. */
function firstPageOf(pdf: Buffer): string | null {
  const read = spawnSync("pdftotext", ["-l", "1", "-", "-"], { input: pdf });
  return read.error === undefined ? read.stdout.toString() : null;
}

async function expectPrint(
  report: Report,
  paper: Paper,
  points: readonly number[],
  most: number,
): Promise<void> {
  const bytes = await exportedPdf(report, paper);
  const sum = createHash("sha256").update(reportJson(report)).digest("hex");
  // The checksum ends the first page, so finding it there proves that nothing moved to the second
  // page.
  expect(firstPageOf(bytes)?.replace(/\s/g, "") ?? sum).toContain(sum);
  const pdf = bytes.toString("latin1");
  const pages = pdf.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThanOrEqual(1);
  expect(pages.length).toBeLessThanOrEqual(most);
  const box = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf);
  expect([Number(box?.[1]), Number(box?.[2])].map(Math.round)).toEqual(points);
  // The charts are vectors, so the PDF must contain no image.
  expect(pdf).not.toMatch(/\/Subtype\s*\/Image/);
}

describe("the PDF file", () => {
  const folder = folderOfAll();

  function skipWithoutPoppler(context: TestContext): void {
    if (spawnSync("pdfdetach", ["-v"]).error !== undefined) {
      context.skip(skipped("poppler-utils is not installed, so no PDF was read back"));
    }
  }

  async function saved(report: Report, context: TestContext): Promise<string> {
    skipWithoutPoppler(context);
    const file = path.join(folder(), `${report.runId}.pdf`);
    writeFileSync(file, await exportedPdf(report, "A4"));
    return file;
  }

  it("contains the JSON document byte for byte, and its checksum on the first page", async (context) => {
    const pdf = await saved(fullReport, context);
    const json = path.join(folder(), "taken-out.json");
    execFileSync("pdfdetach", ["-save", "1", "-o", json, pdf]);
    const taken = readFileSync(json);
    expect(taken.equals(Buffer.from(reportJson(fullReport)))).toBe(true);
    const listed = execFileSync("pdfdetach", ["-list", pdf]).toString();
    expect(listed).toContain(`driveproof-${fullReport.runId}.json`);
    const firstPage = execFileSync("pdftotext", ["-l", "1", pdf, "-"]).toString();
    const sum = createHash("sha256").update(taken).digest("hex");
    expect(firstPage.replace(/\s/g, "")).toContain(sum);
  });

  it("has a title, a language, and DriveProof as its creator", async (context) => {
    const pdf = await saved(goodReport, context);
    const info = execFileSync("pdfinfo", [pdf]).toString();
    expect(info).toMatch(/^Title: +DriveProof: .+$/m);
    expect(info).toMatch(/^Creator: +DriveProof [\d.]+$/m);
    // The PDF of the fallback Electron has no tags; that of the Chromium of `npm test -- chromium`
    // has.
    expect(info).toMatch(process.env.DRIVEPROOF_CHROMIUM ? /^Tagged: +yes$/m : /^Tagged:/m);
    expect(readFileSync(pdf).toString("latin1")).toContain(
      `/Lang <FEFF${Buffer.from("en-GB", "utf16le").swap16().toString("hex")}>`,
    );
  });

  it("shows the id of the run, the page number and the number of pages on every page", async (context) => {
    const pdf = await saved(fullReport, context);
    const pages = execFileSync("pdftotext", ["-layout", pdf, "-"]).toString().split("\f");
    // pdftotext prints a form feed after the last page as well.
    const texts = pages.slice(0, -1).map((text) => text.replace(/\s+/g, " "));
    expect(texts.length).toBeGreaterThan(1);
    texts.forEach((text, place) => {
      expect(text).toContain(`Run ${fullReport.runId}`);
      expect(text).toContain(`Page ${place + 1} of ${texts.length}`);
    });
  });

  it("has the heading of each table on the page of its first row, with the tables at twelve heights", async (context) => {
    skipWithoutPoppler(context);
    const document = { report: fullReport, view: "report", paper: "A4", checksum: "" } as const;
    const mock = await openMock({
      page: "report",
      results: { reportDocument: answered(document) },
    });
    try {
      await untilDrawn(mock);
      const tables = await mock.page.evaluate(() => {
        const all = [...window.document.querySelectorAll(".brief-table")];
        for (const [place, table] of all.entries()) {
          const [heading, row] = ["thead th", "tbody tr > *"].map((one) =>
            table.querySelector(one),
          );
          heading?.prepend(`heading${place};`);
          row?.prepend(`row${place};`);
        }
        all[0]?.before(Object.assign(window.document.createElement("div"), { id: "shift" }));
        return all.length;
      });
      expect(tables).toBeGreaterThan(5);
      for (let lines = 0; lines < 120; lines += 10) {
        await mock.page.evaluate((px) => {
          const shift = window.document.getElementById("shift");
          if (shift) shift.style.height = `${px}px`;
        }, lines * 12);
        const input = await pdfOf(mock, document);
        const text = spawnSync("pdftotext", ["-", "-"], { input }).stdout.toString();
        // Compares in lower case, because the page prints headings in capitals.
        const pages = text
          .toLowerCase()
          .split("\f")
          .map((page) => page.replace(/\s/g, ""));
        for (let table = 0; table < tables; table += 1) {
          const first = pages.filter((page) => page.includes(`row${table};`));
          expect(first, `table ${table}, ${lines} lines lower`).toHaveLength(1);
          expect(first[0], `table ${table}, ${lines} lines lower`).toContain(`heading${table};`);
        }
      }
    } finally {
      await mock.close();
    }
  });

  it.each(prints)(
    "has at most $most pages of $paper, no image, and the checksum on its first page, for $kind",
    async (print) => {
      const { paper, points, most, reports } = print;
      for (const report of reports) {
        await expectPrint(report, paper, points, most);
      }
    },
  );
});
