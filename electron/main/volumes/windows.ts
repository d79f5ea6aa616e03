import { win32 } from "node:path";
import { unknownDrive, type Volume } from "#contract/volume";
import type { AskedVolume } from "#contract/volume-facts";
import { errorCode } from "../files/error-code";
import { sized } from "./free-space";
import { runPowerShell } from "./powershell";
import type { SystemAccess } from "./system-access";
import {
  freeSpaceUnknown,
  notAnswering,
  tooLittleSpace,
  type Untestable,
  unknownVolume,
  untestableReasons,
  whyNotUsable,
} from "./testability";
import { NotAnswering, type TimeLimit } from "./time-limit";
import { toldByLinuxOnly, type VolumeSource, volumeId } from "./volume-source";
import { networkRoots, silentPlaces, storageOf } from "./windows-asked";
import {
  bareVolume,
  driveOf,
  encryptionOf,
  type FoundVolume,
  isDisc,
  isInside,
  visibleVolumes,
  volumeOfPath,
} from "./windows-facts";
import { letteredVolumes } from "./windows-letters";
import {
  type NetworkDrive,
  networkScript,
  parseNetworkDrives,
  parseStorage,
  storageScript,
  type WindowsStorage,
} from "./windows-output";

/**
 * Calls back when Windows reports that a volume appeared or disappeared; returns the function that
 * stops it.
 */
export type DeviceChanges = (listener: () => void) => () => void;

/**
 * Queries each volume separately through the addon, without a program or administrator rights.
 * `null`: the query failed.
 */
export type AskVolumes = () => Promise<readonly AskedVolume[] | null>;

/**
 * Lists Windows' volumes through the addon. If that fails, through PowerShell's storage cmdlets; if
 * those are blocked or hang, by drive letter, without facts about the drives. In a window, a slow
 * PowerShell leads to a first list by drive letter, which its result replaces later.
 */
