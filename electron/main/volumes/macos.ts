import { posix } from "node:path";
import { type Drive, unknownDrive, type Volume } from "#contract/volume";
import { volumeNames } from "#text/files";
import { diskutilInfo } from "./diskutil";
import { driveOfParts } from "./drive-facts";
import { isPseudoType } from "./file-systems";
import { parseDf, readSpace, type Space, unknownSpace } from "./free-space";
import {
  driveOf,
  encryptionOf,
  fileSystemOf,
  isReadOnly,
  isSystem,
  recognisableMounts,
  wholeDisksOf,
} from "./macos-facts";
import { type MacMount, parseMounts } from "./macos-mounts";
import type { DiskInfo, ProfiledDisk } from "./macos-output";
import { parseUsbDisks, usbRegistry } from "./macos-usb";
import type { SystemAccess } from "./system-access";
import {
  chosenNotAnswering,
  freeSpaceUnknown,
  notAnswering,
  tooLittleSpace,
  type Untestable,
  unknownVolume,
  untestableReasons,
  whyNotUsable,
} from "./testability";
import type { TimeLimit } from "./time-limit";
import { toldByLinuxOnly, type VolumeSource, volumeId } from "./volume-source";

/**
 * Wait in milliseconds after a change: Finder and `diskutil` know a new volume only some moments
 * after its folder appears.
 */
const settleMs = 500;

/**
 * This module is loaded with diskutil's first answer: its schemas would delay the first screen on
 * every system.
 */
const macOutput = () => import("./macos-output");

const noProfile: ReadonlyMap<string, ProfiledDisk> = new Map();

interface Answer {
  readonly directory: string;
  readonly space: Space;
  readonly untestable: Untestable;
}

/**
 * Lists volumes through `mount`, `df` and `diskutil`, which every user may run. `mount` reads the
 * kernel's table and does not wait for servers.
 */
