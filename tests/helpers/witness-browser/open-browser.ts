import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { electronFor } from "../electron-runtime";

export interface Browser {
  readonly app: ElectronApplication;
  /** Its time can be moved on; see `passTime`. */
  readonly page: Page;
  /** What the pages wrote to the console as errors, broken security policy among them. */
  readonly consoleErrors: readonly string[];
  /** How often leaving a page was asked about; the answer is always yes. */
  readonly askedToLeave: () => Promise<number>;
  /** Ends the browser; what its pages stored stays for the next one with the same profile. */
  readonly close: () => Promise<void>;
}

export interface BrowserOptions {
  readonly profile: string;
  readonly theme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
  /** An address that in truth is 127.0.0.1; see fake-computer. */
  readonly fakeAddress?: string;
}

/** Electron as a plain browser with a profile of its own: the phone of the tests. */
export async function openBrowser(options: BrowserOptions): Promise<Browser> {
  const electron = await electronFor(__dirname);
  const app = await _electron.launch({
    executablePath: electron.executable,
    args: [
      ...electron.args,
      `--user-data-dir=${options.profile}`,
      ...(options.fakeAddress === undefined
        ? []
        : [`--host-resolver-rules=MAP ${options.fakeAddress} 127.0.0.1`]),
    ],
    colorScheme: null,
    env: {
      ...(process.env as Record<string, string>),
      DRIVEPROOF_BROWSER_THEME: options.theme ?? "light",
      DRIVEPROOF_BROWSER_WIDTH: String(options.width ?? 360),
      DRIVEPROOF_BROWSER_HEIGHT: String(options.height ?? 640),
    },
  });
  const page = await app.firstWindow();
  await page.clock.install();
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") {
      consoleErrors.push(message.text());
    }
  });
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  return {
    app,
    page,
    consoleErrors,
    askedToLeave: () =>
      app.evaluate(() => (globalThis as unknown as { askedToLeave: number }).askedToLeave),
    close: async () => {
      await app.close();
      await electron.remove();
    },
  };
}

/** The page's clock and timers go on by so much at once; nothing else does, least of all the line. */
export function passTime(page: Page, ms: number): Promise<void> {
  return page.clock.runFor(ms);
}

/** A folder for a browser's profile, and the function that removes it. */
export async function newProfile(): Promise<{ profile: string; remove: () => Promise<void> }> {
  const profile = await mkdtemp(path.join(os.tmpdir(), "driveproof-browser-"));
  return { profile, remove: () => rm(profile, { recursive: true, force: true, maxRetries: 3 }) };
}
