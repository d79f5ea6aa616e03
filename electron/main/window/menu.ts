import { app, Menu } from "electron";
import { menuText } from "#text/window";

/**
 * Standard roles and shortcuts. Electron's default menu would offer developer tools, Internet pages
 * and a reload. On systems with a menu bar per window the bar stays hidden until Alt is pressed. No
 * Help menu, although macOS programs usually have one: each page explains itself, and the program
 * opens nothing on the Internet.
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
