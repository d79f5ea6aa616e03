import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { eventChannel } from "#contract/ipc-names";
import { type Report, reportSchema } from "#contract/report";
import { usualWorkloads, type WorkloadId } from "#contract/workloads/index";
import { homeOf } from "../../renderer/src/workloads";
import { type FakeComputer, openRealApp, type RealApp } from "./real-app";
import { skipped } from "./skipped";

/**
 * The global object of the main process while the event that ends an inspection is held back;
 * `tellEnd` sends the event.
 */
interface EndHolder {
  tellEnd: () => void;
}

/** The real program with a new folder to inspect, and what a person does with it. */
export class InspectedWindow {
  private constructor(
    readonly real: RealApp,
    readonly folder: string,
    private readonly outputs: string,
  ) {}

  static async open(computer?: FakeComputer): Promise<InspectedWindow> {
    const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-inspected-"));
    const outputs = mkdtempSync(path.join(os.tmpdir(), "driveproof-outputs-"));
    const real = await openRealApp(computer ? { computer } : {});
    await real.answerFolderDialog(folder);
    return new InspectedWindow(real, folder, outputs);
  }

  get page(): Page {
    return this.real.page;
  }

  /** Closes the program, and expects that the inspected folder is empty, whatever the test did. */
  async close(): Promise<void> {
    await this.real.close();
    expect(readdirSync(this.folder)).toEqual([]);
    rmSync(this.folder, { recursive: true, force: true });
    rmSync(this.outputs, { recursive: true, force: true });
  }

  /**
   * Returns the window to its first page, with no earlier inspections, for the next test: starting
   * the program anew takes longer. As after closing, nothing may be left in the inspected folder.
   */
  async startOver(): Promise<void> {
    const { page } = this;
    await page.evaluate(async () => {
      const { driveproof } = window;
      const ended = async () => {
        const current = await driveproof.currentInspection();
        return current.ok && current.value === null;
      };
      await driveproof.stopInspection();
      while (!(await ended())) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const history = await driveproof.listHistory();
      for (const { runId } of history.ok ? history.value.entries : []) {
        await driveproof.deleteReport(runId);
      }
    });
    expect(this.reportsKept()).toBe(0);
    expect(readdirSync(this.folder)).toEqual([]);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
  }

  /** Chooses the folder, the quickest profile and these tests, and presses the button. */
  async start(tests: readonly WorkloadId[] = ["flush-modes"]): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Choose a folder…" }).click();
    await page.getByText(path.basename(this.folder)).first().waitFor();
    await page
      .locator("label.profile")
      .filter({ hasText: /^Quick/ })
      .click();
    await page.getByRole("button", { name: "More options" }).click();
    const group = page.getByRole("group", { name: "What to test" });
    for (const test of usualWorkloads.filter((name) => !tests.includes(name))) {
      await group.locator("label", { hasText: homeOf(test).name() }).click();
    }
    await page.getByRole("button", { name: "Inspect this drive" }).click();
    const stop = page.getByRole("button", { name: "Stop" });
    const refusal = page.getByRole("alert");
    await stop.or(refusal).first().waitFor();
    // Compares the texts, so that a failure shows why the start was refused: another DriveProof on
    // this computer may be measuring.
    expect(await refusal.allInnerTexts()).toEqual([]);
  }

  /**
   * Holds back the event that an inspection has ended, so that a test can look at the running
   * inspection however fast the drive is. Returns the function that sends the event.
   */
  async holdEnd(): Promise<() => Promise<void>> {
    const { app } = this.real;
    await app.evaluate(({ BrowserWindow }, channel) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      if (!contents) {
        throw new Error("there is no window");
      }
      const send = contents.send.bind(contents);
      const held: unknown[][] = [];
      contents.send = (name, ...payload) => {
        if (name === channel) {
          held.push(payload);
        } else {
          send(name, ...payload);
        }
      };
      (globalThis as unknown as EndHolder).tellEnd = () => {
        contents.send = send;
        for (const payload of held) {
          send(channel, ...payload);
        }
      };
    }, eventChannel("inspectionFinished"));
    return () => app.evaluate(() => (globalThis as unknown as EndHolder).tellEnd());
  }

  async verdictShown(): Promise<void> {
    await this.page.getByRole("button", { name: "Save as PDF" }).waitFor({ timeout: 110_000 });
  }

  /** How many reports are among the earlier inspections, without one that is being written. */
  reportsKept(): number {
    return this.reportFiles().length;
  }

  private reportFiles(): string[] {
    const { historyFolder } = this.real;
    const names = existsSync(historyFolder) ? readdirSync(historyFolder) : [];
    return names.filter((name) => name.endsWith(".json"));
  }

  /**
   * The one report among the earlier inspections, as it lies on the disk. The verdict is shown
   * before its report is safe, so this waits for the file.
   */
  async onlyReportKept(): Promise<Report> {
    await expect.poll(() => this.reportsKept()).toBe(1);
    const file = path.join(this.real.historyFolder, this.reportFiles()[0] ?? "");
    return reportSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  }

  /** Path of the saved PDF. */
  async savePdf(): Promise<string> {
    const pdf = await this.answerWith("report.pdf");
    await this.page.getByRole("button", { name: "Save as PDF" }).click();
    await this.savedTo(pdf);
    return pdf;
  }

  /** Saves by an item of the menu beside the PDF button; returns the file's content. */
  async saveAs(item: string, file: string): Promise<Buffer> {
    const target = await this.answerWith(file);
    await this.page.getByRole("button", { name: "Options" }).click();
    await this.page.getByRole("button", { name: item }).click();
    await this.savedTo(target);
    return readFileSync(target);
  }

  private async answerWith(file: string): Promise<string> {
    const target = path.join(this.outputs, file);
    await this.real.answerSaveDialog(target);
    return target;
  }

  /** Waits until the window says that the file is saved; a failure shows what it says instead. */
  private async savedTo(file: string): Promise<void> {
    await expect
      .poll(() => this.page.locator(".deeds-outcome").allInnerTexts(), { timeout: 60_000 })
      .toEqual([`Saved to ${file}`, ""]);
  }
}

/** The PDF's text in one line; the rest of the test is skipped if no program can read it. */
export function wordsOfPdf(
  pdf: string,
  context: TestContext,
  order: "layout" | "raw" = "layout",
): string {
  try {
    execFileSync("pdftotext", ["-v"], { stdio: "pipe" });
  } catch {
    context.skip(skipped("pdftotext is not installed, so no PDF's text was read back"));
  }
  return execFileSync("pdftotext", [`-${order}`, pdf, "-"])
    .toString()
    .replace(/\s+/g, " ");
}
