import { performance } from "node:perf_hooks";
import { BrowserWindow, dialog, nativeTheme } from "electron";
import { openedAddress } from "./built-pages";
import { LastingPage } from "./lasting-page";
import { guardWindow, safeWebPreferences } from "./session-guards";

/** Creates the window, which is shown, and `painted` resolves, when the page is first painted. */
export function createMainWindow(preload: string): {
  readonly window: BrowserWindow;
  readonly painted: Promise<void>;
} {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    title: "DriveProof",
    autoHideMenuBar: true,
    // The page's background colour, so that nothing flashes while it loads.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#12151a" : "#f4f6f9",
    webPreferences: safeWebPreferences(preload),
  });
  guardWindow(window);
  const painted = new Promise<void>((resolve) =>
    window.once("ready-to-show", () => {
      window.show();
      resolve();
    }),
  );
  return { window, painted };
}

/** Reopens the window's page if it crashes. */
export function lastingPageOf(window: BrowserWindow): LastingPage {
  return new LastingPage({
    contents: window.webContents,
    load: (reopened) => window.loadURL(openedAddress("window", reopened)),
    askToReopen: async () => {
      const { dialogs: dialogText } = await import("#text/window");
      const { response } = await dialog.showMessageBox(window, {
        type: "error",
        message: dialogText.windowStopped(),
        detail: dialogText.windowStoppedDetail(),
        buttons: [dialogText.reopenWindow(), dialogText.closeProgram()],
        noLink: true,
      });
      return response === 0;
    },
    giveUp: () => window.destroy(),
    nowMs: () => performance.now(),
  });
}
