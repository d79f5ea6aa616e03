import { lstat, rmdir } from "node:fs/promises";
import path from "node:path";
import { sayer } from "#analysis/say";
import { DriveFault, driveError, notTestable } from "#contract/drive-error";
import type { HostRequest } from "#contract/engine-messages";
import { type PowerCutState, powerCutStateSchema } from "#contract/power-cut/state";
import { type PowerCutPlan, powerCutFolderName } from "#contract/power-cut/test";
import { protectedFolders } from "#text/files";
import type { statements as leftovers } from "#text/inspection/leftovers";
import { powerCutRefusals } from "#text/power-cut/refusals";
import { DurableFile } from "../files/durable-file";
import { makeFolderDurably } from "../files/durable-write";
import { errorCode } from "../files/error-code";
import { foreignness, refuseForeign } from "../files/foreign-folder";
import { protectionOf } from "../files/protection";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";
import type { RemovedPowerCutTests } from "./removed-tests";

const stateName = "plug-test.json";

export function powerCutFolderIn(directory: string): string {
  return path.join(directory, powerCutFolderName);
}

/**
 * The file with the test's state, beside the test's files: it shows that the folder holds a test.
 */
export function stateFileIn(folder: string): DurableFile<PowerCutState> {
  return new DurableFile(path.join(folder, stateName), powerCutStateSchema);
}

/**
 * Name of the file that the engine makes before it removes a test's first file
 * (native/src/power-cut/removal.h).
 */
const removalMark = "removal-begun";

/**
 * Whether this program began to remove the test's files, so that missing files prove nothing about
 * the drive. Does not need the test's state file, which the drive may have lost. `null` if the
 * folder is gone or cannot be read. Never rejects.
 */
export async function isRemovalBegun(folder: string): Promise<boolean | null> {
  try {
    await lstat(path.join(folder, removalMark));
    return true;
  } catch (error) {
    const isMissing = errorCode(error) === "ENOENT";
    return isMissing && (await isFolder(folder).catch(() => false)) ? false : null;
  }
}

/**
 * Saves the state beside the test's files, unless a write would fail or disturb the test: after the
 * drive has gone or filled up, and before the records are read back; the last saved state is enough
 * to finish the test. Saves nothing during a removal either: the engine's marker file shows it.
 */
export async function keepBesideFiles(state: PowerCutState): Promise<void> {
  const hasFailed = state.error !== null && state.stage !== "finished";
  if (hasFailed || state.stage === "reading-back" || state.stage === "removing") {
    return;
  }
  try {
    await stateFileIn(state.plan.folder).save(state);
  } catch (error) {
    if (state.stage !== "finished") {
      throw error;
    }
    // After the power cut the folder may be gone, or the volume full or read-only. A failed save
    // must not cost the user the result; it only leaves a test that can be finished again.
    if (errorCode(error) !== "ENOENT") {
      console.error(`The result is not noted beside the plug test's files (${errorCode(error)}).`);
    }
  }
}

/**
 * Makes the test's folder. Throws a `DriveFault` if the folder exists, or if this file system could
 * not show later that the folder is this user's.
 */
export async function makePowerCutFolder(
  { folder }: PowerCutPlan,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  await refuseForeign(folder);
  try {
    await makeFolderDurably(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") {
      throw await folderFault(error, path.dirname(folder), platform);
    }
    throw notTestable(powerCutRefusals.existsHere({ folder }));
  }
  await refuseForeign(folder).catch(async (error: unknown) => {
    await rmdir(folder);
    throw error;
  });
}

/** Resolves with whether the folder is gone; rejects with a `DriveFault`. */
export type RemovePowerCutFiles = (
  known: Omit<Extract<HostRequest, { type: "power-cut-remove" }>, "type">,
) => Promise<boolean>;

/**
 * Removes a test's files and then its folder. Other files, and the folder around them, stay; links
 * are not followed. Returns whether the folder is gone.
 * The engine makes a marker file first and removes it last: a test that is removed in part must
 * never be finished, because the drive would be blamed for the missing files (`isRemovalBegun`).
 * The engine works through handles, because a path may lead elsewhere by the time a file is
 * removed.
 */
export async function removePowerCutFolder(
  folder: string,
  removeFiles: RemovePowerCutFiles,
  removed: Pick<RemovedPowerCutTests, "note">,
): Promise<boolean> {
  if ((await foreignness(folder)) !== null) {
    return false;
  }
  if (!(await isFolder(folder))) {
    return removeFiles({ folder, testId: null, run: null });
  }
  const { testId = null, layout } = (await stateFileIn(folder).read())?.plan ?? {};
  // The removal is logged outside the folder, too: if this process ends, the engine goes on and
  // removes the folder together with its marker file.
  await removed.note(testId);
  return removeFiles({ folder, testId, run: layout?.run ?? null });
}

async function isFolder(folder: string): Promise<boolean> {
  try {
    return (await lstat(folder)).isDirectory();
  } catch (error) {
    if (errorCode(error) === "ENOENT") {
      return false;
    }
    throw error;
  }
}

/** Removes the files in a separate engine process, because a drive may hang. */
export function powerCutFilesRemover(spawnEngine: SpawnEngine): RemovePowerCutFiles {
  return async (known) => {
    let gone = false;
    const supervisor = new EngineSupervisor(
      { type: "power-cut-remove", ...known },
      {
        spawn: spawnEngine,
        lookAfterDeath: async () => sayer<typeof leftovers>()("after-death.removal-not-known"),
        onEvent: (event) => {
          if (event.type === "power-cut-removed") {
            gone = event.gone;
          }
        },
      },
    );
    const { error } = await supervisor.ended;
    if (error) {
      throw new DriveFault(error);
    }
    return gone;
  };
}

async function folderFault(
  error: unknown,
  parent: string,
  platform: NodeJS.Platform,
): Promise<DriveFault> {
  const { code = "", message, errno = null } = error as NodeJS.ErrnoException;
  const known = { EACCES: "no-permission", EPERM: "no-permission", EROFS: "read-only" } as const;
  const meaning = known[code as keyof typeof known] ?? (code === "ENOSPC" ? "no-space" : null);
  const details = { syscall: "mkdir", osCode: errno };
  const protection = await protectionOf(error, parent, platform);
  if (protection !== null) {
    const words = protectedFolders[protection]({ folder: parent });
    return new DriveFault(driveError("no-permission", words, details));
  }
  const words = powerCutRefusals.folderNotMade({ reason: message });
  return new DriveFault(driveError(meaning ?? "drive-error", words, details));
}
