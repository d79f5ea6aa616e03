import { lstat, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { errorCode } from "./error-code";

/**
 * The home folder; empty if HOME is not set and the system has no entry for the user, as in
 * containers.
 */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return "";
  }
}

/** Whether something exists at the path; a dangling symbolic link counts as existing. */
export function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    (error: unknown) => errorCode(error) !== "ENOENT",
  );
}

/**
 * Whether the path leads to a folder. Rejects with the system's error if the path exists but cannot
 * be inspected.
 */
export async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) {
      return false;
    }
    throw error;
  }
}
