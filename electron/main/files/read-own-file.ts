import { constants, type FileHandle, lstat, open, statfs } from "node:fs/promises";

export type NotOwnReason = "not-regular" | "foreign-owner" | "too-large";

/** The path holds a file that this program did not create. */
export class NotOwnFile extends Error {
  constructor(
    readonly reason: NotOwnReason,
    readonly file: string,
  ) {
    super(`${file}: ${reason}`);
  }
}

/**
 * Reads a file that only this program can have created for this user: follows no link, never blocks
 * on a pipe, reads at most `mostBytes`. Rejects with `NotOwnFile` or the system's error.
 */
export async function readOwnFile(file: string, mostBytes: number): Promise<Buffer> {
  const handle = await openWithoutWaiting(file);
  try {
    const status = await handle.stat();
    if (!status.isFile()) {
      throw new NotOwnFile("not-regular", file);
    }
    if (!(await isOurs(handle))) {
      throw new NotOwnFile("foreign-owner", file);
    }
    if (status.size > mostBytes) {
      throw new NotOwnFile("too-large", file);
    }
    return await readAtMost(handle, mostBytes, file);
  } finally {
    await handle.close();
  }
}

/**
 * Whether this user owns the file. Also true on Windows, where Node.js reports no owners, and on
 * file systems that report the user who mounted them as the owner of every file.
 */
export async function isOurs(handle: FileHandle): Promise<boolean> {
  const { uid } = await handle.stat();
  const own = process.geteuid?.() ?? uid;
  return uid === own || !(await keepsOwners(handle));
}

/**
 * Types of file systems that may report the user who mounted them as the owner of every file: FAT,
 * exFAT, NTFS (ntfs3) and FUSE (https://man7.org/linux/man-pages/man2/statfs.2.html).
 */
const withoutOwners: ReadonlySet<number> = new Set([0x4d44, 0x2011_bab0, 0x7366_746e, 0x6573_5546]);

async function keepsOwners({ fd }: FileHandle): Promise<boolean> {
  // Node.js before 18.15 has no statfs: only the owner counts.
  if (process.platform !== "linux" || typeof statfs !== "function") {
    return true;
  }
  // Another file may be at the path by now, so the descriptor names the file.
  return !withoutOwners.has((await statfs(`/proc/self/fd/${fd}`)).type);
}

async function openWithoutWaiting(file: string): Promise<FileHandle> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  if (O_NOFOLLOW === 0 && !(await lstat(file)).isFile()) {
    throw new NotOwnFile("not-regular", file); // Windows has no O_NOFOLLOW, so the kind is checked before opening
  }
  try {
    return await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    // Opening a symbolic link fails with ELOOP, opening a socket with ENXIO or EOPNOTSUPP.
    const { code = "" } = error as NodeJS.ErrnoException;
    throw ["ELOOP", "ENXIO", "EOPNOTSUPP"].includes(code)
      ? new NotOwnFile("not-regular", file)
      : error;
  }
}

/**
 * Reads the file. Rejects if it is larger than `mostBytes`, even if it has grown since its size was
 * checked.
 */
async function readAtMost(handle: FileHandle, mostBytes: number, file: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes);
    if (bytesRead === 0) {
      return Buffer.concat(pieces, length);
    }
    pieces.push(buffer.subarray(0, bytesRead));
    length += bytesRead;
    if (length > mostBytes) {
      throw new NotOwnFile("too-large", file);
    }
  }
}

const pieceBytes = 256 * 1024;
