import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { tell } from "#text/statements";
import { InspectedWindow } from "../helpers/inspected-window";
import { turnTo, verdictShown } from "../helpers/mock-app/verdict-page";
import { startSmoke } from "../helpers/real-app";

let inspected: InspectedWindow;
let page: Page;

beforeAll(async () => {
  inspected = await InspectedWindow.open();
  page = inspected.page;
});
afterAll(() => inspected.close());

describe("the window with the real engine", () => {
  afterEach(() => inspected.startOver());

  it("inspects a chosen folder, shows bars, stops on request and saves a partial report", async () => {
    await inspected.start();
    await firstFigure();
    await expect.poll(() => page.locator(".recharts-bar-rectangle").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Stop" }).click();
    await inspected.verdictShown();
    const report = await inspected.onlyReportKept();
    expect(report).toMatchObject({ partial: true, error: null });
    expect(report.plan).toMatchObject({ profile: "quick", tests: ["flush-modes"] });
    const measured = report.flushModes.filter(({ status }) => status === "measured");
    expect(measured.length).toBeGreaterThan(0);
    await page
      .locator("main")
      .getByText(/stopped/i)
      .first()
      .waitFor();
  });

  it("returns to a running inspection after a reload, shows its verdict, runs another inspection and lists both", async () => {
    await startSmoke(page, { tests: ["flush-modes"], changes: { append: false } });
    await page.reload();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await inspected.verdictShown();
    const report = await inspected.onlyReportKept();
    expect(report.partial).toBe(false);
    expect(report.verification?.mismatchCount).toBe(0);
    expect(report.verification?.blocksChecked).toBe(
      report.plan.workloads["flush-modes"].fileBytes /
        report.plan.workloads["flush-modes"].blockBytes,
    );
    await verdictShown(page, report);
    await turnTo(page, "Figures");
    for (const { word } of report.verdict.answers) {
      await page.locator("main").getByText(word).first().waitFor();
    }

    await page.getByRole("button", { name: "Inspect again" }).click();
    const stop = page.getByRole("button", { name: "Stop" });
    await stop.waitFor();
    await firstFigure();
    await stop.click();
    await inspected.verdictShown();
    await expect.poll(() => inspected.reportsKept()).toBe(2);

    await page.getByRole("button", { name: "Earlier inspections" }).click();
    await page.getByRole("heading", { name: "Earlier inspections" }).waitFor();
    await page
      .getByText(tell(glanceOf(report).sentence))
      .first()
      .waitFor();
    await expect.poll(() => page.locator(".history-row").count()).toBe(2);
  });

  it("reports that the engine was killed and saves a partial report", async () => {
    await inspected.start();
    await firstFigure();
    await inspected.real.app.evaluate(({ app }) => {
      const engines = app.getAppMetrics().filter(({ name }) => name === "DriveProof engine");
      // An older engine process, which only holds the run lock, may exist; the newest one measures.
      const [engine] = engines.sort((a, b) => b.creationTime - a.creationTime);
      if (!engine) {
        throw new Error("no engine process is running");
      }
      process.kill(engine.pid, "SIGKILL");
    });
    await inspected.verdictShown();
    expect(await inspected.onlyReportKept()).toMatchObject({
      partial: true,
      error: { code: "engine-died" },
    });
    await page.locator("main").getByText("ended unexpectedly").first().waitFor();
  });

  it("keeps the computer awake exactly while an inspection runs, even if a second inspection is refused meanwhile", async () => {
    expect(await blockers()).toHaveLength(0);
    await startSmoke(page);
    expect(await blockers()).toHaveLength(1);
    await expect(startSmoke(page)).rejects.toThrow(/running already/);
    expect(await blockers()).toHaveLength(1);
    await page.evaluate(() => window.driveproof.stopInspection());
    await expect.poll(() => inspected.reportsKept()).toBe(1);
    expect(await blockers()).toHaveLength(0);
  });

  it("refuses invalid calls", async () => {
    const nonsense = await page.evaluate(() =>
      window.driveproof.startInspection({
        volumeId: "/etc",
        profile: "heroic" as "quick",
        tests: ["flush-modes"],
        changes: {},
        allowNetwork: false,
      }),
    );
    expect(nonsense).toMatchObject({ ok: false, error: { code: "internal" } });
    const foreign = await page.evaluate(() => window.driveproof.reportDocument());
    expect(foreign.ok).toBe(false);
  });
});

// This test must be the last of the file, since it ends the program.
it("the program ends and saves a partial report when its window is closed", async () => {
  await inspected.start();
  await firstFigure();
  const gone = new Promise((resolve) => inspected.real.app.process().once("exit", resolve));
  await page.close();
  await gone;
  expect(await inspected.onlyReportKept()).toMatchObject({ partial: true, error: null });
});

/** The identifiers of the program's active power save blockers. */
function blockers(): Promise<number[]> {
  return inspected.real.app.evaluate(({ powerSaveBlocker }) =>
    // Electron numbers power save blockers from 0; earlier tests have started a few.
    Array.from({ length: 100 }, (_, id) => id).filter((id) => powerSaveBlocker.isStarted(id)),
  );
}

/** Waits until a figure of a finished or running mode is on the screen. */
async function firstFigure(): Promise<void> {
  await page
    .getByText(/\d\s*\/\s?s/)
    .first()
    .waitFor({ timeout: 60_000 });
}
