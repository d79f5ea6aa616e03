import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { _electron, type ElectronApplication, type Page } from "playwright-core";
import { callChannel } from "#contract/ipc-names";
import type { CallArguments } from "#contract/ipc-schema";
import type { ProfileName } from "#contract/run-plan";
import type { Language } from "#text/language";
import { electronFor } from "./electron-runtime";
import { killGroup } from "./process-tree";

/** The real program with the real engine, its data in a folder of the test's own. */
export interface RealApp {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Where the program keeps earlier inspections. */
  readonly historyFolder: string;
  /** Sets the answer of the folder dialog from now on. */
  readonly answerFolderDialog: (folder: string | null) => Promise<void>;
  /** Sets the answer of the save dialog from now on. */
  readonly answerSaveDialog: (file: string | null) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Ends all its processes at once, or the main process alone; resolves when all are gone. */
  readonly kill: (options?: { readonly leaderOnly: boolean }) => Promise<void>;
}

/** Facts about the computer that are faked for the program; see fake-computer/main.cjs. */
export interface FakeComputer {
  /**
   * The computer's address in its network, which only this computer can reach. Default: the real
   * network.
   */
  readonly address?: string;
  /** Whether the computer seems to have started a moment ago, as after a power cut. */
  readonly isRestarted?: boolean;
  /**
   * File whose reading never ends. The program starts to read the file, and gets the request to end
   * when it makes its window.
   */
  readonly hangsAtWindow?: string;
  /** Text of the button that is pressed in every dialog before the window exists. */
  readonly answer?: string;
  /**
   * The profile of every inspection, whatever the window asks for: no button offers the shortest.
   */
  readonly profile?: ProfileName;
}

export interface RealAppOptions {
  /** Puts files of an earlier session into the data folder. */
  readonly prepare?: (dataFolder: string) => void;
  /** The program's data folder, which is kept when the program ends. */
  readonly data?: string;
  readonly computer?: FakeComputer;
  readonly language?: Language;
}

const root = path.resolve(__dirname, "../..");
const program = path.join(root, "out/main/index.cjs");

/** How the real program is started, and a function that cleans up afterwards. */
async function startOf({ data, computer, prepare, language = "en" }: RealAppOptions) {
  // The path is found from this file and not from Electron's folder, so that the program is that of
  // this source tree.
  const electron = await electronFor(computer ? path.join(__dirname, "fake-computer") : root);
  const folder = data ?? mkdtempSync(path.join(os.tmpdir(), "driveproof-window-"));
  prepare?.(folder);
  return {
    folder,
    executable: electron.executable,
    args: [...electron.args, `--user-data-dir=${folder}`],
    env: {
      ...(process.env as Record<string, string>),
      DRIVEPROOF_LANGUAGE: language,
      ...(computer && {
        DRIVEPROOF_FAKE_COMPUTER: JSON.stringify({
          ...computer,
          program,
          startChannel: callChannel("startInspection"),
        }),
      }),
    },
    tidyUp: async () => {
      await electron.remove();
      if (data === undefined) {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Runs the program with no one at its window; resolves to the signal that ended it. */
export async function runRealApp(computer: FakeComputer): Promise<NodeJS.Signals | null> {
  const { executable, args, env, tidyUp } = await startOf({ computer });
  const program = spawn(executable, args, { env, stdio: "ignore", detached: true });
  const [, signal] = await once(program, "exit");
  // Child processes outlive the main process for a moment and still write into its folder.
  await killGroup(program.pid as number);
  await tidyUp();
  return signal;
}

/** Opens the program and waits for the first page of its window. */
export async function openRealApp(options: RealAppOptions = {}): Promise<RealApp> {
  const { folder, executable, args, env, tidyUp } = await startOf(options);
  const app = await _electron.launch({ executablePath: executable, args, colorScheme: null, env });
  // Keeps a reference to the process, because Playwright drops its own once the process has ended.
  const main = app.process();
  // Gives the program its own run lock, so that parallel tests do not exclude each other. Sets the
  // variable only after the start, because Electron looks for the display in that folder.
  await app.evaluate((_electron, own) => {
    process.env.XDG_RUNTIME_DIR = own;
  }, folder);
  const page = await app.firstWindow();
  // Waits for the heading, because before that the page and its calls may not exist.
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    app,
    page,
    historyFolder: path.join(folder, "inspections"),
    answerFolderDialog: (chosen) =>
      app.evaluate(({ dialog }, chosenFolder) => {
        dialog.showOpenDialog = async () => ({
          canceled: chosenFolder === null,
          filePaths: chosenFolder === null ? [] : [chosenFolder],
        });
      }, chosen),
    answerSaveDialog: (file) =>
      app.evaluate(({ dialog }, chosen) => {
        dialog.showSaveDialog = (async () => ({
          canceled: chosen === null,
          ...(chosen === null ? {} : { filePath: chosen }),
        })) as typeof dialog.showSaveDialog;
      }, file),
    close: async () => {
      await app.close();
      await tidyUp();
    },
    kill: async (options) => {
      // Playwright started the program as the leader of a process group.
      await killGroup(main.pid as number, options);
      await tidyUp();
    },
  };
}

type StartRequest = CallArguments<"startInspection">[0];

/**
 * Starts the shortest inspection of the folder that the dialog answers, by the page's own call,
 * because no button offers that profile. Resolves to the volume's id.
 */
export function startSmoke(
  page: Page,
  wanted: Pick<StartRequest, "tests"> & Partial<StartRequest> = { tests: ["flush-modes"] },
): Promise<string> {
  return page.evaluate(async (request) => {
    const chosen = await window.driveproof.chooseFolder();
    const volumeId = chosen.ok ? (chosen.value?.id ?? "") : "";
    const started = await window.driveproof.startInspection({
      volumeId,
      profile: "smoke",
      changes: {},
      allowNetwork: false,
      ...request,
    });
    if (!started.ok) {
      throw new Error(started.error.message);
    }
    return volumeId;
  }, wanted);
}
