import type { Dirent } from "node:fs";
import { lstat, readdir, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { DriveFault, driveError } from "../contract/drive-error";
import { flushModeIds } from "../contract/flush-mode";
import { type PlugPlan, plugFolderName } from "../contract/power-cut-plan";
import { takeStep } from "../contract/power-cut-stage";
import type { PlugState } from "../contract/power-cut-state";
import { isTemporaryOf, makeFolderDurably } from "./durable-write";
import { foreignness, refuseForeign } from "./foreign-folder";
import { PowerCutStore } from "./power-cut-store";
import { errorCode } from "./volumes/testability";

const stateName = "plug-test.json";
const ownModeNames = /^(slots|log|\d+\.(created|renamed))$/;

export function plugFolderIn(directory: string): string {
  return path.join(directory, plugFolderName);
}

/** The state that lies beside a test's files, for whoever finds the folder. */
export function storeIn(folder: string): PowerCutStore {
  return new PowerCutStore(path.join(folder, stateName));
}

/**
 * Keeps the state beside the test's files, except while that would disturb the test: a drive that
 * has just gone or filled up cannot be written, and one that is about to be read back must not be.
 * What was kept last is then enough to finish the test. `removePlugFolder` keeps the last state
 * itself.
 */
export async function keepBesideFiles(state: PlugState): Promise<void> {
  const hasFailed = state.error !== null && state.stage !== "finished";
  if (hasFailed || state.stage === "reading-back" || state.stage === "removing") {
    return;
  }
  try {
    await storeIn(state.plan.folder).save(state);
  } catch (error) {
    // After the power cut the folder may be gone, which is what the result says.
    if (state.stage !== "finished" || errorCode(error) !== "ENOENT") {
      throw error;
    }
  }
}

/**
 * Makes the folder of a new test. Throws a `DriveFault` when there is one already, and where it would
 * not be recognized later.
 */
export async function makePlugFolder({ folder }: PlugPlan): Promise<void> {
  await refuseForeign(folder);
  try {
    await makeFolderDurably(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw folderFault(error);
    }
    throw new DriveFault(
      driveError(
        "not-testable",
        `There is a plug test here already: ${folder}. Finish it or remove it, then start a new one.`,
      ),
    );
  }
  await refuseForeign(folder).catch(async (error: unknown) => {
    await rmdir(folder);
    throw error;
  });
}

/**
 * Removes a test's files and then its folder. What is not of the test is left alone, with the
 * folder around it; links are not followed. Returns whether the folder is gone.
 *
 * First the state says so and it goes last, because a removal that breaks off leaves files missing:
 * whoever finished such a test would blame the drive for it.
 */
export async function removePlugFolder(folder: string): Promise<boolean> {
  if ((await foreignness(folder)) !== null) {
    return false;
  }
  const entries = await entriesOf(folder);
  const kept = entries.length > 0 ? await storeIn(folder).read() : null;
  if (kept && kept.stage !== "removing") {
    await storeIn(folder).save(takeStep(kept, { type: "removal-begins" }));
  }
  const modes = new Set<string>(flushModeIds);
  for (const { name } of entries.filter((entry) => modes.has(entry.name) && entry.isDirectory())) {
    await removeModeFolder(path.join(folder, name));
  }
  const isState = ({ name }: Dirent) => name === stateName || isTemporaryOf(stateName, name);
  for (const { name } of entries.filter(isState)) {
    await unlink(path.join(folder, name));
  }
  return removeIfEmpty(folder);
}

async function removeModeFolder(folder: string): Promise<void> {
  for (const { name } of await entriesOf(folder)) {
    if (ownModeNames.test(name)) {
      await unlink(path.join(folder, name));
    }
  }
  await removeIfEmpty(folder);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const isFolder = (await lstat(folder)).isDirectory();
    return isFolder ? await readdir(folder, { withFileTypes: true }) : [];
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      return [];
    }
    throw error;
  }
}

async function removeIfEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      return true;
    }
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errorCode(error))) {
      return false;
    }
    throw error;
  }
}

function folderFault(error: unknown): DriveFault {
  const { code = "", message, errno = null } = error as NodeJS.ErrnoException;
  const known = { EACCES: "no-permission", EPERM: "no-permission", EROFS: "read-only" } as const;
  const meaning = known[code as keyof typeof known] ?? (code === "ENOSPC" ? "no-space" : null);
  return new DriveFault(
    driveError(meaning ?? "drive-error", `The folder of the test cannot be made: ${message}`, {
      syscall: "mkdir",
      osCode: errno,
    }),
  );
}
