import type { protectedFolders } from "#text/files";
import { errorCode } from "./error-code";
import { isFolder } from "./places";

/** What of the system keeps this program, and not the account, from a folder. */
export type Protection = keyof typeof protectedFolders;

/**
 * Whether the privacy settings of macOS keep this program from a place: they answer EPERM, where an
 * account without the right gets EACCES.
 */
export function isPrivacyRefusal(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === "darwin" && errorCode(error) === "EPERM";
}

/**
 * Why a file or a folder could not be made in `folder`, where that was the system's protection. Windows'
 * Controlled Folder Access says of a folder that is there that it, or the new file, is not.
 */
export async function protectionOf(
  error: unknown,
  folder: string,
  platform: NodeJS.Platform,
): Promise<Protection | null> {
  if (isPrivacyRefusal(error, platform)) {
    return "privacy";
  }
  const isDenied = platform === "win32" && errorCode(error) === "ENOENT";
  // What cannot be looked at is not known to be there.
  return isDenied && (await isFolder(folder).catch(() => false)) ? "controlled-folder" : null;
}
