import { setTimeout as sleep } from "node:timers/promises";
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
 * Entry of the desktop program. It starts as the window, as `--inspect` (the command line of the
 * packaged program) or as `--print-document`, with which the command line on plain Node draws a
 * report page. This file imports only what opens the window, because imports delay it.
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
  // With hardware acceleration the window would wait for the graphics driver, which its page does
  // not need.
  app.disableHardwareAcceleration();
  const printArguments = argumentsAfter("--print-document");
  const inspectArguments = argumentsAfter("--inspect");
  // Building Electron's default menu would delay the window, which sets the program's menu.
  Menu.setApplicationMenu(null);
  const claimed = printArguments || inspectArguments ? null : claimDataFolder(dataFolder);
  await app.whenReady();
  const { pageServed } = guardSession(paths.rendererFolder);
  if (printArguments) {
    const { printDocument } = await import("./without-window");
    await printDocument(paths, printArguments);
  } else if (inspectArguments) {
    const { inspect } = await import("./without-window");
    await inspect(paths, dataFolder, inspectArguments);
  } else if (claimed) {
    await openWindow(claimed, pageServed);
  }
}

async function openWindow(
  claimed: ReturnType<typeof claimDataFolder>,
  pageServed: Promise<void>,
): Promise<void> {
  let created: BrowserWindow | null = null;
  closeWhenAskedToEnd(() => created);
  const data = await claimed;
  if ("exitCode" in data) {
    app.exit(data.exitCode);
    return;
  }
  const { window, painted } = createMainWindow(paths.preload);
  created = window;
  app.on("second-instance", () => {
    if (!window.isDestroyed()) {
      window.restore();
      window.focus();
    }
  });
  const { id } = window.webContents;
  const opened = lastingPageOf(window).open();
  const open = { paths, data, window };
  // While the main process loads modules, its thread cannot serve the page. So the page gets its
  // scripts first, then the first screen's data; all other modules load once the page is painted or
  // has failed to load.
  const first = Promise.race([pageServed, opened])
    .then(() => import("./first-screen"))
    .then(({ firstScreen }) => firstScreen(open));
  const handlers = first.then(async (screen) => {
    await screen.listed;
    await Promise.race([painted, opened.then(() => sleep(500))]);
    const { windowProgram } = await import("./window-program");
    return windowProgram(open, screen);
  });
  serveIpc(
    windowCallNames,
    handlers,
    { page: "window", isServed: (sender) => sender.id === id },
    first.then(({ answers }) => answers),
  );
  await Promise.all([opened, handlers]);
}

// Closing the hidden window of a drawn report must not end the program.
app.on("window-all-closed", () => undefined);

start().catch((error: unknown) => {
  console.error(reasonOf(error));
  app.exit(1);
});
