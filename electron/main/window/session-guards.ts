import { app, type BrowserWindow, type Session, session } from "electron";
import { isPageAddress } from "./built-pages";
import { declarePageProtocol, servePages } from "./page-protocol";

/** Called before the program is ready, because Chromium reads this when it starts. */
export function guardProgram(): void {
  declarePageProtocol();
  // No name and no address leads anywhere: of what tries to connect, prefetching and WebRTC over TCP
  // pass the guard of requests below.
  app.commandLine.appendSwitch("host-resolver-rules", "MAP * ~NOTFOUND");
  app.commandLine.appendSwitch("no-proxy-server");
}

/**
 * Denies what a window could reach beyond its own pages: requests, permissions, downloads. Called
 * once, before the first window.
 */
export function guardSession(rendererFolder: string): void {
  const target: Session = session.defaultSession;
  servePages(target.protocol, rendererFolder);
  target.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !isPageAddress(url) && !url.startsWith("data:image/") });
  });
  target.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.on("will-download", (event) => event.preventDefault());
}

export function guardWindow({ webContents }: BrowserWindow): void {
  webContents.on("will-navigate", (event) => event.preventDefault());
  webContents.on("will-frame-navigate", (event) => event.preventDefault());
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  // Here this lets the page go: it has nothing to lose, main keeps everything.
  webContents.on("will-prevent-unload", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  // Its datagrams ask no guard of requests; over TCP it finds no address (guardProgram).
  webContents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
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
    disableDialogs: true,
    // The pickers of files and folders.
    disableBlinkFeatures: "FileSystemAccessLocal",
    devTools: !app.isPackaged,
  };
}
