import { posix } from "node:path";
import { type Drive, unknownDrive, type Volume, type VolumeFacts } from "#contract/volume";
import { volumeNames } from "#text/files";
import { errorCode } from "../files/error-code";
import { deviceNumberOf, readAttribute } from "./block-device";
import { type DeviceStack, readDeviceStack, sourceDeviceNumber } from "./device-stack";
import {
  diskDevicesOf,
  driveOf,
  encryptionOf,
  evidenceDevicesOf,
  followedDevicesOf,
  leavesOf,
  schedulerOf,
  writeCacheOf,
} from "./drive-facts";
import {
  encryptionOfType,
  isFuseType,
  isNetworkType,
  isPseudoType,
  withoutUser,
} from "./file-systems";
import { readSpace, type Space, unknownSpace } from "./free-space";
import { readDriveIdentity } from "./linux-identity";
import { recognisableVolumes, volumeKey } from "./linux-mounts";
import {
  isReadOnly,
  type Mount,
  MountTable,
  optionsText,
  parseMountInfo,
  withRoot,
} from "./mountinfo";
import type { SystemAccess } from "./system-access";
import {
  freeSpaceUnknown,
  isFound,
  knock,
  notAnswering,
  tooLittleSpace,
  type Untestable,
  unknownVolume,
  untestableReasons,
  whyNotUsable,
} from "./testability";
import type { TimeLimit } from "./time-limit";
import { udevProperty } from "./udev";
import { pollForChange, type VolumeSource, volumeId } from "./volume-source";

const mountTable = "/proc/self/mountinfo";
const pollIntervalMs = 2000;

/** What must be read from the volume itself, which may be slow. */
interface Answer {
  readonly directory: string;
  readonly isDirectory: boolean;
  readonly space: Space;
  readonly untestable: Untestable;
}

/** A canonical path, and the mount that contains it. */
interface Home {
  readonly directory: string;
  readonly mount: Mount | null;
}

