// The same inspection with the window open and charting, in the real Electron.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { _electron } from "playwright-core";
import { findElectron } from "../setup/electron-runtime.mjs";
import { inspect } from "./engine.mjs";
import { engineFigures } from "./outputs.mjs";
import { resultOf } from "./result.mjs";

/** @typedef {import("./outputs.mjs").Report} Report */

const profile = "smoke";
const modes = ["none", "fsync"];

/**
 * The headless figure beside the one with the window open, in turn.
 * @param {string} folder
 * @param {number} repetitions
 */
export async function compareWindow(folder, repetitions) {
  const window = await openWindow(folder);
  /** @type {{ headless: Report, charting: Report }[]} */
  const pairs = [];
  try {
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      const headless = await inspect(folder, profile);
      pairs.push({ headless, charting: await window.inspect() });
    }
  } finally {
    await window.close();
  }
  return modes.map((mode) =>
    resultOf(`${mode}: with the window open and charting (profile ${profile}, all modes)`, [
      {
        name: "window",
        alike: true,
        repetitions: pairs.map(({ charting }) => engineFigures(charting, mode)),
      },
      {
        name: "headless",
        alike: true,
        repetitions: pairs.map(({ headless }) => engineFigures(headless, mode)),
      },
    ]),
  );
}

/**
 * Opens the app with the folder chosen. Without a display it needs `xvfb-run -a npm run bench …`.
 * @param {string} folder
 * @returns {Promise<{ inspect: () => Promise<Report>, close: () => Promise<void> }>}
 */
async function openWindow(folder) {
  const electron = findElectron();
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
  const chosen = await page.evaluate(() =>
    /** @type {any} */ (globalThis).driveproof.chooseFolder(),
  );
  return {
    async inspect() {
      const answer = await page.evaluate(inspectInPage, { volumeId: chosen.value.id, profile });
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

/**
 * Runs in the page, so it uses nothing from outside this function.
 * @param {{ volumeId: string, profile: string }} request
 */
async function inspectInPage({ volumeId, profile }) {
  const api = /** @type {any} */ (globalThis).driveproof;
  const finished = new Promise((resolve) => {
    const end = api.on.inspectionFinished((/** @type {unknown} */ event) => {
      end();
      resolve(event);
    });
  });
  const started = await api.startInspection({
    volumeId,
    profile,
    tests: ["flush-modes"],
    changes: { append: false },
    allowNetwork: false,
  });
  if (!started.ok) return started;
  await finished;
  return api.openReport(started.value.runId);
}
