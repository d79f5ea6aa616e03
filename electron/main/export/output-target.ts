import type { Stats } from "node:fs";
import { constants, lstat, open, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";

/** What stands behind the name that a person gave for a result. */
export type OutputTarget =
  /** A file, there or not: replaced as a whole in its own folder. */
  | { readonly kind: "file"; readonly file: string; readonly exists: boolean }
  /** A pipe, a terminal, /dev/null: written into, never replaced. */
  | { readonly kind: "stream"; readonly file: string };

/** The place is one that this program does not write to. */
export class TargetRefused extends Error {
  constructor(readonly reason: "planted" | "circle" | "replaced" | "folder" | "drive" | "socket") {
    super(reason);
  }
}

const mostLinks = 40;

/**
 * Follows links as a shell's redirection does, to a file that does not exist yet as well. Only what
 * another user has put into a folder that everybody may write to is not followed nor written into
 * (what Linux does with fs.protected_symlinks and fs.protected_fifos, whatever these are set to).
 * Rejects with `TargetRefused` or the error of the system.
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

/** `..` is left in: where it leads is only known once the links before it are followed. */
function namesIn(file: string): string[] {
  return file.split("/").filter((name) => name !== "" && name !== ".");
}

/** Writes everything into what is there. */
export async function writeInto(file: string, content: string | Uint8Array): Promise<void> {
  const { O_APPEND, O_NOCTTY = 0, O_NONBLOCK = 0, O_NOFOLLOW = 0, O_WRONLY } = constants;
  const follow = isOpenFile(path.dirname(file)) ? 0 : O_NOFOLLOW;
  const flags = O_WRONLY | O_APPEND | O_NOCTTY | follow;
  // Fails where nobody reads a pipe, instead of waiting for ever; then the reader is waited for.
  const first = await open(file, flags | O_NONBLOCK);
  try {
    if ((await first.stat()).isFile() && follow !== 0) {
      throw new TargetRefused("replaced"); // a name that was changed meanwhile
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

/** Names of files that are open already, as /dev/stderr and /dev/fd/63 are: no links to a place. */
function isOpenFile(folder: string): boolean {
  return /^\/proc\/(\d+|self|thread-self)(\/task\/\d+)?\/fd$/.test(folder);
}

/** https://docs.kernel.org/admin-guide/sysctl/fs.html#protected-symlinks, also without the sticky bit. */
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
