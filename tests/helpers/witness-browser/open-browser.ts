import { _electron, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { electronFor } from "../electron-runtime";
import { folderOfAll } from "../folders";

interface Browser {
  /** The browser's page, whose clock a test can advance by `passTime`. */
  readonly page: Page;
  /** Errors that the pages wrote to the console, violations of their security policy among them. */
  readonly consoleErrors: readonly string[];
  /** How often the browser asked the user whether to leave a page; it always leaves. */
  readonly askedToLeave: () => Promise<number>;
  /**
   * Ends the browser; the data that its pages stored stays for the next one with the same profile.
   */
  readonly close: () => Promise<void>;
}

interface BrowserOptions {
  /** The folder in which the browser keeps what its pages store. */
  readonly profile: string;
  readonly theme?: "light" | "dark";
  /** A host name or address that the browser resolves to 127.0.0.1; see fake-computer. */
  readonly fakeAddress?: string;
}

/** Electron as a plain browser with its own profile: the phone of the tests. */
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

/**
 * Advances the page's clock and timers by `ms` at once. The page's network connections are not
 * affected.
 */
export function passTime(page: Page, ms: number): Promise<void> {
  return page.clock.runFor(ms);
}

/** Waits for this headline on the witness page. */
export function untilHeadline(page: Page, words: RegExp): Promise<void> {
  return page.locator("#headline", { hasText: words }).waitFor();
}

/**
 * One browser for all tests of a file. What its pages stored stays when a test opens the browser
 * again.
 */
export function browserOfAll(options: Omit<BrowserOptions, "profile"> = {}) {
  const profile = folderOfAll();
  let browser: Browser;
  const open = async (changes: typeof options = {}) => {
    browser = await openBrowser({ profile: profile(), ...options, ...changes });
  };
  beforeAll(() => open());
  afterAll(() => browser.close());
  return {
    get page() {
      return browser.page;
    },
    get consoleErrors() {
      return browser.consoleErrors;
    },
    askedToLeave: () => browser.askedToLeave(),
    reopen: async (changes?: typeof options) => {
      await browser.close();
      await open(changes);
    },
  };
}
