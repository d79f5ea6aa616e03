import { mkdtempSync } from "node:fs";
import { readlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import type { FolderProblem } from "#contract/history";
import { writingProblem } from "./writing-problem";

export interface DataFolder {
  readonly path: string;
  /** Why nothing is stored in this folder in this session; `null` if the folder is used. */
  readonly problem: FolderProblem | null;
  /**
   * Path of a file that is in the place of Electron's lock, so that no lock is held; `null`: no
   * such file.
   */
  readonly unlocked: string | null;
}

/**
 * The folder for the program's own data. If it cannot be created, Electron crashes at the start
 * without one, so the program gets a temporary folder for this session. The folder must exist
 * before Electron is ready, so this call is synchronous.
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
 * Takes the data folder for this window. Returns an exit code if the program must end, because
 * another window is open or the user declines to continue without a history.
 */
export async function claimDataFolder(
  folder: string,
): Promise<DataFolder | { readonly exitCode: number }> {
  const problem = await writingProblem(folder);
  if (problem) {
    // Do not try Electron's lock: its file would be in this folder, so the attempt would fail
    // without giving the reason.
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

/** Import all texts only if needed, because this file's static imports delay the window. */
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
 * the program's process id. Electron's result is the same for such a lock and for any other file in
 * its place.
 */
async function isHeld(lock: string): Promise<boolean> {
  if (process.platform === "win32") {
    return true; // a system mutex, which no file can block
  }
  const holder = await readlink(lock).catch(() => "");
  // Read only the process id: the computer's name may have changed, for example with the network.
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
