import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import { hostError } from "#contract/drive-error";
import { HostFault, hostErrorOf, say } from "./fault";

/**
 * `here`: the path leads to the held folder. `moved`: it does not, but the held folder's volume is
 * there, and may only be covered by another. `elsewhere`: it leads to another volume, or the held
 * one is gone.
 */
export type Whereabouts = "here" | "moved" | "elsewhere";

const goneCodes = new Set(["ENODEV", "ENXIO", "ESTALE", "ENOTCONN"]);

/**
 * The chosen folder, open for the whole inspection. As long as it is open, the system gives its
 * device number to no other volume, so a different volume at the same path is recognized.
 */
export class HeldFolder {
  constructor(
    private readonly directory: string,
    private readonly handle: FileHandle,
    /** From stat of the path, not of the handle: on Windows the two report different numbers. */
    private readonly atFirst: BigIntStats,
  ) {}

  /** For opening files relative to the folder; `null` on Windows, which has no such calls. */
  get descriptor(): number | null {
    return process.platform === "win32" ? null : this.handle.fd;
  }

  isOn(device: string): boolean {
    return `${this.atFirst.dev}` === device;
  }

  /**
   * Where the path leads now. Never rejects; `here` if the system does not answer, because nothing
   * then shows a move.
   */
  async whereabouts(): Promise<Whereabouts> {
    try {
      const found = await lookUp(this.directory);
      if (found === null || found.stats.dev !== this.atFirst.dev) {
        return (await isMounted(this.handle.fd)) ? "moved" : "elsewhere";
      }
      const isSame = found.path === this.directory && found.stats.ino === this.atFirst.ino;
      return isSame ? "here" : "moved";
    } catch (error) {
      return goneCodes.has(codeOf(error)) ? "elsewhere" : "here";
    }
  }

  async close(): Promise<void> {
    await this.handle.close().catch(() => undefined);
  }
}

/**
 * Opens only a folder: without O_DIRECTORY (which Windows lacks), opening a pipe in its place waits
 * for a writer.
 */
const asFolder = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

/**
 * Throws a `HostFault`, also if the folder is not on the volume with this device number: main
 * checked that volume, and a mount or a link may have taken its place since.
 */
export async function holdFolder(
  directory: string,
  device: string | null = null,
): Promise<HeldFolder> {
  const folder = await held(path.resolve(directory));
  if (device !== null && !folder.isOn(device)) {
    await folder.close();
    throw new HostFault(hostError("path-missing", [say("error.folder-covered")]));
  }
  return folder;
}

async function held(at: string): Promise<HeldFolder> {
  try {
    return new HeldFolder(at, await open(at, asFolder), await stat(at, { bigint: true }));
  } catch (error) {
    const { errno = 0 } = error as NodeJS.ErrnoException;
    const message = systemWords(error as NodeJS.ErrnoException);
    const fault = { code: codeOf(error), syscall: "open", osCode: Math.abs(errno), message };
    throw new HostFault(hostErrorOf({ ...fault, offset: null }, "preparing"));
  }
}

/** The system's message; Node's also repeats the code, the call and the path. */
function systemWords({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** The folder at this path or its nearest existing parent; `null` if there is none. */
async function lookUp(at: string): Promise<{ path: string; stats: BigIntStats } | null> {
  try {
    return { path: at, stats: await stat(at, { bigint: true }) };
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") {
      throw error;
    }
    const above = path.dirname(at);
    return above === at ? null : lookUp(above);
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

/** Whether the mount of an open folder is still in the mount table; false except on Linux. */
async function isMounted(descriptor: number): Promise<boolean> {
  try {
    const info = await readFile(`/proc/self/fdinfo/${descriptor}`, "utf8");
    const [, id] = /^mnt_id:\s*(\d+)$/m.exec(info) ?? [];
    const mounts = await readFile("/proc/self/mountinfo", "utf8");
    return mounts.split("\n").some((line) => line.startsWith(`${id} `));
  } catch {
    return false;
  }
}
