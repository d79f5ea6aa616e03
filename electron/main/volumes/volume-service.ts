import { posix, win32 } from "node:path";
import { type DriveErrorCode, DriveFault, driveError, hostError } from "#contract/drive-error";
import { osErrorClass } from "#contract/os-error";
import { shownPath, shownText } from "#contract/shown-text";
import type { Volume } from "#contract/volume";
import { folderFaults, protectedFolders, volumeNames } from "#text/files";
import { errorCode } from "../files/error-code";
import { isPrivacyRefusal } from "../files/protection";
import { LinuxVolumes } from "./linux";
import { MacVolumes } from "./macos";
import { nodeSystemAccess, type SystemAccess } from "./system-access";
import { chosenNotAnswering, knock, unknownVolume, untestableReasons } from "./testability";
import { NotAnswering, TimeLimit } from "./time-limit";
import type { VolumeSource } from "./volume-source";
import { type AskVolumes, type DeviceChanges, WindowsVolumes } from "./windows";

/**
 * Longest wait for a volume's answer, in milliseconds; without an answer its facts are not known.
 */
const answerLimitMs = 3000;

function sourceFor(
  system: SystemAccess,
  limit: TimeLimit,
  deviceChanges: DeviceChanges | undefined,
  askWindows: AskVolumes | undefined,
): VolumeSource {
  switch (system.platform) {
    case "darwin":
      return new MacVolumes(system, limit);
    case "win32":
      return new WindowsVolumes(system, limit, deviceChanges, askWindows);
    default:
      return new LinuxVolumes(system, limit);
  }
}

/**
 * Lists this computer's volumes and their drives without administrator rights, in Electron's main
 * process and on plain Node. Nothing in it blocks: a volume that does not answer (a dead server, a
 * dying drive) does not delay the others, and delays the list by at most three seconds.
 */
export class VolumeService {
  private readonly limit: TimeLimit;
  private readonly source: VolumeSource;

  constructor(
    private readonly system: SystemAccess = nodeSystemAccess(),
    limitMs: number = answerLimitMs,
    /** Windows' notification of device changes; Linux and macOS need none. */
    deviceChanges?: DeviceChanges,
    askWindows?: AskVolumes,
  ) {
    this.limit = new TimeLimit(limitMs);
    this.source = sourceFor(system, this.limit, deviceChanges, askWindows);
  }

  /** All mounted volumes that users recognize, even those that cannot be tested. */
  async list(): Promise<Volume[]> {
    return (await this.source.list()).map(withShownNames);
  }

  /**
   * The volume of a folder, with the reason if it cannot be tested. Throws a `DriveFault` if the
   * path is no folder or cannot be reached.
   */
  async describeFolder(directory: string): Promise<Volume> {
    const { resolve } = this.system.platform === "win32" ? win32 : posix;
    const { path, isResolved } = await this.reach(resolve(directory));
    const volume = await this.source.describe(path);
    if (!isResolved && !(await this.isOn(path, volume.mountPoint))) {
      throw unknownVolume(path);
    }
    const untestable = this.isInCloud(path) ? untestableReasons.cloud : volume.untestable;
    return withShownNames({ ...volume, untestable });
  }

  private isInCloud(directory: string): boolean {
    const { relative, isAbsolute } = this.system.platform === "win32" ? win32 : posix;
    return this.system.cloudFolders.some((folder) => {
      const way = relative(folder, directory);
      return !isAbsolute(way) && !/^\.\.(?![^/\\])/.test(way);
    });
  }

  /**
   * Whether the path, which may contain symbolic links, leads to the volume mounted at
   * `mountPoint`.
   */
  private async isOn(path: string, mountPoint: string): Promise<boolean> {
    const device = (of: string) => this.limit.ask(of, async () => (await this.system.stat(of)).dev);
    return (await device(path)) === (await device(mountPoint));
  }

  /**
   * Calls back with the new list when a volume appeared, disappeared or changed in anything but its
   * free space. Returns the function that stops watching. `onError` receives failed checks; the
   * next check still runs. `first` is a list that is already being built.
   */
  watch(
    onChange: (volumes: Volume[]) => void,
    onError: (error: unknown) => void = reportToConsole,
    first?: Promise<Volume[]>,
  ): () => void {
    let stopped = false;
    let known: string | null = null;
    // Two concurrent lists could arrive in the wrong order.
    let looking = Promise.resolve();
    const look = (begun?: Promise<Volume[]>) => {
      looking = looking
        .then(async () => {
          if (stopped) {
            return;
          }
          const volumes = await (begun ?? this.list());
          const now = withoutFreeSpace(volumes);
          const changed = known !== null && known !== now;
          known = now;
          if (changed && !stopped) {
            onChange(volumes);
          }
        })
        .catch(onError);
    };
    look(first);
    const stop = this.source.onMaybeChanged(() => look(), onError);
    return () => {
      stopped = true;
      stop();
    };
  }

