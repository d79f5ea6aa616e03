import path from "node:path";
import { pathToFileURL } from "node:url";
import { app, type BrowserWindow, type Session, session } from "electron";

/**
 * Denies what a window could reach beyond its own files: requests, permissions, navigation, new
 * windows. Called once, before the first window.
 */
export function guardSession(rendererFolder: string): void {
  const own = `${pathToFileURL(rendererFolder).href}/`;
  const target: Session = session.defaultSession;
  target.webRequest.onBeforeRequest((details, callback) => {
    const allowed = details.url.startsWith(own) || details.url.startsWith("data:image/");
    callback({ cancel: !allowed });
  });
  target.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
}

export function guardWindow(window: BrowserWindow): void {
  window.webContents.on("will-navigate", (event) => event.preventDefault());
  window.webContents.on("will-attach-webview", (event) => event.preventDefault());
  window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
}

/** The web preferences of every window of the program. */
export function safeWebPreferences(preload: string): Electron.WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
    devTools: !app.isPackaged,
  };
}

/** The address a page of ours has once it is loaded. */
export function pageAddress(file: string): string {
  return pathToFileURL(path.resolve(file)).href;
}
