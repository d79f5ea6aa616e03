import { constants, type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { type FlushModeId, flushModeIds } from "#contract/flush-mode";
import type { Acknowledged } from "./ledger";
import type { Sealed, Sealer } from "./seal";

/** Room for hours of lines at a hundred per second; then `WitnessFileFull`. */
const maxFileBytes = 64 * 1024 * 1024;

/**
 * The system call behind `FileHandle.sync`. On macOS libuv calls F_FULLFSYNC and silently falls
 * back to a weaker call if the file system refuses it, so the actual call is not known.
 * https://github.com/libuv/libuv/blob/v1.x/src/unix/fs.c (uv__fs_fsync)
 */
export function syncCallOf(platform: NodeJS.Platform): string {
  switch (platform) {
    case "darwin":
      return "write + fcntl(F_FULLFSYNC)";
    case "win32":
      return "WriteFile + FlushFileBuffers";
    default:
      return "write + fsync";
  }
}

/** The witness file exceeds the size limit, or would do so with the next lines. */
export class WitnessFileFull extends Error {}

/**
 * The witness file on another drive. Lines are only appended, and a number counts as held once the
 * flush after its line has returned. If the last line is truncated, all lines before it stay valid.
 */
export class WitnessFile {
  private bytes = 0;

  private constructor(
    private readonly handle: FileHandle,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Creates the file, which begins with `head`, an explanation for people. Rejects with the
   * system's error; does not touch an existing file (EEXIST).
   */
  static async create(file: string, sealer: Sealer, head: string): Promise<WitnessFile> {
    const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
    const handle = await open(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600);
    try {
      const witness = new WitnessFile(handle, sealer);
      await witness.append(head);
      await syncFolder(path.dirname(file));
      return witness;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** Appends a line for each number; resolves once the lines are flushed. One call at a time. */
  async record(numbers: readonly Acknowledged[]): Promise<void> {
    const lines = numbers.map(({ mode, number, elapsedNs }) => {
      const { seal } = this.sealer.seal(mode, number, elapsedNs);
      return `${mode} ${number} ${elapsedNs} ${seal}\n`;
    });
    await this.append(lines.join(""));
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async append(text: string): Promise<void> {
    const bytes = Buffer.byteLength(text);
    if (this.bytes + bytes > maxFileBytes) {
      throw new WitnessFileFull();
    }
    await this.handle.appendFile(text);
    await this.handle.sync();
    this.bytes += bytes;
  }
}

/**
 * Makes a new file's name durable, because it must survive a power cut, too. Windows itself makes
 * names durable.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The highest genuine number of every mode. Skips lines without a valid seal (truncated, or of
 * another run). Rejects with the system's error or `WitnessFileFull`.
 */
export async function readWitnessFile(file: string, sealer: Sealer): Promise<Acknowledged[]> {
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants; // Windows has only O_RDONLY
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const status = await handle.stat();
    if (!status.isFile()) {
      throw Object.assign(new Error("that is no file of a witness"), { code: "ENOENT" });
    }
    if (status.size > maxFileBytes) {
      throw new WitnessFileFull();
    }
    const highest = new Map<FlushModeId, Acknowledged>();
    for (const line of (await handle.readFile("utf8")).split("\n")) {
      const found = parseLine(line);
      if (
        found &&
        found.number > (highest.get(found.mode)?.number ?? 0) &&
        sealer.isGenuine(found)
      ) {
        const { mode, number, elapsedNs } = found;
        highest.set(mode, { mode, number, elapsedNs });
      }
    }
    return [...highest.values()];
  } finally {
    await handle.close();
  }
}

function parseLine(line: string): Sealed | null {
  const [, name, number, elapsedNs, seal] =
    /^(\w+) (\d{1,15}) (\d{1,15}) ([0-9a-f]+)$/.exec(line) ?? [];
  const mode = flushModeIds.find((id) => id === name);
  return mode && seal ? { mode, number: Number(number), elapsedNs: Number(elapsedNs), seal } : null;
}
