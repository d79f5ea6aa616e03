import { app, Menu } from "electron";
import { menuText } from "#text/window";

/**
 * The program's menu on every system, with standard roles and shortcuts. Electron's default would
 * offer developer tools, Internet pages and a reload. On systems with a menu bar per window the bar
 * stays hidden until Alt is pressed.
 * There is no Help menu, although macOS programs usually have one: the program contains no guide that
 * the menu could open, because each page explains itself, and it opens nothing on the Internet.
 */
export function setProgramMenu(platform: NodeJS.Platform = process.platform): void {
  const isMac = platform === "darwin";
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ role: "appMenu" } as const] : []),
      { role: "fileMenu" },
      { role: "editMenu" },
      {
        label: menuText.view(),
        submenu: [
          { role: "resetZoom" },
          { role: "zoomIn" },
          { role: "zoomOut" },
          { type: "separator" },
          { role: "togglefullscreen" },
          // The packaged program has no developer tools.
          ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        ],
      },
      { role: "windowMenu" },
    ]),
  );
}