export class WindowsVolumes implements VolumeSource {
  /** A running PowerShell query whose result no list has used yet. */
  private asked: Promise<WindowsStorage> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
    /** `null` without a window; then the first list waits for PowerShell, however slow. */
    private readonly deviceChanges: DeviceChanges | null = null,
    private readonly ask: AskVolumes | null = null,
  ) {}

  async list(): Promise<Volume[]> {
    const told = this.ask && (await this.ask());
    if (told && told.length > 0) {
      return [
        ...(await this.localVolumes(this.localOf(told))),
        ...networkRoots(told).map((root) => networkLetter(root, [])),
      ];
    }
    const asked = this.asked ?? this.storageOrNothing();
    this.asked = asked;
    const [storage, network] = await Promise.all([
      this.withinPatience(asked),
      this.networkDrives(),
    ]);
    if (storage === null) {
      return this.lettered(network);
    }
    if (this.asked === asked) {
      this.asked = null;
    }
    if (storage.volumes.length === 0) {
      return this.lettered(network);
    }
    return [
      ...(await this.localVolumes(visibleVolumes(storage, this.system.systemRoot))),
      ...(network?.map((drive) => networkVolume(drive, `${drive.DeviceID}\\`, false)) ??
        (await this.networkLetters())),
    ];
  }

  async describe(directory: string): Promise<Volume> {
    if (directory.startsWith("\\\\")) {
      const drive = { DeviceID: win32.parse(directory).root, VolumeName: null, FileSystem: null };
      return networkVolume(drive, directory, true);
    }
    const told = this.ask && (await this.ask());
    if (told && told.length > 0) {
      const found = volumeOfPath(this.localOf(told), directory);
      const network = networkRoots(told).find((root) => isInside(root, directory));
      if (found === null && network === undefined) {
        throw unknownVolume(directory);
      }
      return found === null
        ? networkVolume(bareNetworkDrive(network ?? ""), directory, true)
        : this.localVolume(found, directory, true);
    }
    const storage = await this.storageOrNothing();
    const found =
      volumeOfPath(visibleVolumes(storage, this.system.systemRoot), directory) ??
      (storage.volumes.length === 0 ? bareVolume(win32.parse(directory).root) : null);
    if (found !== null) {
      return this.localVolume(found, directory, true);
    }
    const network = await this.networkDrives();
    const drive = network?.find(({ DeviceID }) => isInside(`${DeviceID}\\`, directory));
    if (drive === undefined) {
      throw unknownVolume(directory);
    }
    return networkVolume(drive, directory, true);
  }

  onMaybeChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    const end = this.deviceChanges?.(() => {
      // A running query may have started before the change.
      this.asked = null;
      listener();
    });
    return () => {
      this.listeners.delete(listener);
      end?.();
    };
  }

  /** A volume that did not answer is still listed, as one that cannot be tested. */
  private localOf(told: readonly AskedVolume[]): FoundVolume[] {
    const { systemRoot } = this.system;
    return [
      ...visibleVolumes(storageOf(told), systemRoot),
      ...silentPlaces(told).flatMap(([place, ...others]) =>
        place === undefined ? [] : [bareVolume(place, "silent", others)],
      ),
    ];
  }

  /**
   * `null` if PowerShell takes too long for a window's first list. Its result then notifies the
   * listeners, and the next list uses it.
   */
  private async withinPatience(asked: Promise<WindowsStorage>): Promise<WindowsStorage | null> {
    if (this.deviceChanges === null) {
      return asked;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), this.limit.limitMs);
    });
    const storage = await Promise.race([asked, late]);
    clearTimeout(timer);
    if (storage === null) {
      void asked.then(() => {
        for (const listener of this.listeners) {
          listener();
        }
      });
    }
    return storage;
  }

  /**
   * The volumes by drive letter; network drives without data from PowerShell have only their
   * letter.
   */
  private async lettered(network: readonly NetworkDrive[] | null): Promise<Volume[]> {
    const answers = await letteredVolumes(this.system, this.limit);
    const local = answers.flatMap((answer) => (answer.kind === "local" ? answer.found : []));
    return Promise.all(
      answers.map((answer) =>
        answer.kind === "local"
          ? this.localVolume(answer.found, this.folderOn(answer.found, local), false)
          : networkLetter(answer.root, network ?? []),
      ),
    );
  }

  private async networkLetters(): Promise<Volume[]> {
    const answers = await letteredVolumes(this.system, this.limit);
    return answers.flatMap((answer) =>
      answer.kind === "network" ? [networkLetter(answer.root, [])] : [],
    );
  }

  private async storage(): Promise<WindowsStorage> {
    return parseStorage(await this.powerShell(storageScript));
  }

  /** If PowerShell is blocked, drives can still be tested; only their facts are not known. */
  private async storageOrNothing(): Promise<WindowsStorage> {
    try {
      return await this.storage();
    } catch (error) {
      const code = errorCode(error);
      console.error(`Windows' storage cmdlets did not answer${code && ` (${code})`}.`);
      return parseStorage("{}");
    }
  }

  /**
   * `null` while Windows waits for a server or if the query fails, because local drives must not
   * wait.
   */
  private async networkDrives(): Promise<NetworkDrive[] | null> {
    try {
      return await this.limit.ask("network-drives", async () =>
        parseNetworkDrives(await this.powerShell(networkScript)),
      );
    } catch {
      return null;
    }
  }

  private powerShell(script: string): Promise<string> {
    return runPowerShell(this.system, script);
  }

  private localVolumes(all: readonly FoundVolume[]): Promise<Volume[]> {
    return Promise.all(
      all.map((found) => this.localVolume(found, this.folderOn(found, all), false)),
    );
  }

  /**
   * Users may create folders but no files in `C:\`, so the test uses home on its volume. Paths
   * alone do not show which volume that is: another one may be mounted in `C:\Users`.
   */
  private folderOn(found: FoundVolume, all: readonly FoundVolume[]): string {
    const { homeDirectory } = this.system;
    return volumeOfPath(all, homeDirectory) === found ? homeDirectory : found.mountPoint;
  }

  private async localVolume(
    found: FoundVolume,
    directory: string,
    chosen: boolean,
  ): Promise<Volume> {
    const { volume, mountPoint } = found;
    const drive = driveOf(found);
    return {
      mountPoint,
      fileSystem: volume.FileSystem,
      mountOptions: null,
      device: volume.DriveLetter === null ? volume.Path : `${volume.DriveLetter}:`,
      ...sized({ totalBytes: volume.Size, freeBytes: volume.SizeRemaining }),
      encryption: encryptionOf(volume),
      drive,
      ...toldByLinuxOnly,
      lowerMounts: found.diskless ? null : [],
      // Uses the drive letter, if there is one, because it is known before PowerShell answers.
      id: volumeId(
        (volume.DriveLetter === null ? volume.Path : null) ?? mountPoint,
        chosen ? directory : "",
      ),
      name: volume.FileSystemLabel ?? drive.model ?? mountPoint,
      directory,
      chosen,
      system: found.system,
      untestable: await this.untestable(found, directory),
      physicalDisks: physicalDisksOf(found),
    };
  }

  private async untestable(found: FoundVolume, directory: string): Promise<Untestable> {
    const { volume, partition, disk } = found;
    switch (found.unreadable) {
      case "silent":
        return notAnswering(this.limit.limitMs);
      case "locked":
        return untestableReasons.locked;
      case "no-file-system":
        return untestableReasons.noFileSystem;
    }
    if (partition?.IsReadOnly || disk?.IsReadOnly || isDisc(volume)) {
      return untestableReasons.readOnly;
    }
    try {
      const refusal = await this.limit.ask(found.mountPoint, () =>
        whyNotUsable(this.system, directory),
      );
      const space = sized({ totalBytes: volume.Size, freeBytes: volume.SizeRemaining });
      const mount = { fileSystem: volume.FileSystem, mountOptions: null };
      // Without permission to query volumes no size is known at all, so an unknown free space is
      // expected.
      const isTold = volume.Size === 0 || volume.SizeRemaining !== null;
      return (
        refusal ??
        tooLittleSpace(space.freeBytes, mount) ??
        (isTold ? freeSpaceUnknown(space.freeBytes) : null)
      );
    } catch (error) {
      if (error instanceof NotAnswering) {
        return notAnswering(error.limitMs);
      }
      throw error;
    }
  }
}

