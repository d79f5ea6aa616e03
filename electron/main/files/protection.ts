import type { protectedFolders } from "#text/files";
import { errorCode } from "./error-code";
import { isFolder } from "./places";

/** A system protection that blocks this program, but not the account, from a folder. */
export type Protection = keyof typeof protectedFolders;

/**
 * Whether macOS' privacy settings refused the access: they return EPERM; a missing permission of
 * the account returns EACCES.
 */
export function isPrivacyRefusal(error: unknown, platform: NodeJS.Platform): boolean {
  return platform === "darwin" && errorCode(error) === "EPERM";
}

/**
 * The system protection that kept the program from creating a file or folder in `folder`; `null` if
 * none did. Windows' Controlled Folder Access reports that the existing folder, or the new file,
 * does not exist.
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
  // Windows denied the access only if the folder exists; a folder that cannot be inspected counts
  // as missing.
  return isDenied && (await isFolder(folder).catch(() => false)) ? "controlled-folder" : null;
}
