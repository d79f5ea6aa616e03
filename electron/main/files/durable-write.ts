import { randomBytes } from "node:crypto";
import { constants, type FileHandle, mkdir, open, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "./error-code";
import { isFolder } from "./places";

/**
 * Replaces `file` atomically and resolves once it is durable as far as the system can flush it:
 * writes a temporary file in the same folder, flushes and renames it, and flushes the folder. Upon
 * failure removes the temporary file and rejects with the system's error. `mode` applies to a new
 * file.
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
    await unlinkPatiently(temporary).catch(() => undefined); // an error of the cleanup must not hide the first error
    throw error;
  }
  await syncFolderOf(file);
}

/** Windows' error codes while a virus scanner or an indexer has a recently closed file open. */
const heldCodes = ["EPERM", "EACCES", "EBUSY"];
const pauseMs = 50;
const mostAttempts = 40;

export function renamePatiently(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  return patiently(() => rename(from, to), platform);
}

export function unlinkPatiently(file: string): Promise<void> {
  return patiently(() => unlink(file));
}

/** On Windows retries for two seconds while another program holds the file open. */
async function patiently<Result>(
  attempted: () => Promise<Result>,
  platform: NodeJS.Platform = process.platform,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attempted();
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
 * Makes a folder and its directory entry durable. Rejects with the system's error: EEXIST if the
 * folder exists, unless `mayExist`.
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
 * Makes missing parents, too; returns false if the folder exists. Node's own `recursive` loops for
 * ever below a file system like /proc, in which no folder can be made.
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

/** A new name in the file's folder, so that the rename stays within one volume. */
export function temporaryBeside(file: string): string {
  return `${file}.${randomBytes(8).toString("hex")}.part`;
}

/** Whether `writeDurably` can have left a file `name` for `file` (a base name) at a power cut. */
export function isTemporaryOf(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^[0-9a-f]{16}\.part$/.test(name.slice(file.length + 1));
}

/** Creates a file; fails if its name is taken, even by a symbolic link. */
function createNew(file: string, mode: number): Promise<FileHandle> {
  const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_WRONLY } = constants; // Windows has no O_NOFOLLOW
  return open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
}

/**
 * Makes the entries in a file's folder durable (fsync(2): the entry needs a sync of the directory).
 * Windows cannot flush folders: it flushes the file again, and its new name with it.
 */
export async function syncFolderOf(file: string): Promise<void> {
  const isWindows = process.platform === "win32";
  try {
    const handle = await (isWindows
      ? patiently(() => open(file, "r+"))
      : open(path.dirname(file), "r"));
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // Ignores the errors of a folder that cannot be flushed (EINVAL, ENOTSUP), cannot be read
    // (EACCES) or no longer exists (ENOENT).
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENOENT", "EINVAL", "ENOTSUP", "EACCES"].includes(code)) {
      throw error;
    }
  }
}
