import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { type CDPSession, chromium, type ElectronApplication, type Page } from "playwright-core";
import type { FakeMain } from "./fake-main";
import { shortLivedPages } from "./short-lived-pages";

/**
 * Starts the page, preload script and fake main process in a current Chromium like that of the
 * Electron in package.json; the fallback Electron is years older. The main process runs in a
 * context of this process, and the preload script before the page's own scripts.
 */
export async function startInChromium(
  executablePath: string,
  { preload, settings }: { readonly preload: string; readonly settings: string },
): Promise<FakeMain> {
  const browser = await chromium.launch({
    executablePath,
    // The pages load modules from files, which Electron allows and a browser does not.
    args: ["--no-sandbox", "--allow-file-access-from-files", shortLivedPages],
  });
  const context = await browser.newContext({ colorScheme: null, viewport: null });
  const page = await context.newPage();
  const electron = await electronOver(page, await context.newCDPSession(page));
  await page.exposeBinding("driveproofInvoke", (_source, channel: string, args: unknown[]) =>
    electron.handlers.get(channel)?.({}, args),
  );
  await page.addInitScript({ content: beforeThePage(readFileSync(preload, "utf8")) });
  const realm = vm.createContext({
    require: () => electron,
    process: { env: { DRIVEPROOF_MOCK: settings } },
    setInterval,
    clearInterval,
    setTimeout,
    clearTimeout,
    console,
  });
  const main = path.join(__dirname, "program", "main.cjs");
  vm.runInContext(readFileSync(main, "utf8"), realm, main);
  return {
    app: {
      // Evaluates the function's text in the context of the main process, as Playwright does with
      // Electron.
      evaluate: (async (run: (...args: never[]) => unknown, argument: unknown) => {
        await electron.ready;
        const result = await vm.runInContext(`(${run})`, realm)(electron, argument);
        await electron.settled();
        return result === undefined ? undefined : structuredClone(result);
      }) as ElectronApplication["evaluate"],
    },
    page,
    close: () => browser.close(),
  };
}

/**
 * The script that runs before the page: the preload with a small substitute for Electron, and the
 * function that delivers events to it.
 */
function beforeThePage(preload: string): string {
  return `(() => {
    const listeners = new Map();
    const on = (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    const removeListener = (channel, listener) =>
      listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener));
    const once = (channel, listener) => {
      const first = (...args) => (removeListener(channel, first), listener(...args));
      on(channel, first);
    };
    window.driveproofDispatch = (channel, payload) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, payload);
    };
    const invoke = (channel, args) => window.driveproofInvoke(channel, args);
    const exposeInMainWorld = (name, bridge) => Object.assign(window, { [name]: bridge });
    const require = () => ({ contextBridge: { exposeInMainWorld }, ipcRenderer: { invoke, on, once, removeListener } });
    const module = { exports: {} };
    const exports = module.exports;
    ${preload}
  })();`;
}

type Handler = (event: object, args: unknown[]) => unknown;

/** The part of Electron that main.cjs and the tests use, imitated over a page of Chromium. */
async function electronOver(page: Page, session: CDPSession) {
  const handlers = new Map<string, Handler>();
  let size = { width: 1280, height: 800, zoom: 1 };
  let last: Promise<unknown> = Promise.resolve();
  /** Runs the actions one after the other, in the order of the calls. */
  const then = (deed: () => Promise<unknown>) => {
    last = last.then(deed, deed);
  };
  const resize = (changes: Partial<typeof size>) => {
    size = { ...size, ...changes };
    const { width, height, zoom } = size;
    then(() =>
      session.send("Emulation.setDeviceMetricsOverride", {
        width: Math.round(width / zoom),
        height: Math.round(height / zoom),
        deviceScaleFactor: zoom,
        mobile: false,
      }),
    );
  };
  const webContents = {
    setZoomFactor: (zoom: number) => resize({ zoom }),
    send: (channel: string, payload: unknown) =>
      then(() =>
        page.evaluate(
          ([name, told]) =>
            (
              window as unknown as { driveproofDispatch?: (name: unknown, told: unknown) => void }
            ).driveproofDispatch?.(name, told),
          [channel, payload],
        ),
      ),
    async printToPDF({ pageSize, ...options }: { pageSize: "A4" | "Letter" }) {
      const [paperWidth, paperHeight] = pageSize === "A4" ? [8.27, 11.7] : [8.5, 11];
      const printed = { ...options, paperWidth, paperHeight };
      const { data } = await session.send("Page.printToPDF", printed);
      return Buffer.from(data, "base64");
    },
  };
  class BrowserWindow {
    static getAllWindows = () => [new BrowserWindow()];
    readonly webContents = webContents;
    readonly setContentSize = (width: number, height: number) => resize({ width, height });
    readonly loadURL = () => undefined;
  }
  const nativeTheme = {
    set themeSource(theme: "light" | "dark") {
      then(() => page.emulateMedia({ colorScheme: theme }));
    },
  };
  const ready = Promise.resolve();
  return {
    handlers,
    ready,
    BrowserWindow,
    nativeTheme,
    app: { whenReady: () => ready, on: () => undefined },
    ipcMain: { handle: (channel: string, handler: Handler) => handlers.set(channel, handler) },
    settled: () => last.catch(() => undefined),
  };
}
