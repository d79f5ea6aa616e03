import { BrowserWindow, type WebContents } from "electron";
import { DriveFault, driveError } from "#contract/drive-error";
import { reportCallNames } from "#contract/ipc-names";
import type { ReportPageDocument } from "#contract/ipc-schema";
import { shownText } from "#contract/shown-text";
import { windowFaults } from "#text/window";
import { printOptions } from "../export/print-options";
import { openedAddress } from "./built-pages";
import { serveIpc } from "./ipc-server";
import { guardWindow, safeWebPreferences } from "./session-guards";

/** Size of an exported chart, in CSS pixels. */
const chartSize = { width: 1600, height: 900 };
const drawTimeoutMs = 30_000;

interface Job {
  readonly document: ReportPageDocument;
  readonly drawn: () => void;
  readonly failed: (reason: string) => void;
}

/**
 * Draws report pages in hidden windows and turns them into PDF or PNG. Serves the calls of these
 * windows, and of no others.
 */
export class ReportPrinter {
  private readonly jobs = new Map<number, Job>();

  constructor(private readonly preload: string) {
    serveIpc(
      reportCallNames,
      Promise.resolve({
        reportDocument: (sender: WebContents) => this.jobOf(sender).document,
        reportDrawn: (sender: WebContents) => this.jobOf(sender).drawn(),
        reportFailed: (sender: WebContents, reason: string) => this.jobOf(sender).failed(reason),
      }),
      { page: "report", isServed: (contents) => this.jobs.has(contents.id) },
    );
  }

  /**
   * The bytes of a PDF or PNG. Throws a `DriveFault` (`print-failed`), also if it takes too long.
   */
  async print(document: ReportPageDocument): Promise<Uint8Array> {
    const window = new BrowserWindow({
      show: false,
      ...chartSize,
      useContentSize: true,
      webPreferences: { ...safeWebPreferences(this.preload), offscreen: document.view === "chart" },
    });
    guardWindow(window);
    const id = window.webContents.id;
    try {
      await this.draw(window, document);
      return document.view === "report"
        ? await window.webContents.printToPDF(printOptions(document))
        : (await window.webContents.capturePage()).toPNG();
    } finally {
      this.jobs.delete(id);
      window.destroy();
    }
  }

  private draw(window: BrowserWindow, document: ReportPageDocument): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(notDrawn(windowFaults.reportTooSlow())), drawTimeoutMs);
      const settle = (then: () => void) => {
        clearTimeout(timer);
        then();
      };
      const failed = (reason: string) =>
        settle(() => reject(notDrawn(windowFaults.reportNotDrawn({ reason: shownText(reason) }))));
      this.jobs.set(window.webContents.id, { document, drawn: () => settle(resolve), failed });
      window.webContents.once("render-process-gone", (_event, { reason }) => failed(reason));
      window.loadURL(openedAddress("report")).catch((error: Error) => failed(error.message));
    });
  }

  private jobOf(contents: WebContents): Job {
    const job = this.jobs.get(contents.id);
    if (!job) {
      throw new DriveFault(driveError("internal", windowFaults.reportOnly()));
    }
    return job;
  }
}

function notDrawn(message: string): DriveFault {
  return new DriveFault(driveError("print-failed", message));
}
