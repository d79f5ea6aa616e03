import type { BigIntStats, Dirent } from "node:fs";
import { lstat, open, opendir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { CapacityOldFiles } from "#contract/workloads/capacity";
import type { NativeCapacitySession } from "#native/index";

/** Size of a sample in bytes. */
const pieceBytes = 64 * 1024;
/** Most samples: a slow stick reads this many in some seconds. */
const mostPieces = 1024;
/** Most entries of folders that the search for old files visits. */
const mostEntries = 20_000;
/** Longest duration of the search for old files, in milliseconds. */
const mostMs = 10_000;

const blockBytes = 4096;
/** Bytes to read from the test's own files to see whether the drive still answers. */
const probeBytes = 1024 ** 2;

/** Error codes with which a drive or its file system reports lost content. */
const lostCodes: ReadonlySet<string> = new Set([
  ...["EIO", "EUCLEAN", "EBADMSG", "ENODATA", "EILSEQ", "UNEXPECTED_END"],
  ...["ERROR_CRC", "ERROR_SECTOR_NOT_FOUND", "ERROR_READ_FAULT", "ERROR_IO_DEVICE"],
  ...["ERROR_FILE_CORRUPT", "ERROR_DISK_CORRUPT"],
]);

/** The codes in `lostCodes` that an unplugged drive returns as well. */
const codesOfGoneDrives: ReadonlySet<string> = new Set([
  ...["EIO", "ERROR_READ_FAULT", "ERROR_IO_DEVICE"],
]);

type Reader = Pick<NativeCapacitySession, "hashOf" | "read">;

interface OldFile {
  readonly path: string;
  readonly stats: BigIntStats;
  /** Length of the hashed part, a multiple of the block size. */
  readonly bytes: number;
}

interface Piece {
  readonly file: OldFile;
  readonly fromBytes: number;
  readonly bytes: number;
  readonly hash: string;
  /** Result of the comparison; `read-once`: hashed before the filling and not compared yet. */
  state: "read-once" | "same" | "changed" | "left-out";
  ownBytes: number;
}

/**
 * Files that were on the volume before the test fills it: parts of them are hashed before the
 * filling and compared after it. Files are opened only for reading. Left out are unreadable files,
 * files on another volume or behind a link, and files that other programs change or remove during
 * the test, or may have changed.
 */
export class OldFiles {
  private constructor(
    private readonly session: Reader,
    private readonly pieces: readonly Piece[],
    private readonly isStopping: () => boolean,
    private readonly isInUse: (path: string) => Promise<boolean>,
  ) {}

  /**
   * Finds old files, hashes parts of them and resolves with this sample. Never rejects: files that
   * cannot be found or read are not sampled.
   */
  static async sample(
    session: Reader,
    directory: string,
    isStopping: () => boolean,
    /** Tests limit the search to a temporary folder. */
    within: string | null = null,
    isLeftOut: (folder: string) => boolean = isPersonal(process.platform, homedir()),
    isInUse = isOpenElsewhere,
  ): Promise<OldFiles> {
    const pieces: Piece[] = [];
    const files = await filesOn(directory, within, isLeftOut, isStopping).catch(
      (): OldFile[] => [],
    );
    for (const { file, fromBytes, bytes } of spread(files)) {
      if (isStopping()) {
        break;
      }
      const read = await hashOf(session, file, fromBytes, bytes);
      // Keep the hash only if the data came from the drive: the page cache could later hide a
      // change.
      if (read?.fault === null && read.aroundCache && (await isUntouched(file))) {
        pieces.push({ file, fromBytes, bytes, hash: read.hash, state: "read-once", ownBytes: 0 });
      }
    }
    return new OldFiles(session, pieces, isStopping, isInUse);
  }

  /**
   * Reads the sampled pieces again and compares; `null` if no piece could be compared. Never
   * rejects.
   */
  async compare(): Promise<CapacityOldFiles | null> {
    let unanswered: Piece[] = [];
    for (const piece of this.pieces) {
      if (this.isStopping()) {
        break;
      }
      if (piece.state === "read-once" || piece.state === "same") {
        const code = await this.compareOne(piece);
        unanswered = code !== null && codesOfGoneDrives.has(code) ? [...unanswered, piece] : [];
      }
    }
    if (unanswered.length > 0 && !(await this.answersStill())) {
      for (const piece of unanswered) {
        piece.state = "left-out";
      }
    }
    const compared = this.pieces.filter(({ state }) => state === "same" || state === "changed");
    const changed = compared.filter(({ state }) => state === "changed");
    const filesIn = (pieces: readonly Piece[]) => new Set(pieces.map(({ file }) => file)).size;
    const bytesIn = (pieces: readonly Piece[]) => pieces.reduce((sum, { bytes }) => sum + bytes, 0);
    return compared.length === 0
      ? null
      : {
          files: filesIn(compared),
          sampledBytes: bytesIn(compared),
          changedFiles: filesIn(changed),
          changedBytes: bytesIn(changed),
          ownBytes: changed.reduce((sum, { ownBytes }) => sum + ownBytes, 0),
        };
  }

  /**
   * Whether the drive still answers. If all the last pieces fail, either their content is lost or
   * the drive was unplugged. To find out, reads a piece again that was readable a moment ago, which
   * fails on an unplugged drive. If no old file was readable, reads one of the test's own files on
   * the same drive instead.
   */
  private async answersStill(): Promise<boolean> {
    const readable = this.pieces.find(({ state }) => state === "same");
    if (readable === undefined) {
      const own = await this.session.read({ fromBytes: 0, bytes: probeBytes }).catch(() => null);
      return own !== null && own.fault === null && own.bytes > 0 && own.aroundCache;
    }
    const read = await hashOf(this.session, readable.file, readable.fromBytes, readable.bytes);
    return read !== null && read.fault === null;
  }

  /** Compares one piece with its hash. Resolves with the error code of a failed read, or `null`. */
  private async compareOne(piece: Piece): Promise<string | null> {
    const { file, fromBytes, bytes, hash } = piece;
    const read = await hashOf(this.session, file, fromBytes, bytes);
    // Check the file's times after the read: if a program changed the file before the read, its
    // times have changed as well.
    if (read === null || !(await isUntouched(file))) {
      piece.state = "left-out";
    } else if (read.fault !== null) {
      piece.state = lostCodes.has(read.fault.code) ? "changed" : "left-out";
    } else if (!read.aroundCache) {
      piece.state = "left-out";
    } else if (read.hash !== hash) {
      // A changed file that another program has open may be that program's work, unless the file
      // now holds this test's blocks, which no other program writes.
      const isOther = read.ownBlocks === 0 && (await this.isInUse(file.path));
      piece.state = isOther ? "left-out" : "changed";
      piece.ownBytes = read.ownBlocks * blockBytes;
    } else {
      piece.state = "same";
    }
    return read?.fault?.code ?? null;
  }
}

/** The hash of a part of the file; `null`: the engine refused the call, as it does after a stop. */
async function hashOf(session: Reader, { path: at }: OldFile, fromBytes: number, bytes: number) {
  try {
    return await session.hashOf({ path: at, fromBytes, bytes });
  } catch {
    return null;
  }
}

async function isUntouched({ path: at, stats }: OldFile): Promise<boolean> {
  const now = await statsOf(at);
  const same = ["dev", "ino", "size", "mtimeNs", "ctimeNs"] as const;
  return now !== null && same.every((key) => now[key] === stats[key]);
}

/**
 * Flag with which libuv opens a file so that no other program can open it (include/uv/win.h,
 * UV_FS_O_EXLOCK).
 */
const forItselfAlone = 0x1000_0000;

/**
 * Whether a program on Windows may be writing to this file. Unchanged times do not rule this out:
 * "the last write time is not fully updated until all handles used for writing have been closed".
 * Call this only for a file whose content has changed, because no other program can open the file
 * during the check. https://learn.microsoft.com/windows/win32/api/fileapi/nf-fileapi-writefile
 */
export async function isOpenElsewhere(at: string): Promise<boolean> {
  if (process.platform !== "win32") {
    return false;
  }
  try {
    await (await open(at, forItselfAlone)).close();
    return false;
  } catch {
    // The file is in use or cannot be examined, so the cause of the change is not known.
    return true;
  }
}

const statsOf = (at: string) => lstat(at, { bigint: true }).catch(() => null);

/**
 * Pieces at equal distances across all files together; if the files are small, the pieces cover all
 * of their content.
 */
function spread(files: readonly OldFile[]): Omit<Piece, "hash" | "state" | "ownBytes">[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const distance = Math.max(pieceBytes, total / mostPieces);
  const pieces: Omit<Piece, "hash" | "state" | "ownBytes">[] = [];
  let begin = 0;
  let next = 0;
  for (const file of files) {
    while (next < begin + file.bytes && pieces.length < mostPieces) {
      const within = Math.max(0, Math.floor((next - begin) / blockBytes) * blockBytes);
      const bytes = Math.min(pieceBytes, file.bytes - within);
      pieces.push({ file, fromBytes: within, bytes });
      next = Math.max(next + distance, begin + within + bytes);
    }
    begin += file.bytes;
    next = Math.max(next, begin);
  }
  return pieces;
}

/** Regular files of at least a block on the volume of this folder, topmost folders first. */
async function filesOn(
  directory: string,
  within: string | null,
  isLeftOut: (folder: string) => boolean,
  isStopping: () => boolean,
): Promise<OldFile[]> {
  const root = within ?? (await volumeRoot(directory));
  const { dev } = await lstat(root, { bigint: true });
  const until = performance.now() + mostMs;
  const files: OldFile[] = [];
  const folders = [root];
  let entries = 0;
  const isEnough = () => entries >= mostEntries || performance.now() > until || isStopping();
  for (const folder of folders) {
    for await (const entry of entriesOf(folder)) {
      if (isEnough()) {
        return files;
      }
      entries += 1;
      const at = path.join(folder, entry.name);
      const stats = isOurs(entry.name) ? null : await statsOf(at);
      if (stats === null || stats.dev !== dev) {
        continue;
      }
      const bytes = Math.floor(Number(stats.size) / blockBytes) * blockBytes;
      if (stats.isDirectory()) {
        if (!isLeftOut(at)) {
          folders.push(at);
        }
      } else if (stats.isFile() && bytes > 0 && isHere(stats)) {
        files.push({ path: at, stats, bytes });
      }
    }
  }
  return files;
}

/**
 * Whether the file's content is on this computer. A cloud file (OneDrive, iCloud) that was never
 * opened on it has a size but no blocks; reading such a file would download it.
 */
const isHere = ({ blocks }: BigIntStats) => blocks > 0n;

/**
 * Whether a folder is one of a macOS user's folders that require consent before a program opens
 * them, or that are in a cloud (Library/CloudStorage): a drive test should not trigger those
 * prompts.
 */
export function isPersonal(platform: NodeJS.Platform, home: string) {
  const names = /^(Desktop|Documents|Downloads|Library|Movies|Music|Pictures)$/;
  return (folder: string) =>
    platform === "darwin" && path.dirname(folder) === home && names.test(path.basename(folder));
}

const isOurs = (name: string) => /^\.?driveproof-/.test(name);

/**
 * The entries of a folder. The list ends early, without an error, if the folder cannot be read any
 * further.
 */
async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    for await (const entry of await opendir(folder)) {
      yield entry;
    }
  } catch {
    // Files that cannot be examined are left out of the sample.
  }
}

/** The topmost parent of this folder on the same volume. */
async function volumeRoot(directory: string): Promise<string> {
  let folder = await realpath(directory);
  const { dev } = await lstat(folder, { bigint: true });
  for (;;) {
    const above = path.dirname(folder);
    if (above === folder || (await statsOf(above))?.dev !== dev) {
      return folder;
    }
    folder = above;
  }
}
