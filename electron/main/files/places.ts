import { lstat, stat } from "node:fs/promises";
import { errorCode } from "./error-code";

/** Whether something has this name; a link that leads nowhere has. */
export function isThere(place: string): Promise<boolean> {
  return lstat(place).then(
    () => true,
    (error: unknown) => errorCode(error) !== "ENOENT",
  );
}

/** Whether the path leads to a folder. Rejects with the system's error where that cannot be seen. */
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
