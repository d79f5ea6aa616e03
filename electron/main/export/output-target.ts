import type { Stats } from "node:fs";
import { constants, lstat, open, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";

export type OutputTarget =
  /** A regular file, existing or new; it is replaced atomically within its folder. */
  | { readonly kind: "file"; readonly file: string; readonly exists: boolean }
  /** A pipe, a terminal, /dev/null: written to, never replaced. */
  | { readonly kind: "stream"; readonly file: string };

export class TargetRefused extends Error {
  constructor(readonly reason: "planted" | "circle" | "replaced" | "folder" | "drive" | "socket") {
    super(reason);
  }
}

const mostLinks = 40;

/**
 * Resolves symbolic links as a shell's redirection does, even to a file that does not exist yet.
 * Refuses links and pipes that another user made in a world-writable folder (as Linux does with
 * fs.protected_symlinks and fs.protected_fifos). Rejects with `TargetRefused` or the system's
 * error.
 */
export async function findTarget(wanted: string): Promise<OutputTarget> {
  if (process.platform === "win32") {
    const file = await realpath(wanted).catch(() => wanted);
    return targetAt(file, await lstatOrNull(file));
  }
  let folder = "/";
  let names = namesIn(wanted);
  let links = 0;
  for (;;) {
    const [name = "", ...rest] = names;
    const file = path.join(folder, name);
    const status = rest.length === 0 ? await lstatOrNull(file) : await lstat(file);
    if (status !== null && !status.isFile() && (await isPlanted(status, folder))) {
      throw new TargetRefused("planted");
    }
    if (rest.length === 0 && status?.isSymbolicLink() && isOpenFile(folder)) {
      return targetAt(file, await stat(file), "stream");
    }
    if (status?.isSymbolicLink()) {
      links += 1;
      if (links > mostLinks) {
        throw new TargetRefused("circle");
      }
      const to = await readlink(file);
      folder = path.isAbsolute(to) ? "/" : folder;
      names = [...namesIn(to), ...rest];
    } else if (rest.length === 0) {
      return targetAt(file, status);
    } else {
      folder = file;
      names = rest;
    }
  }
}

/** The names in a path. `..` stays: it can only be resolved after the symbolic links before it. */
function namesIn(file: string): string[] {
  return file.split("/").filter((name) => name !== "" && name !== ".");
}

/** Writes the whole content into the existing pipe or device. */
export async function writeInto(file: string, content: string | Uint8Array): Promise<void> {
  const { O_APPEND, O_NOCTTY = 0, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_WRONLY } = constants;
  const follow = isOpenFile(path.dirname(file)) ? 0 : O_NOFOLLOW;
  const flags = O_WRONLY | O_APPEND | O_NOCTTY | follow;
  // With O_NONBLOCK this open fails at once if no process reads the pipe. The second open blocks,
  // so that writing may wait for the reader.
  const first = await open(file, flags | O_NONBLOCK);
  try {
    if ((await first.stat()).isFile() && follow !== 0) {
      throw new TargetRefused("replaced"); // a regular file has taken the name since the check
    }
    const handle = await open(file, flags);
    try {
      await handle.writeFile(content);
    } finally {
      await handle.close();
    }
  } finally {
    await first.close();
  }
}

function targetAt(file: string, status: Stats | null, kind?: "stream"): OutputTarget {
  if (status?.isDirectory()) {
    throw new TargetRefused("folder");
  }
  if (status?.isBlockDevice()) {
    throw new TargetRefused("drive");
  }
  if (status?.isSocket()) {
    throw new TargetRefused("socket");
  }
  return kind === "stream" || (status !== null && !status.isFile())
    ? { kind: "stream", file }
    : { kind: "file", file, exists: status !== null };
}

/**
 * Whether the folder is /proc/PID/fd, whose entries (as for /dev/stderr) are open files and not
 * links to a path.
 */
function isOpenFile(folder: string): boolean {
  return /^\/proc\/(\d+|self|thread-self)(\/task\/\d+)?\/fd$/.test(folder);
}

/**
 * Whether another user may have put a link or pipe into a world-writable folder, by the rule of
 * https://docs.kernel.org/admin-guide/sysctl/fs.html#protected-symlinks, also without the sticky
 * bit.
 */
async function isPlanted(status: Stats, folder: string): Promise<boolean> {
  if (status.isDirectory() || status.uid === process.geteuid?.()) {
    return false;
  }
  const parent = await stat(folder);
  return (parent.mode & 0o002) !== 0 && status.uid !== parent.uid;
}

async function lstatOrNull(file: string): Promise<Stats | null> {
  try {
    return await lstat(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return null;
    }
    throw error;
  }
}