/** Lists and describes Linux volumes by `/proc/self/mountinfo` and `/sys`. */
export class LinuxVolumes implements VolumeSource {
  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
  ) {}

  async list(): Promise<Volume[]> {
    const mounts = await this.mounts();
    // Only a volume whose root the user may not write to waits for the home folder.
    const home = this.home(mounts);
    const volumes = await Promise.all(
      recognisableVolumes(mounts).map((group) => this.listed(mounts, group, home)),
    );
    return volumes.filter((volume): volume is Volume => volume !== null);
  }

  async describe(directory: string): Promise<Volume> {
    const mounts = await this.mounts().catch((error: unknown) => {
      // Without /proc, as in some chroots, no folder's volume is known.
      throw errorCode(error) === "ENOENT" ? unknownVolume(directory) : error;
    });
    const mount = mounts.mountOf(directory);
    if (mount === null) {
      throw unknownVolume(directory);
    }
    const answer = await this.ask(mount, () => this.tryFolder(mount, directory), directory);
    return this.volume(mounts, mount, answer, true);
  }

  onMaybeChanged(listener: () => void, onError: (error: unknown) => void): () => void {
    return pollForChange(() => this.system.readFile(mountTable), pollIntervalMs, listener, onError);
  }

  private async mounts(): Promise<MountTable> {
    const mounts = parseMountInfo(await this.system.readFile(mountTable));
    if (mounts.some(({ mountPoint }) => mountPoint === "/")) {
      return new MountTable(mounts);
    }
    const { dev } = await this.system.stat("/");
    return new MountTable(withRoot(mounts, deviceNumberOf(dev)));
  }

  private async home(mounts: MountTable): Promise<Home> {
    try {
      const { homeDirectory } = this.system;
      const directory = await this.limit.ask(homeDirectory, async () => {
        if (!(await this.isNearby(mounts, homeDirectory))) {
          await knock(this.system, homeDirectory, this.limit.limitMs);
        }
        return this.system.realpath(homeDirectory);
      });
      return { directory, mount: mounts.mountOf(directory) };
    } catch {
      // A service account has no home folder, or the folder's server does not answer.
      return { directory: this.system.homeDirectory, mount: null };
    }
  }

  /**
   * Whether neither a symbolic link nor a mount that could hang leads to the path. Such a path can
   * be used at once; for every other path `knock` first starts a process, which would delay the
   * window.
   */
  private async isNearby(mounts: MountTable, path: string): Promise<boolean> {
    const parts = path.split("/").slice(1);
    for (const end of parts.keys()) {
      const leading = `/${parts.slice(0, end + 1).join("/")}`;
      const type = mounts.mountOf(leading)?.fileSystem ?? "autofs";
      if (type === "autofs" || isFuseType(type) || isNetworkType(type)) {
        return false;
      }
      if (await this.system.isLink(leading)) {
        return false;
      }
    }
    return parts.length > 0;
  }

  /** Uses the first mount of a folder: containers also mount files. `null` if there is none. */
  private async listed(
    mounts: MountTable,
    group: readonly Mount[],
    home: Promise<Home>,
  ): Promise<Volume | null> {
    for (const mount of group) {
      // Reading a network mount of a dead server can block a thread for minutes.
      const answer = isNetworkType(mount.fileSystem)
        ? {
            directory: mount.mountPoint,
            isDirectory: true,
            space: unknownSpace,
            untestable: isReadOnly(mount) ? untestableReasons.readOnly : untestableReasons.network,
          }
        : await this.ask(mount, () => this.tryMount(mount, home), mount.mountPoint);
      if (answer.isDirectory) {
        return this.volume(mounts, mount, answer, false);
      }
    }
    return null;
  }

  private ask(
    { mountPoint }: Mount,
    question: () => Promise<Answer>,
    directory: string,
  ): Promise<Answer> {
    return this.limit.askOr(mountPoint, question, (limitMs) => ({
      directory,
      isDirectory: true,
      space: unknownSpace,
      untestable: notAnswering(limitMs),
    }));
  }

  /** Reads the volume from its first writable folder: the mount point or the user's home on it. */
  private async tryMount(mount: Mount, home: Promise<Home>): Promise<Answer> {
    const { mountPoint } = mount;
    if (isFuseType(mount.fileSystem)) {
      await knock(this.system, mountPoint, this.limit.limitMs);
    }
    const isDirectory = await this.isDirectory(mount, mountPoint);
    if (!isDirectory) {
      return { directory: mountPoint, isDirectory, space: unknownSpace, untestable: null };
    }
    const atMountPoint = await this.tryFolder(mount, mountPoint);
    if (atMountPoint.untestable?.code !== "no-permission") {
      return atMountPoint;
    }
    const { directory, mount: homeMount } = await home;
    if (homeMount === null || volumeKey(homeMount) !== volumeKey(mount)) {
      return atMountPoint;
    }
    const atHome = await this.tryFolder(mount, directory);
    return atHome.untestable?.code === "no-permission" ? atMountPoint : atHome;
  }

  private async tryFolder(mount: Mount, directory: string): Promise<Answer> {
    const { fileSystem } = mount;
    if (isPseudoType(fileSystem)) {
      const untestable = untestableReasons.pseudo;
      return { directory, isDirectory: true, space: unknownSpace, untestable };
    }
    const space = await readSpace(this.system, directory, fileSystem, this.limit.limitMs);
    // The user can override the network warning, so every other obstacle comes first.
    const untestable =
      (isReadOnly(mount) ? untestableReasons.readOnly : null) ??
      (await this.whyNotUsable(mount, directory)) ??
      (await tooLittleSpace(space.freeBytes, { fileSystem, mountOptions: optionsText(mount) })) ??
      (isNetworkType(fileSystem) ? untestableReasons.network : freeSpaceUnknown(space.freeBytes));
    return { directory, isDirectory: true, space, untestable };
  }

  private async whyNotUsable({ fileSystem }: Mount, directory: string): Promise<Untestable> {
    if (!isFuseType(fileSystem)) {
      return whyNotUsable(this.system, directory);
    }
    const writable = ["-w", directory, "-a", "-x", directory];
    const isTrue = (conditions: readonly string[]) =>
      isFound(this.system, conditions, this.limit.limitMs);
    if (await isTrue([...writable, "-a", "-r", directory])) {
      return null;
    }
    const { noPermission, noReading } = untestableReasons;
    return (await isTrue(writable)) ? noReading : noPermission;
  }

  private async isDirectory({ fileSystem }: Mount, path: string): Promise<boolean> {
    if (isFuseType(fileSystem)) {
      return isFound(this.system, ["-d", path], this.limit.limitMs);
    }
    try {
      return (await this.system.stat(path)).isDirectory();
    } catch {
      // The mount point is not accessible, or was unmounted since the mount table was read.
      return false;
    }
  }

  private async volume(
    mounts: MountTable,
    mount: Mount,
    { directory, space, untestable }: Answer,
    chosen: boolean,
  ): Promise<Volume> {
    const stack = await readDeviceStack(this.system, mounts, mount, this.limit);
    const root = mounts.mountOf("/");
    const system = root !== null && volumeKey(root) === volumeKey(mount);
    const facts: VolumeFacts = {
      mountPoint: mount.mountPoint,
      ...mountFacts(mount),
      device: await this.deviceName(mount),
      ...space,
      encryption: encryptionOfType(mount.fileSystem) ?? encryptionOf(stack),
      drive: driveWithoutDevice(mount, stack) ?? driveOf(stack, await this.identities(stack)),
      lowerMounts: stack.lowerMounts?.map(mountFacts) ?? null,
      writeCache: writeCacheOf(stack),
      flushesTurnedOff: null,
      system,
      scheduler: schedulerOf(stack),
    };
    return {
      ...facts,
      id: volumeId(mount.deviceNumber, mount.source, mount.mountPoint, chosen ? directory : ""),
      name: (await this.label(mount)) ?? facts.drive.model ?? lastPart(mount, system),
      directory,
      chosen,
      system,
      untestable,
      evidenceDevices: evidenceDevicesOf(stack),
      followedDevices: followedDevicesOf(stack),
      diskDevices: diskDevicesOf(stack),
      physicalDisks: diskDevicesOf(stack),
    };
  }

  private async identities(stack: DeviceStack) {
    return new Map(
      await Promise.all(
        leavesOf(stack).map(
          async (leaf) => [leaf.name, await readDriveIdentity(this.system, leaf)] as const,
        ),
      ),
    );
  }

  /** The device's path; resolves `/dev/root`, the kernel's legacy name for the boot volume. */
  private async deviceName(mount: Mount): Promise<string | null> {
    const { source, deviceNumber, fileSystem } = mount;
    if (source.startsWith("/dev/") && source !== "/dev/root") {
      return source;
    }
    if (!deviceNumber.startsWith("0:")) {
      const event = await readAttribute(this.system, `/sys/dev/block/${deviceNumber}/uevent`);
      const name = /^DEVNAME=(.+)$/m.exec(event ?? "")?.[1];
      return name === undefined ? null : `/dev/${name}`;
    }
    if (isNetworkType(fileSystem)) {
      return withoutUser(source);
    }
    return fileSystem === "zfs" ? source : null;
  }

  private async label(mount: Mount): Promise<string | null> {
    const number = await sourceDeviceNumber(this.system, mount);
    return number === null ? null : udevProperty(this.system, number, "ID_FS_LABEL_ENC");
  }
}

function mountFacts(mount: Mount) {
  return {
    fileSystem: mount.fileSystem || null,
    mountOptions: mount.options.length === 0 ? null : optionsText(mount),
  };
}

/**
 * The drive of a mount without a block device: memory or a network drive, directly or below an
 * overlay or a loop device's image. `null` for every other mount.
 */
function driveWithoutDevice(mount: Mount, stack: DeviceStack): Drive | null {
  const isRemote = [mount, ...(stack.levels.length > 0 ? [] : (stack.lowerMounts ?? []))].some(
    ({ fileSystem }) => isNetworkType(fileSystem),
  );
  const kind = stack.inMemory ? "memory" : isRemote ? "network" : null;
  return kind === null ? null : { ...unknownDrive, kind };
}

function lastPart(mount: Mount, system: boolean): string {
  return (
    posix.basename(mount.mountPoint) ||
    (system ? volumeNames.systemDrive() : withoutUser(mount.source))
  );
}
