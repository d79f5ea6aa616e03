// An ordinary browser as far as the witness page can tell: one tab, no preload, no Node.
const { app, BrowserWindow, nativeTheme } = require("electron");

nativeTheme.themeSource = process.env.DRIVEPROOF_BROWSER_THEME ?? "light";
app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 360,
    height: 640,
    useContentSize: true,
    webPreferences: { sandbox: true, contextIsolation: true },
  });
  // A person who is asked whether to leave the page says yes.
  globalThis.askedToLeave = 0;
  window.webContents.on("will-prevent-unload", (event) => {
    globalThis.askedToLeave += 1;
    event.preventDefault();
  });
  window.loadURL("about:blank");
});
app.on("window-all-closed", () => app.quit());
