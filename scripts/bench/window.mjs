// The same inspection with the window open and charting, in the real Electron.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron } from "playwright-core";
import { findElectron } from "../setup/electron-runtime.mjs";

/**
 * Opens the app with the folder chosen. Without a display it needs `xvfb-run -a npm run bench …`.
 * @returns {Promise<{ inspect: () => Promise<object>, close: () => Promise<void> }>}
 */
export async function openWindow(root, folder) {
  const electron = findElectron(root);
  if (!electron) {
    throw new Error("Electron is not set up; run `npm run setup`");
  }
  const data = mkdtempSync(path.join(tmpdir(), "driveproof-bench-data-"));
  const app = await _electron.launch({
    executablePath: electron.executable,
    args: [...electron.args, `--user-data-dir=${data}`],
  });
  const page = await app.firstWindow();
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
  }, folder);
  const chosen = await page.evaluate(() => globalThis.driveproof.chooseFolder());
  const volumeId = chosen.value.id;
  return {
    async inspect() {
      const answer = await page.evaluate(async (id) => {
        const api = globalThis.driveproof;
        const finished = new Promise((resolve) => {
          const end = api.on.inspectionFinished((event) => {
            end();
            resolve(event);
          });
        });
        const started = await api.startInspection({
          volumeId: id,
          profile: "smoke",
          tests: ["flush"],
          changes: { append: false },
          allowNetwork: false,
        });
        if (!started.ok) {
          return started;
        }
        await finished;
        return api.openReport(started.value.runId);
      }, volumeId);
      if (!answer.ok) {
        throw new Error(answer.error.message);
      }
      return answer.value;
    },
    async close() {
      await app.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}