export class MacVolumes implements VolumeSource {
  private profiling: Promise<ReadonlyMap<string, ProfiledDisk>> | null = null;

  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
  ) {}

  async list(): Promise<Volume[]> {
    const mounts = await this.mounts();
    return Promise.all(
      recognisableMounts(mounts).map(async (mount) => {
        const answer = mount.local
          ? await this.listed(mount)
          : {
              directory: mount.mountPoint,
              space: unknownSpace,
              untestable: untestableReasons.network,
            };
        return this.volume(mounts, mount, answer, false);
      }),
    );
  }

  async describe(directory: string): Promise<Volume> {
    const mounts = await this.mounts();
    // Because of firm links a folder's path does not show its volume; `df` does.
    const timeoutMs = this.limit.limitMs;
    const df = parseDf(await this.system.run("/bin/df", ["-kP", "--", directory], { timeoutMs }));
    const mount = mounts.find(({ mountPoint }) => mountPoint === df?.mountPoint);
    if (mount === undefined) {
      throw unknownVolume(directory);
    }
    return this.volume(mounts, mount, await this.chosen(mount, directory), true);
  }

  onMaybeChanged(listener: () => void, onError: (error: unknown) => void): () => void {
    let timer: NodeJS.Timeout | undefined;
    const settle = () => {
      clearTimeout(timer);
      timer = setTimeout(listener, settleMs);
    };
    const stop = this.system.watchDirectory("/Volumes", settle, onError);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }

  private async mounts(): Promise<MacMount[]> {
    return parseMounts(await this.system.run("/sbin/mount", [], { timeoutMs: this.limit.limitMs }));
  }

  /**
   * Queries a volume for the list. macOS asks the user for permission for each removable volume on
   * which a program opens or tries anything, so this query tries only the volumes of the system and
   * of the home folder, and reads only the size of all other volumes.
   */
  private listed(mount: MacMount): Promise<Answer> {
    const { mountPoint } = mount;
    const question = () =>
      isSystem(mount) || this.homeIsBelow(mount)
        ? this.tryMount(mount)
        : this.look(mount, mountPoint, async () => null);
    return this.limit.askOr(mountPoint, question, (limitMs) => ({
      directory: mountPoint,
      space: unknownSpace,
      untestable: notAnswering(limitMs),
    }));
  }

  /**
   * Queries the volume of a folder that the user chose. While this query waits for the user's
   * permission, the query for the list, which has another key, can still read the volume's size.
   */
  private chosen(mount: MacMount, directory: string): Promise<Answer> {
    return this.limit.askOr(
      `chosen:${mount.mountPoint}`,
      () => this.tryFolder(mount, directory),
      (limitMs) => ({
        directory,
        space: unknownSpace,
        untestable: chosenNotAnswering(limitMs, this.system.platform),
      }),
    );
  }

  private async tryMount(mount: MacMount): Promise<Answer> {
    const atMountPoint = await this.tryFolder(mount, mount.mountPoint);
    if (atMountPoint.untestable?.code !== "no-permission" || !(await this.homeIsOn(mount))) {
      return atMountPoint;
    }
    return this.tryFolder(mount, this.system.homeDirectory);
  }

  /** Compares paths alone: the firm links that put home on the data volume do not count. */
  private homeIsBelow({ mountPoint }: MacMount): boolean {
    return this.system.homeDirectory.startsWith(`${mountPoint}/`);
  }

  private async homeIsOn(mount: MacMount): Promise<boolean> {
    try {
      const [home, volume] = await Promise.all([
        this.system.stat(this.system.homeDirectory),
        this.system.stat(mount.mountPoint),
      ]);
      return home.dev === volume.dev;
    } catch {
      return false;
    }
  }

  private tryFolder(mount: MacMount, directory: string): Promise<Answer> {
    return this.look(mount, directory, () => whyNotUsable(this.system, directory));
  }

  private async look(
    mount: MacMount,
    directory: string,
    refusal: () => Promise<Untestable>,
  ): Promise<Answer> {
    if (isPseudoType(mount.fileSystem)) {
      return { directory, space: unknownSpace, untestable: untestableReasons.pseudo };
    }
    const space = await readSpace(this.system, directory, mount.fileSystem, this.limit.limitMs);
    const untestable =
      (isReadOnly(mount) ? untestableReasons.readOnly : null) ??
      (await refusal()) ??
      (await tooLittleSpace(space.freeBytes, {
        fileSystem: mount.fileSystem,
        mountOptions: null,
      })) ??
      (mount.local ? freeSpaceUnknown(space.freeBytes) : untestableReasons.network);
    return { directory, space, untestable };
  }

  private async volume(
    mounts: readonly MacMount[],
    mount: MacMount,
    { directory, space, untestable }: Answer,
    chosen: boolean,
  ): Promise<Volume> {
    const system = isSystem(mount);
    const root = mounts.find(({ mountPoint }) => mountPoint === "/");
    const info = mount.local ? await this.diskInfo(mount.source) : null;
    const named = system && root ? await this.diskInfo(root.source) : info;
    const physicalDisks = info === null ? [] : wholeDisksOf(info);
    const drive = mount.local
      ? await this.drive(physicalDisks)
      : { ...unknownDrive, kind: "network" as const };
    return {
      mountPoint: mount.mountPoint,
      fileSystem: fileSystemOf(mount, info),
      mountOptions: mount.options.join(","),
      device: mount.source,
      ...space,
      encryption: encryptionOf(info),
      drive,
      // macOS does not report whether a drive's cache is enabled; see `IOStorageFeatures`.
      ...toldByLinuxOnly,
      // A FUSE program can call its volume local. If such a volume has no disk, the storage below
      // it is not known.
      lowerMounts: mount.local && !/^\/dev\/disk\d/.test(mount.source) ? null : [],
      id: volumeId(mount.source, mount.mountPoint, chosen ? directory : ""),
      name:
        (named?.VolumeName || null) ??
        drive.model ??
        (posix.basename(mount.mountPoint) || volumeNames.systemDrive()),
      directory,
      chosen,
      system,
      untestable,
      physicalDisks,
    };
  }

  private async drive(disks: readonly string[]): Promise<Drive> {
    const [infos, profile] = await Promise.all([
      Promise.all(disks.map((disk) => this.diskInfo(disk))),
      disks.length === 0 ? noProfile : this.profile(),
    ]);
    return driveOfParts(
      infos.map((found, place) => driveOf(found, profile.get(disks[place] ?? "") ?? null)),
    );
  }

  /**
   * Facts of other programs than diskutil, once for all volumes described at the same time. A
   * program that takes too long is left out.
   */
  private profile(): Promise<ReadonlyMap<string, ProfiledDisk>> {
    const timeoutMs = this.limit.limitMs;
    const ask = (program: string, args: readonly string[], parse: typeof parseUsbDisks) =>
      this.limit
        .ask(program, async () => parse(await this.system.run(program, args, { timeoutMs })))
        .catch(() => noProfile);
    const internal = ["-json", "SPNVMeDataType", "SPSerialATADataType"];
    this.profiling ??= Promise.all([
      macOutput().then(({ parseProfile }) =>
        ask("/usr/sbin/system_profiler", internal, parseProfile),
      ),
      ask(usbRegistry.program, usbRegistry.args, parseUsbDisks),
    ])
      .then((found) => new Map(found.flatMap((disks) => [...disks])))
      .finally(() => {
        this.profiling = null;
      });
    return this.profiling;
  }

  /** What diskutil reports; `null` if it does not know the device or does not answer. */
  private async diskInfo(device: string): Promise<DiskInfo | null> {
    try {
      return await this.limit.ask(`diskutil:${device}`, async () => {
        const json = await diskutilInfo(this.system, device, this.limit.limitMs);
        return (await macOutput()).parseDiskInfo(json);
      });
    } catch {
      // Nothing is known of an image with a foreign file system, or of a disk just unplugged.
      return null;
    }
  }
}
