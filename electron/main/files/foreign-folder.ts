import { constants, lstat, open } from "node:fs/promises";
import { notTestable } from "#contract/drive-error";
import { foreignFolder } from "#text/files";
import { errorCode } from "./error-code";
import { isOurs } from "./read-own-file";

type Foreignness = keyof typeof foreignFolder;

/**
 * Why the folder does not belong to this user. `null` if it does or is missing, or if the system
 * does not report the owner, as on a failing drive.
 */
export async function foreignness(folder: string): Promise<Foreignness | null> {
  const { O_DIRECTORY, O_NOFOLLOW } = constants;
  if (process.platform === "win32") {
    return null;
  }
  try {
    const handle = await open(folder, O_DIRECTORY | O_NOFOLLOW);
    try {
      return (await isOurs(handle)) ? null : "foreign-owner";
    } finally {
      await handle.close();
    }
  } catch (error) {
    switch (errorCode(error)) {
      case "ELOOP":
      case "ENOTDIR":
        return (await uidOf(folder)) === null ? null : "not-a-folder";
      case "EACCES":
        return (await uidOf(folder)) === process.geteuid?.() ? null : "foreign-owner";
      default:
        return null;
    }
  }
}

/** Throws a `DriveFault` if a plug test's folder does not belong to this user. */
export async function refuseForeign(folder: string): Promise<void> {
  const why = await foreignness(folder);
  if (why !== null) {
    throw notTestable(foreignFolder[why]({ folder }));
  }
}

/** User id of the owner; `null` if the file is missing or cannot be inspected. */
async function uidOf(file: string): Promise<number | null> {
  try {
    return (await lstat(file)).uid;
  } catch {
    return null;
  }
}
