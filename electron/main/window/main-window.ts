import { BrowserWindow, nativeTheme } from "electron";
import { guardWindow, safeWebPreferences } from "./session-guards";

/** The one window of the program, still without its page; shown when its first picture is ready. */
export function createMainWindow(preload: string): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 800,
    minHeight: 600,
    show: false,
    title: "DriveProof",
    autoHideMenuBar: true,
    // The colour of the page's own background, so that nothing flashes while it loads.
    backgroundColor: nativeTheme.shouldUseDarkColors ? "#12151a" : "#f4f6f9",
    webPreferences: safeWebPreferences(preload),
  });
  guardWindow(window);
  window.once("ready-to-show", () => window.show());
  return window;
}