/** A storage space has a disk number that is not a physical drive's. */
function physicalDisksOf({ disk, ...found }: FoundVolume): string[] {
  const isOne = driveOf({ disk, ...found }).disks === 1;
  return isOne && disk?.Number != null ? [`\\\\.\\PhysicalDrive${disk.Number}`] : [];
}

/** From PowerShell's data on the drive, or else from its letter alone. */
function networkLetter(root: string, network: readonly NetworkDrive[]): Volume {
  const named = network.find(({ DeviceID }) => root.startsWith(DeviceID));
  return networkVolume(named ?? bareNetworkDrive(root), root, false);
}

function bareNetworkDrive(root: string): NetworkDrive {
  return { DeviceID: root.slice(0, 2), VolumeName: null, FileSystem: null };
}

function networkVolume(drive: NetworkDrive, directory: string, chosen: boolean): Volume {
  return {
    mountPoint: drive.DeviceID,
    fileSystem: drive.FileSystem,
    mountOptions: null,
    device: drive.DeviceID,
    totalBytes: null,
    freeBytes: null,
    encryption: null,
    drive: { ...unknownDrive, kind: "network" },
    ...toldByLinuxOnly,
    id: volumeId(drive.DeviceID, chosen ? directory : ""),
    name: drive.VolumeName ?? drive.DeviceID,
    directory,
    chosen,
    system: false,
    untestable: untestableReasons.network,
    physicalDisks: [],
  };
}
