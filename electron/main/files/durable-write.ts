import { randomBytes } from "node:crypto";
import { constants, type FileHandle, mkdir, open, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "./error-code";
import { isFolder } from "./places";

/**
 * Puts a whole file or none in the place of `file`, and resolves once it is on permanent storage as
 * far as the system can bring it there: written beside it, flushed, renamed, and the folder flushed.
 * Rejects with the system's error; nothing is left beside it then. `mode` is that of a new file.
 */
export async function writeDurably(
  file: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const temporary = temporaryBeside(file);
  try {
    const handle = await createNew(temporary, mode);
    try {
      await handle.writeFile(content);
      // Node's sync is F_FULLFSYNC on macOS and FlushFileBuffers on Windows.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await renamePatiently(temporary, file);
  } catch (error) {
    await unlink(temporary).catch(() => undefined); // the error that counts is the first one
    throw error;
  }
  await syncFolderOf(file);
}

/** What Windows answers while a virus scanner or an indexer looks into a file that was just closed. */
const heldCodes = ["EPERM", "EACCES", "EBUSY"];
const pauseMs = 50;
const mostAttempts = 40;

/**
 * Renames, on Windows again and again for two seconds while somebody else holds the file. Rejects with
 * the system's last error.
 */
export async function renamePatiently(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await rename(from, to);
    } catch (error) {
      const isHeld = platform === "win32" && heldCodes.includes(errorCode(error) ?? "");
      if (!isHeld || attempt === mostAttempts) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Makes a folder whose name is safe, too. Rejects with the system's error: EEXIST where there is one
 * already, unless `mayExist`.
 */
export async function makeFolderDurably(
  folder: string,
  { mode = 0o777, mayExist = false } = {},
): Promise<void> {
  if (!mayExist) {
    await mkdir(folder, { mode });
  } else if (!(await makeMissing(folder, mode))) {
    return;
  }
  if (process.platform !== "win32") {
    await syncFolderOf(folder);
  }
}

/**
 * With its parents; false where it is there. Node's own `recursive` tries for ever in a place like
 * /proc, which has no such folder and can have none.
 */
async function makeMissing(folder: string, mode: number): Promise<boolean> {
  try {
    await mkdir(folder, { mode });
    return true;
  } catch (error) {
    if (errorCode(error) !== "ENOENT") {
      if (await isFolder(folder).catch(() => false)) {
        return false;
      }
      throw error;
    }
  }
  await makeFolderDurably(path.dirname(folder), { mode, mayExist: true });
  await mkdir(folder, { mode });
  return true;
}

/** A name nobody can foresee, in the same folder, so that the rename stays within one volume. */
export function temporaryBeside(file: string): string {
  return `${file}.${randomBytes(8).toString("hex")}.part`;
}

/** Whether `name` is what `writeDurably` leaves of `file` (its last part) when the power goes. */
export function isTemporaryOf(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^[0-9a-f]{16}\.part$/.test(name.slice(file.length + 1));
}

/** Opens a file that nobody has made before us and that is no link. */
function createNew(file: string, mode: number): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants; // Windows has no O_NOFOLLOW
  return open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/**
 * Makes the names in a file's folder safe (fsync(2): the entry needs a sync of the directory).
 * Windows flushes no folders; there the file is flushed again, and its new name with it.
 */
export async function syncFolderOf(file: string): Promise<void> {
  const isWindows = process.platform === "win32";
  try {
    const handle = await open(isWindows ? file : path.dirname(file), isWindows ? "r+" : "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Folders that cannot be flushed (EINVAL, ENOTSUP) or read (EACCES), or nothing left to flush.
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "EINVAL", "ENOTSUP", "EACCES"].includes(code)) {
      throw error;
    }
  }
}
