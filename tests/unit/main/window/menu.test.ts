import type { MenuItemConstructorOptions } from "electron";
import { afterAll, describe, expect, it, vi } from "vitest";

const { app, setMenu } = vi.hoisted(() => ({ app: { isPackaged: true }, setMenu: vi.fn() }));

vi.mock("electron", () => ({
  app,
  Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: setMenu },
}));

// Loads the modules again, because tests of other files in this worker have loaded them without the
// mocks.
vi.resetModules();
const { setProgramMenu } = await import("../../../../electron/main/window/menu");
afterAll(() => {
  vi.resetModules();
});

function menuOn(platform: NodeJS.Platform, isPackaged = true): MenuItemConstructorOptions[] {
  app.isPackaged = isPackaged;
  setProgramMenu(platform);
  return setMenu.mock.lastCall?.[0];
}

// Electron fills each of these roles with the system's usual entries and shortcuts, on macOS the
// program's menu with About, Services, Hide, Hide Others, Show All and Quit (⌘H, ⌥⌘H, ⌘Q):
// https://github.com/electron/electron/blob/main/lib/browser/api/menu-item-roles.ts
const view = {
  label: "View",
  submenu: [
    { role: "resetZoom" },
    { role: "zoomIn" },
    { role: "zoomOut" },
    { type: "separator" },
    { role: "togglefullscreen" },
  ],
};
const common = [{ role: "fileMenu" }, { role: "editMenu" }, view, { role: "windowMenu" }];

describe("the menu of the packaged program", () => {
  it("consists on macOS of the program's own menu, File, Edit, View and Window, with Electron's entries and shortcuts", () => {
    expect(menuOn("darwin")).toEqual([{ role: "appMenu" }, ...common]);
  });

  it.each(["win32", "linux"] as const)(
    "consists on %s of File, Edit, View and Window, with Electron's entries and shortcuts",
    (platform) => {
      expect(menuOn(platform)).toEqual(common);
    },
  );
});

it.each(["darwin", "win32", "linux"] as const)(
  "the menu on %s has developer tools only if the program is not packaged, and never a reload",
  (platform) => {
    const developerTools = /toggledevtools/i;
    const reload = /reload|viewMenu/i;
    expect(JSON.stringify(menuOn(platform))).not.toMatch(developerTools);
    expect(JSON.stringify(menuOn(platform, false))).toMatch(developerTools);
    for (const isPackaged of [true, false]) {
      expect(JSON.stringify(menuOn(platform, isPackaged))).not.toMatch(reload);
    }
  },
);
