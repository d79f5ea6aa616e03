import { app, type BrowserWindow, type Session, session } from "electron";
import { isPageAddress } from "./built-pages";
import { declarePageProtocol, servePages } from "./page-protocol";

/**
 * Sets Chromium's switches; called before the app is ready, because Chromium reads them when it
 * starts.
 */
export function guardProgram(): void {
  declarePageProtocol();
  // Prefetching and WebRTC over TCP bypass the request filter in guardSession, so no name or
  // address is resolved.
  app.commandLine.appendSwitch("host-resolver-rules", "MAP * ~NOTFOUND");
  app.commandLine.appendSwitch("no-proxy-server");
}

/**
 * Blocks everything beyond the program's own pages: requests, permissions, downloads. Called once,
 * before the first window. `pageServed` resolves once the first page has been answered.
 */
export function guardSession(rendererFolder: string): { readonly pageServed: Promise<void> } {
  const target: Session = session.defaultSession;
  const pageServed = servePages(target.protocol, rendererFolder);
  target.webRequest.onBeforeRequest(({ url }, callback) => {
    callback({ cancel: !isPageAddress(url) && !url.startsWith("data:image/") });
  });
  target.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
  target.on("will-download", (event) => event.preventDefault());
  return { pageServed };
}

export function guardWindow({ webContents }: BrowserWindow): void {
  webContents.on("will-navigate", (event) => event.preventDefault());
  webContents.on("will-frame-navigate", (event) => event.preventDefault());
  webContents.on("will-attach-webview", (event) => event.preventDefault());
  // preventDefault lets the page unload, which has no unsaved state: the main process keeps all
  // state.
  webContents.on("will-prevent-unload", (event) => event.preventDefault());
  webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  // WebRTC's UDP packets bypass the request filter; over TCP, WebRTC resolves no address
  // (guardProgram).
  webContents.setWebRTCIPHandlingPolicy("disable_non_proxied_udp");
}

export function safeWebPreferences(preload: string): Electron.WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
    disableDialogs: true,
    // Disables the page's file and folder pickers.
    disableBlinkFeatures: "FileSystemAccessLocal",
    devTools: !app.isPackaged,
  };
}
