import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import path from "node:path";
import { getSystemErrorMap } from "node:util";
import { hostError } from "#contract/drive-error";
import { HostFault, hostErrorOf, say } from "./fault";
import { mountOf, systemFiles } from "./readings/system-files";

/**
 * What the path of the inspected folder leads to now. `here`: the inspected folder. `moved`:
 * another folder or none, while the inspected folder's volume is still mounted, perhaps under
 * another mount. `elsewhere`: another volume, or the folder's volume is gone.
 */
export type Whereabouts = "here" | "moved" | "elsewhere";

const goneCodes = new Set(["ENODEV", "ENXIO", "ESTALE", "ENOTCONN"]);

/**
 * The chosen folder, open for the whole inspection. As long as the folder is open, the system gives
 * the device number of the folder's volume to no other volume, so a different volume at the same
 * path is recognized.
 */
export class HeldFolder {
  constructor(
    private readonly directory: string,
    private readonly handle: FileHandle,
    /**
     * Result of stat on the path and not on the handle: on Windows the two report different
     * numbers.
     */
    private readonly atFirst: BigIntStats,
  ) {}

  /**
   * Descriptor for opening files in the folder; `null` on Windows, which cannot open files relative
   * to a descriptor.
   */
  get descriptor(): number | null {
    return process.platform === "win32" ? null : this.handle.fd;
  }

  isOn(device: string): boolean {
    return `${this.atFirst.dev}` === device;
  }

  /**
   * What the folder's path leads to now. Never rejects; returns `here` if the system does not
   * answer, because without an answer nothing shows that the folder was moved.
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
 * Flags that open only a folder: without O_DIRECTORY (which Windows lacks), opening a pipe in the
 * folder's place would wait for a writer.
 */
const asFolder = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0);

/**
 * Opens the inspected folder. Throws a `HostFault` if that fails, or if the folder is not on the
 * volume with this device number: main checked that volume, but a mount or a link may lead
 * elsewhere since.
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

/** The system's message alone; Node's message also contains the code, the call and the path. */
function systemWords({ errno = 0, message }: NodeJS.ErrnoException): string {
  return getSystemErrorMap().get(errno)?.[1] ?? message;
}

/** The folder at this path or, if missing, its nearest existing parent; `null` if there is none. */
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
    return (await mountOf(descriptor, systemFiles)) !== undefined;
  } catch {
    return false;
  }
}