  private async reach(directory: string): Promise<Reached> {
    try {
      return await this.limit.ask(directory, async () => {
        await knock(this.system, directory, this.limit.limitMs);
        const real = await this.realPath(directory);
        if (!(await this.system.stat(real.path)).isDirectory()) {
          throw new DriveFault(
            driveError("not-a-directory", folderFaults.notAFolder({ folder: directory })),
          );
        }
        return real;
      });
    } catch (error) {
      // UNKNOWN means a volume that is locked or has no file system Windows knows: the volume's
      // description reports that later.
      if (this.system.platform === "win32" && errorCode(error) === "UNKNOWN") {
        return { path: directory, isResolved: true };
      }
      throw await faultOf(error, directory, this.system.platform);
    }
  }

  /**
   * Resolves the links in a path, which stays unchanged if Windows cannot resolve it: Windows'
   * mount manager does not know the drivers of memory disks and of some encryption, and the volume
   * may have no letter (ENOENT): https://docs.libuv.org/en/v1.x/fs.html#c.uv_fs_realpath
   */
  private async realPath(directory: string): Promise<Reached> {
    try {
      return { path: await this.system.realpath(directory), isResolved: true };
    } catch (error) {
      if (this.system.platform === "win32" && ["EISDIR", "ENOENT"].includes(errorCode(error))) {
        return { path: directory, isResolved: false };
      }
      throw error;
    }
  }
}

interface Reached {
  readonly path: string;
  /** False if Windows could not resolve the path, which may then still contain links. */
  readonly isResolved: boolean;
}

/**
 * Sanitizes all text from a drive, its label or a server; no other function does. Paths are used
 * for file access, so they keep their bytes until they are shown. The report's schemas do
 * not do this work, because the first screen would have to load them.
 */
function withShownNames(volume: Volume): Volume {
  const { drive, lowerMounts } = volume;
  const name = (text: string | null) => text && shownText(text);
  const place = (text: string | null) => text && shownPath(text);
  return {
    ...volume,
    name: shownText(volume.name) || volumeNames.unnamed(),
    fileSystem: name(volume.fileSystem),
    mountOptions: place(volume.mountOptions),
    device: place(volume.device),
    encryption: name(volume.encryption),
    scheduler: name(volume.scheduler),
    drive: {
      ...drive,
      model: name(drive.model),
      bus: name(drive.bus),
      serial: name(drive.serial),
      firmware: name(drive.firmware),
    },
    lowerMounts:
      lowerMounts?.map(({ fileSystem, mountOptions }) => ({
        fileSystem: name(fileSystem),
        mountOptions: place(mountOptions),
      })) ?? null,
  };
}

function reportToConsole(error: unknown): void {
  console.error("looking for volumes failed:", error);
}

function withoutFreeSpace(volumes: readonly Volume[]): string {
  return JSON.stringify(volumes.map((volume) => ({ ...volume, freeBytes: null })));
}

/** Words the error of `realpath` or `stat` for a folder if its cause is known. */
async function faultOf(
  error: unknown,
  folder: string,
  platform: NodeJS.Platform,
): Promise<unknown> {
  if (error instanceof DriveFault || !(error instanceof Error)) {
    return error;
  }
  if (error instanceof NotAnswering) {
    const { code, statements } = chosenNotAnswering(error.limitMs, platform);
    // Import in-words on demand: it loads all texts of the program, which the list does not need.
    const { errorInWords } = await import("#text/in-words");
    return new DriveFault(errorInWords(hostError(code, statements)));
  }
  const { syscall = null, errno } = error as NodeJS.ErrnoException;
  // Numbers below -4000 are libuv's own, which it uses on Windows, not the system's.
  const details = { syscall, osCode: errno === undefined || errno < -4000 ? null : -errno };
  const fault = (code: DriveErrorCode, message: string) =>
    new DriveFault(driveError(code, message, details));
  if (isPrivacyRefusal(error, platform)) {
    return fault("no-permission", protectedFolders.privacy({ folder }));
  }
  switch (errorCode(error)) {
    case "ENOENT":
    case "ELOOP":
    case "ENAMETOOLONG":
      return fault("path-missing", missing(folder));
    case "ENOTDIR":
      return fault("not-a-directory", folderFaults.notAFolder({ folder }));
    case "EACCES":
    case "EPERM":
      return fault("no-permission", folderFaults.noPermission({ folder }));
  }
  switch (osErrorClass(errorCode(error))) {
    case "medium":
      return fault("drive-error", folderFaults.unreadable({ folder }));
    case "damaged":
      return fault("unclear", folderFaults.damaged({ folder }));
    default:
      return error;
  }
}

/**
 * The sentence for a folder that was not found. Node replaces bytes that are not UTF-8, so a folder
 * with such a name is never found.
 */
function missing(folder: string): string {
  const { unwritableName, missing } = folderFaults;
  return (folder.includes("\ufffd") ? unwritableName : missing)({ folder });
}
