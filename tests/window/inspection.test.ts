import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Report, reportSchema } from "../../electron/contract/report";
import { openRealApp, type PageWithApi, type RealApp } from "../helpers/real-app";

let real: RealApp;
let page: Page;
let folder: string;
let outputs: string;

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-inspected-"));
  outputs = mkdtempSync(path.join(os.tmpdir(), "driveproof-outputs-"));
  real = await openRealApp();
  page = real.page;
  await real.answerFolderDialog(folder);
});

afterEach(async () => {
  await real.close();
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
  rmSync(outputs, { recursive: true, force: true });
});

describe("the window with the real engine", () => {
  it("inspects a chosen folder, shows bars, stops when asked and keeps what it measured", async () => {
    await startQuickInspection();
    await firstFigure();
    await expect.poll(() => page.locator(".recharts-bar-rectangle").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await verdictShown();
    const report = onlyReportKept();
    expect(report.partial).toBe(true);
    expect(report.error).toBeNull();
    const measured = report.flushModes.filter(({ status }) => status === "measured");
    expect(measured.length).toBeGreaterThan(0);
    expect(await page.locator("main").textContent()).toMatch(/stopped/i);
  });

  it("returns to a running inspection after a reload, ends in a verdict and runs again", async () => {
    await startSmokeInspection();
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await verdictShown();
    const report = onlyReportKept();
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
    await verdictShown();
    expect(readdirSync(real.historyFolder)).toHaveLength(2);

    await page.getByRole("button", { name: "Earlier inspections" }).click();
    await page.getByRole("heading", { name: "Earlier inspections" }).waitFor();
    expect(await page.getByText(report.verdict.headline).count()).toBeGreaterThan(0);
  });

  it("exports PDF, JSON, CSV and a picture, and the PDF's text can be read back", async (context) => {
    await startSmokeInspection();
    await page.reload();
    await verdictShown();
    const report = onlyReportKept();

    const pdf = path.join(outputs, "report.pdf");
    await real.answerSaveDialog(pdf);
    await page.getByRole("button", { name: "Save as PDF" }).click();
    await page.getByText("Saved to").waitFor();
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe("%PDF-");

    for (const [item, file] of [
      ["All data (JSON)", "report.json"],
      ["Table (CSV)", "report.csv"],
      ["Chart as a picture (PNG)", "chart.png"],
    ] as const) {
      await real.answerSaveDialog(path.join(outputs, file));
      await page.getByRole("button", { name: "Other formats" }).click();
      await page.getByRole("menuitem", { name: item }).click();
      await page.getByText(file).waitFor();
    }
    expect(reportSchema.parse(JSON.parse(text("report.json")))).toEqual(report);
    const rounds = report.flushModes.reduce(
      (sum, mode) => sum + Math.max(1, mode.rounds.length),
      0,
    );
    expect(text("report.csv").trimEnd().split("\r\n")).toHaveLength(1 + rounds);
    const picture = readFileSync(path.join(outputs, "chart.png"));
    expect(picture.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(1600);

    if (!hasPdftotext()) {
      console.warn("SKIPPED: reading the PDF's text back (pdftotext is not installed)");
      context.skip();
    }
    const words = execFileSync("pdftotext", ["-layout", pdf, "-"]).toString().replace(/\s+/g, " ");
    expect(words).toContain(report.verdict.headline.replace(/\s+/g, " "));
    expect(words).toContain(report.runId);
    for (const mode of report.flushModes.filter(({ status }) => status === "measured")) {
      // The end of a long call may stand on the next line of the table.
      expect(words).toContain(mode.systemCall.slice(0, 24));
    }
    const pages = /Pages:\s+(\d+)/.exec(execFileSync("pdfinfo", [pdf]).toString())?.[1];
    expect(Number(pages)).toBeLessThanOrEqual(3);
  });

  it("outlives its engine: says what happened and keeps what was measured", async () => {
    await startQuickInspection();
    await firstFigure();
    await real.app.evaluate(({ app }) => {
      const engine = app.getAppMetrics().find(({ name }) => name === "DriveProof engine");
      if (!engine) {
        throw new Error("no engine process is running");
      }
      process.kill(engine.pid, "SIGKILL");
    });
    await verdictShown();
    expect(onlyReportKept()).toMatchObject({ partial: true, error: { code: "engine-died" } });
    expect(await page.locator("main").textContent()).toContain("ended unexpectedly");
  });

  it("can be closed in the middle: the program ends and the part measured is kept", async () => {
    await startQuickInspection();
    await firstFigure();
    const gone = new Promise((resolve) => real.app.process().once("exit", resolve));
    await page.close();
    await gone;
    expect(onlyReportKept()).toMatchObject({ partial: true, error: null });
  });

  it("runs one inspection at a time and answers nonsense with a sentence", async () => {
    const volumeId = await startSmokeInspection();
    const again = await page.evaluate(
      (id) =>
        (globalThis as unknown as PageWithApi).driveproof.startInspection({
          volumeId: id,
          profile: "smoke",
          tests: ["flush"],
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
    await expect.poll(() => readdirSafe(real.historyFolder).length).toBe(1);
  });
});

async function startQuickInspection(): Promise<void> {
  await page.getByRole("button", { name: "Choose a folder…" }).click();
  await page.getByText(path.basename(folder)).first().waitFor();
  await page
    .locator("label.profile")
    .filter({ hasText: /^Quick/ })
    .click();
  await page.getByRole("button", { name: "Inspect this drive" }).click();
  await page.getByRole("button", { name: "Stop" }).waitFor();
}

/** No button offers the shortest profile; the page's own call does. */
async function startSmokeInspection(): Promise<string> {
  return page.evaluate(async () => {
    const api = (globalThis as unknown as PageWithApi).driveproof;
    const chosen = await api.chooseFolder();
    const volumeId = chosen.ok ? (chosen.value?.id ?? "") : "";
    const started = await api.startInspection({
      volumeId,
      profile: "smoke",
      tests: ["flush"],
      allowNetwork: false,
    });
    if (!started.ok) {
      throw new Error(started.error.message);
    }
    return volumeId;
  });
}

/** Waits until a figure of a finished or running mode is on the screen. */
async function firstFigure(): Promise<void> {
  await page
    .getByText(/\d\s*\/\s?s/)
    .first()
    .waitFor({ timeout: 60_000 });
}

async function verdictShown(): Promise<void> {
  await page.getByRole("button", { name: "Save as PDF" }).waitFor({ timeout: 60_000 });
}

function onlyReportKept(): Report {
  const files = readdirSync(real.historyFolder);
  expect(files).toHaveLength(1);
  const file = path.join(real.historyFolder, files[0] ?? "");
  return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

function readdirSafe(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

function text(file: string): string {
  return readFileSync(path.join(outputs, file), "utf8");
}

function hasPdftotext(): boolean {
  try {
    execFileSync("pdftotext", ["-v"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}
