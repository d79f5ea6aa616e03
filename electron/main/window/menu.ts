import { app, Menu } from "electron";
import { menuText } from "#text/window";

/**
 * The menu of the program on every system, with the system's usual places and shortcuts. Electron's
 * own would offer developer tools, pages of the Internet, and to load the page anew. Where windows
 * have their own menu bar it stays hidden until Alt is pressed.
 */
export function setProgramMenu(): void {
  const isMac = process.platform === "darwin";
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
          // The packaged program has none.
          ...(app.isPackaged ? [] : [{ role: "toggleDevTools" } as const]),
        ],
      },
      { role: "windowMenu" },
    ]),
  );
}
