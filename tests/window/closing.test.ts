import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { folderOfAll } from "../helpers/folders";
import { InspectedWindow } from "../helpers/inspected-window";
import { openRealApp, runRealApp, startSmoke } from "../helpers/real-app";

// A call that no drive answers is imitated by reading a pipe without a writer. Electron's own end
// would wait for it.
describe.skipIf(process.platform === "win32")(
  "although a call in its main process never returns, the program",
  () => {
    const folder = folderOfAll();
    const pipe = () => join(folder(), "pipe");
    beforeAll(() => void spawnSync("mkfifo", [pipe()]));

    it("ends after SIGTERM while its window is open", async () => {
      const app = await openRealApp();
      const main = app.app.process();
      const ended = once(main, "exit");
      try {
        await app.app.evaluate((_electron, path) => {
          const fileSystem: typeof import("node:fs") = process.mainModule?.require("node:fs");
          fileSystem.readFile(path, () => undefined);
        }, pipe());
        main.kill("SIGTERM");
        expect(await ended).toEqual([null, "SIGKILL"]);
      } finally {
        await app.kill();
      }
    });

    it("ends after SIGTERM while it creates its window", async () => {
      expect(await runRealApp({ hangsAtWindow: pipe() })).toBe("SIGKILL");
    });
  },
);

/** A function that runs in the main process and imitates an event that ends the program. */
type SystemEnd = Parameters<InspectedWindow["real"]["app"]["evaluate"]>[0];

it.each<[string, SystemEnd]>([
  [
    "the system shuts down",
    ({ powerMonitor }) =>
      new Promise((held) => {
        powerMonitor.emit("shutdown", { preventDefault: () => held("held") });
      }),
  ],
  [
    "Windows asks whether the session may end",
    ({ BrowserWindow }) =>
      new Promise((held) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.emit("query-session-end", { preventDefault: () => held("held") });
      }),
  ],
  [
    "the person quits from the menu",
    ({ app }) => {
      setImmediate(() => app.quit());
      return "held";
    },
  ],
])("the program saves a partial report and then ends if %s", async (_what, end) => {
  const inspected = await InspectedWindow.open();
  await startSmoke(inspected.page);
  const gone = new Promise((resolve) => inspected.real.app.process().once("exit", resolve));
  expect(await inspected.real.app.evaluate(end)).toBe("held");
  await gone;
  expect(await inspected.onlyReportKept()).toMatchObject({ partial: true, error: null });
  await inspected.close();
});

it("the program does not delay the end of a Windows session if no inspection runs", async () => {
  const real = await openRealApp();
  const held = await real.app.evaluate(({ BrowserWindow }) => {
    let isHeld = false;
    const hold = () => {
      isHeld = true;
    };
    BrowserWindow.getAllWindows()[0]?.emit("query-session-end", { preventDefault: hold });
    return isHeld;
  });
  expect(held).toBe(false);
  await real.close();
});

it("the menu offers to quit, copy, zoom and minimize, but neither to reload the page nor to get help", async () => {
  const real = await openRealApp();
  const rolesNow = () =>
    real.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).flatMap(
        ({ submenu }) => submenu?.items.map(({ role }) => `${role}`.toLowerCase()) ?? [],
      ),
    );
  // The main process sets the application menu only after it has shown the first screen.
  await expect
    .poll(rolesNow)
    .toEqual(expect.arrayContaining(["quit", "copy", "zoomin", "minimize"]));
  const roles = await rolesNow();
  expect(roles.filter((role) => /reload|help|learn/.test(role))).toEqual([]);
  await real.close();
});
