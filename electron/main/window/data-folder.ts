import { mkdtempSync } from "node:fs";
import { readlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { app, dialog } from "electron";
import type { FolderProblem } from "#contract/history";
import { writingProblem } from "./writing-problem";

/** The folder in which the program keeps what is its own. */
export interface DataFolder {
  readonly path: string;
  /** Why nothing is kept there in this sitting; `null` when it is used. */
  readonly problem: FolderProblem | null;
  /** What lies in the place of Electron's lock; `null` when this is the only window. */
  readonly unlocked: string | null;
}

/**
 * Where the program's own files belong. Electron cannot name a folder that cannot be made, and ends
 * with a trap while it starts without one; then it gets another for this sitting. That has to happen
 * before Electron is ready, so this call waits for the system.
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
 * Takes the data folder for this window. An exit code: the program is to end, because another window
 * is open, or because the person does not want to go on without a history.
 */
export async function claimDataFolder(
  folder: string,
): Promise<DataFolder | { readonly exitCode: number }> {
  const problem = await writingProblem(folder);
  if (problem) {
    // Electron's own lock lies in that folder, too, and would only say that it cannot be had.
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

/** Read only when there is something to say: the window waits for what this file needs. */
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
 * Whether the lock is that of a program that runs: on Linux and macOS a link to "computer-process".
 * Electron's answer alone does not tell that from something else in its place.
 */
async function isHeld(lock: string): Promise<boolean> {
  if (process.platform === "win32") {
    return true; // a mutex of the system, which nothing can lie in the way of
  }
  const holder = await readlink(lock).catch(() => "");
  // The name of the computer may have changed since, as it does with the network.
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
