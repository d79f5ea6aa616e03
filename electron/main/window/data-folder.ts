import { mkdtempSync } from "node:fs";
import { readlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import type { FolderProblem } from "#contract/history";
import { writingProblem } from "./writing-problem";

export interface DataFolder {
  readonly path: string;
  /** Why this session stores nothing in the folder; `null` if it does. */
  readonly problem: FolderProblem | null;
  /**
   * Path of a file that blocks Electron's lock, so that no lock is held; `null` if there is none.
   */
  readonly unlocked: string | null;
}

/**
 * The folder for the program's own data. Electron crashes at the start if it cannot be created, so
 * the program then gets a temporary folder for this session. Synchronous, because the folder must
 * exist before Electron is ready.
 */
export function ownDataFolder(): string {
  try {
    return app.getPath("userData");
  } catch {
    app.setPath("userData", mkdtempSync(path.join(os.tmpdir(), "driveproof-")));
    return path.join(app.getPath("appData"), app.getName());
  }
}

/**
 * Takes the data folder for this window. Returns an exit code if the program must end: another
 * window is open, or the user declines to continue without a history.
 */
export async function claimDataFolder(
  folder: string,
): Promise<DataFolder | { readonly exitCode: number }> {
  const problem = await writingProblem(folder);
  if (problem) {
    // Electron's lock would be a file in this folder, so taking it would fail without giving the
    // reason.
    return (await wantsToGoOn(problem))
      ? { path: folder, problem, unlocked: null }
      : { exitCode: 1 };
  }
  if (app.requestSingleInstanceLock()) {
    return { path: folder, problem: null, unlocked: null };
  }
  const lock = path.join(folder, "SingletonLock");
  if (await isHeld(lock)) {
    console.error((await words()).startText.alreadyOpen());
    return { exitCode: 0 };
  }
  return { path: folder, problem: null, unlocked: lock };
}

async function wantsToGoOn(problem: FolderProblem): Promise<boolean> {
  const { dataFolderProblems, dialogs, startText } = await words();
  const why = reason(problem, dataFolderProblems);
  console.error(startText.nothingKept({ reason: why }));
  await app.whenReady();
  const { response } = await dialog.showMessageBox({
    type: "warning",
    title: "DriveProof",
    message: dialogs.nothingKept(),
    detail: dialogs.nothingKeptDetail({ reason: why }),
    buttons: [dialogs.withoutHistory(), dialogs.close()],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0;
}

/** Imported on demand, because this file's static imports delay the window. */
const words = () => import("#text/window");

function reason(
  { path: folder, problem, systemCode }: FolderProblem,
  dataFolderProblems: Awaited<ReturnType<typeof words>>["dataFolderProblems"],
): string {
  const isUnexplained = problem === "other" || problem === "no-answer";
  return isUnexplained && systemCode !== null
    ? dataFolderProblems.code({ folder, code: systemCode })
    : dataFolderProblems[problem]({ folder });
}

/**
 * Whether a running program holds the lock: on Linux and macOS a symbolic link whose target ends in
 * the program's process id. Electron reports such a lock and any other file in its place alike.
 */
async function isHeld(lock: string): Promise<boolean> {
  if (process.platform === "win32") {
    return true; // on Windows the lock is a mutex, which no file can block
  }
  const holder = await readlink(lock).catch(() => "");
  // Only the process id counts: the computer's name may have changed, for example with the network.
  const pid = Number(/-(\d+)$/.exec(holder)?.[1] ?? 0);
  if (pid === 0) {
    return false;
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
