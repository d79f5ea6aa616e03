import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import type { DriveProofApi } from "../../electron/contract/ipc-schema";
import { electronRuntime } from "./electron-runtime";

/** The real program with the real engine, its data in a folder of the test's own. */
export interface RealApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Where the program keeps earlier inspections. */
  readonly historyFolder: string;
  /** What the folder dialog answers from now on. */
  readonly answerFolderDialog: (folder: string | null) => Promise<void>;
  /** What the save dialog answers from now on. */
  readonly answerSaveDialog: (file: string | null) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `prepare` lays out what an earlier sitting would have left in the data folder. */
export async function openRealApp(
  prepare: (dataFolder: string) => void = () => undefined,
): Promise<RealApp> {
  const { executable, args } = electronRuntime();
  const data = mkdtempSync(path.join(os.tmpdir(), "driveproof-window-"));
  prepare(data);
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, `--user-data-dir=${data}`],
    colorScheme: null,
  });
  const page = await app.firstWindow();
  return {
    app,
    page,
    historyFolder: path.join(data, "inspections"),
    answerFolderDialog: (folder) =>
      app.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = async () => ({
          canceled: chosen === null,
          filePaths: chosen === null ? [] : [chosen],
        });
      }, folder),
    answerSaveDialog: (file) =>
      app.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = (async () => ({
          canceled: chosen === null,
          ...(chosen === null ? {} : { filePath: chosen }),
        })) as typeof dialog.showSaveDialog;
      }, file),
    close: async () => {
      await app.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The calls of the page itself, for what no button offers. */
export type PageWithApi = { readonly driveproof: DriveProofApi };
