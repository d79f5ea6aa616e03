import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reportSchema } from "../../electron/contract/report";
import { InspectedWindow, wordsOfPdf } from "../helpers/inspected-window";
import type { PageWithApi } from "../helpers/real-app";

let inspected: InspectedWindow;
let page: Page;

beforeEach(async () => {
  inspected = await InspectedWindow.open();
  page = inspected.page;
});

afterEach(() => inspected.close());

describe("the window with the real engine", () => {
  it("inspects a chosen folder, shows bars, stops when asked and keeps what it measured", async () => {
    await inspected.startQuick();
    await firstFigure();
    await expect.poll(() => page.locator(".recharts-bar-rectangle").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await inspected.verdictShown();
    const report = inspected.onlyReportKept();
    expect(report.partial).toBe(true);
    expect(report.error).toBeNull();
    const measured = report.flushModes.filter(({ status }) => status === "measured");
    expect(measured.length).toBeGreaterThan(0);
    expect(await page.locator("main").textContent()).toMatch(/stopped/i);
  });

  it("returns to a running inspection after a reload, ends in a verdict and runs again", async () => {
    await inspected.startSmoke();
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await inspected.verdictShown();
    const report = inspected.onlyReportKept();
    expect(report.partial).toBe(false);
    expect(report.verification?.mismatchCount).toBe(0);
    expect(report.verification?.blocksChecked).toBe(
      report.plan.flush.fileBytes / report.plan.flush.blockBytes,
    );
    await page.getByText(report.verdict.headline, { exact: true }).waitFor();
    for (const { word } of report.verdict.answers) {
      expect(await page.locator("main").textContent()).toContain(word);
    }

    await page.getByRole("button", { name: "Inspect again" }).click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await inspected.verdictShown();
    expect(readdirSync(inspected.real.historyFolder)).toHaveLength(2);

    await page.getByRole("button", { name: "Earlier inspections" }).click();
    await page.getByRole("heading", { name: "Earlier inspections" }).waitFor();
    expect(await page.getByText(report.verdict.headline).count()).toBeGreaterThan(0);
  });

  it("exports PDF, JSON, CSV and a picture, and the PDF's text can be read back", async (context) => {
    await inspected.startSmoke();
    await page.reload();
    await inspected.verdictShown();
    const report = inspected.onlyReportKept();

    const pdf = await inspected.savePdf();
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe("%PDF-");

    const json = await inspected.saveAs("All data (JSON)", "report.json");
    expect(reportSchema.parse(JSON.parse(json.toString()))).toEqual(report);
    const rounds = [...report.flushModes, ...(report.appendModes ?? [])].reduce(
      (sum, mode) => sum + Math.max(1, mode.rounds.length),
      0,
    );
    const csv = await inspected.saveAs("Table (CSV)", "report.csv");
    expect(csv.toString().trimEnd().split("\r\n")).toHaveLength(1 + rounds);
    const picture = await inspected.saveAs("Chart as a picture (PNG)", "chart.png");
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(1600);

    const words = wordsOfPdf(pdf, context);
    expect(words).toContain(report.verdict.headline.replace(/\s+/g, " "));
    expect(words).toContain(report.runId);
    for (const mode of report.flushModes.filter(({ status }) => status === "measured")) {
      // The end of a long call may stand on the next line of the table.
      expect(words).toContain(mode.systemCall.slice(0, 24));
    }
    const pages = /Pages:\s+(\d+)/.exec(execFileSync("pdfinfo", [pdf]).toString())?.[1];
    expect(Number(pages)).toBeLessThanOrEqual(5);
  });

  it("outlives its engine: says what happened and keeps what was measured", async () => {
    await inspected.startQuick();
    await firstFigure();
    await inspected.real.app.evaluate(({ app }) => {
      const engine = app.getAppMetrics().find(({ name }) => name === "DriveProof engine");
      if (!engine) {
        throw new Error("no engine process is running");
      }
      process.kill(engine.pid, "SIGKILL");
    });
    await inspected.verdictShown();
    expect(inspected.onlyReportKept()).toMatchObject({
      partial: true,
      error: { code: "engine-died" },
    });
    expect(await page.locator("main").textContent()).toContain("ended unexpectedly");
  });

  it("can be closed in the middle: the program ends and the part measured is kept", async () => {
    await inspected.startQuick();
    await firstFigure();
    const gone = new Promise((resolve) => inspected.real.app.process().once("exit", resolve));
    await page.close();
    await gone;
    expect(inspected.onlyReportKept()).toMatchObject({ partial: true, error: null });
  });

  it("runs one inspection at a time and answers nonsense with a sentence", async () => {
    const volumeId = await inspected.startSmoke();
    const again = await page.evaluate(
      (id) =>
        (globalThis as unknown as PageWithApi).driveproof.startInspection({
          volumeId: id,
          profile: "smoke",
          tests: ["flush"],
          changes: {},
          allowNetwork: false,
        }),
      volumeId,
    );
    expect(again).toMatchObject({ ok: false, error: { code: "already-running" } });
    const nonsense = await page.evaluate(() =>
      (globalThis as unknown as PageWithApi).driveproof.startInspection({
        volumeId: "/etc",
        profile: "heroic" as "quick",
        tests: ["flush"],
        changes: {},
        allowNetwork: false,
      }),
    );
    expect(nonsense).toMatchObject({ ok: false, error: { code: "internal" } });
    const foreign = await page.evaluate(() =>
      (globalThis as unknown as PageWithApi).driveproof.reportDocument(),
    );
    expect(foreign.ok).toBe(false);
    await page.evaluate(() => (globalThis as unknown as PageWithApi).driveproof.stopInspection());
    await page.reload();
    await expect.poll(() => reportsKept()).toBe(1);
  });
});

/** Waits until a figure of a finished or running mode is on the screen. */
async function firstFigure(): Promise<void> {
  await page
    .getByText(/\d\s*\/\s?s/)
    .first()
    .waitFor({ timeout: 60_000 });
}

function reportsKept(): number {
  const { historyFolder } = inspected.real;
  return existsSync(historyFolder) ? readdirSync(historyFolder).length : 0;
}
