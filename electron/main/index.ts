import { app, type BrowserWindow, Menu } from "electron";
import { windowCallNames } from "#contract/ipc-names";
import { setLanguage } from "#text/language";
import { appPaths } from "./app-paths";
import { reasonOf } from "./files/error-code";
import { claimDataFolder, ownDataFolder } from "./window/data-folder";
import { serveIpc } from "./window/ipc-server";
import { createMainWindow, lastingPageOf } from "./window/main-window";
import { guardProgram, guardSession } from "./window/session-guards";
import { closeWhenAskedToEnd } from "./window/system-end";

/**
 * Entry of the desktop program. Three ways to start it: the window, `--inspect` (the command line of
 * the packaged program) and `--print-document`, by which the command line on plain Node has a report
 * page drawn. The window waits for what is imported here, so that is only what opens it; everything
 * else is read while Chromium starts its own processes.
 */
if (!app.isPackaged) {
  setLanguage(process.env.DRIVEPROOF_LANGUAGE);
}
const paths = appPaths(__dirname);
const dataFolder = ownDataFolder();

function argumentsAfter(flag: string): string[] | null {
  const place = process.argv.indexOf(flag);
  return place < 0 ? null : process.argv.slice(place + 1);
}

async function start(): Promise<void> {
  guardProgram();
  const printArguments = argumentsAfter("--print-document");
  const inspectArguments = argumentsAfter("--inspect");
  // The program's own comes with the window; making Electron's would only delay it.
  Menu.setApplicationMenu(null);
  const opening = printArguments || inspectArguments ? null : beginOpening();
  await app.whenReady();
  guardSession(paths.rendererFolder);
  if (printArguments) {
    const { printDocument } = await import("./without-window");
    await printDocument(paths, printArguments);
  } else if (inspectArguments) {
    const { inspect } = await import("./without-window");
    await inspect(paths, dataFolder, inspectArguments);
  } else if (opening) {
    await openWindow(opening);
  }
}

/** What does not need Chromium, while that starts. */
function beginOpening() {
  return { claimed: claimDataFolder(dataFolder), program: import("./window-program") };
}

async function openWindow({ claimed, program }: ReturnType<typeof beginOpening>): Promise<void> {
  let created: BrowserWindow | null = null;
  closeWhenAskedToEnd(() => created);
  const data = await claimed;
  if ("exitCode" in data) {
    app.exit(data.exitCode);
    return;
  }
  const window = createMainWindow(paths.preload);
  created = window;
  app.on("second-instance", () => {
    if (!window.isDestroyed()) {
      window.restore();
      window.focus();
    }
  });
  const { id } = window.webContents;
  const opened = lastingPageOf(window).open();
  const handlers = program.then(({ windowProgram }) => windowProgram({ paths, data, window }));
  serveIpc(windowCallNames, handlers, { page: "window", isServed: (sender) => sender.id === id });
  await Promise.all([opened, handlers]);
}

// A report drawn in a hidden window that closes must not end the program.
app.on("window-all-closed", () => undefined);

start().catch((error: unknown) => {
  console.error(reasonOf(error));
  app.exit(1);
});
