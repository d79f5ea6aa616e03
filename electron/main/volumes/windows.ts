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
  whyNotWritable,
} from "./testability";
import { NotAnswering, type TimeLimit } from "./time-limit";
import { type VolumeSource, volumeId } from "./volume-source";
import { networkRoots, silentRoots, storageOf } from "./windows-asked";
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

/** Calls back when Windows says that a volume came or went; returns the function that ends it. */
export type DeviceChanges = (listener: () => void) => () => void;

/**
 * What the addon learns from Windows, each volume for itself and without a program or an administrator.
 * `null`: it could not ask.
 */
export type AskVolumes = () => Promise<readonly AskedVolume[] | null>;

/**
 * Volumes of Windows, as the addon is told them. Where that fails, from the storage cmdlets of
 * PowerShell; where those are forbidden or do not end, from what the letters answer, and what is behind
 * them is not known. A window shows these already when PowerShell is slow, and the rest once it has
 * answered.
 */
export class WindowsVolumes implements VolumeSource {
  /** What PowerShell was asked and no list has used yet. */
  private asked: Promise<WindowsStorage> | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
    /** Without a window nobody is told, and nobody looks twice. */
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
      (storage.volumes.length === 0 ? bareVolume(directory) : null);
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
      // An answer that is under way may be from before.
      this.asked = null;
      listener();
    });
    return () => {
      this.listeners.delete(listener);
      end?.();
    };
  }

  /** One that gave no answer is there all the same, and cannot be tested. */
  private localOf(told: readonly AskedVolume[]): FoundVolume[] {
    const { systemRoot } = this.system;
    return [
      ...visibleVolumes(storageOf(told), systemRoot),
      ...silentRoots(told).map((root) => bareVolume(root, "silent")),
    ];
  }

  /**
   * `null` where a window has waited long enough for a first list; who listens hears of the answer when
   * it comes, and the next list uses it.
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

  /** Network drives are told by their own answer too, where PowerShell has not named them. */
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

  /** Drives can be tested where PowerShell is forbidden; only their facts are not known. */
  private async storageOrNothing(): Promise<WindowsStorage> {
    try {
      return await this.storage();
    } catch (error) {
      const code = errorCode(error);
      console.error(`Windows' storage cmdlets did not answer${code && ` (${code})`}.`);
      return parseStorage("{}");
    }
  }

  /** `null` while Windows is waiting for a server, or tells nothing: the local drives matter more. */
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
   * Users may make folders but no files in `C:\`, so the volume of their home is tested there. Which
   * that is paths alone do not tell: another volume may be mounted in `C:\Users`.
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
      writeCache: "unknown",
      scheduler: null,
      flushesTurnedOff: null,
      lowerMounts: [],
      // By its letter where it has one, which is known before PowerShell has answered.
      id: volumeId(
        (volume.DriveLetter === null ? volume.Path : null) ?? mountPoint,
        chosen ? directory : "",
      ),
      name: volume.FileSystemLabel ?? drive.model ?? mountPoint,
      directory,
      chosen,
      system: found.system,
      untestable: await this.untestable(found, directory),
      evidenceDevices: [],
      followedDevices: [],
      diskDevices: [],
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
        whyNotWritable(this.system, directory),
      );
      const space = sized({ totalBytes: volume.Size, freeBytes: volume.SizeRemaining });
      const mount = { fileSystem: volume.FileSystem, mountOptions: null };
      // Where Windows was not allowed to tell its volumes, no size at all is known, and nothing odd.
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

/** A storage space has a number of its own, which is no drive's. */
function physicalDisksOf({ disk, ...found }: FoundVolume): string[] {
  const isOne = driveOf({ disk, ...found }).disks === 1;
  return isOne && disk?.Number != null ? [`\\\\.\\PhysicalDrive${disk.Number}`] : [];
}

/** By what PowerShell says of it, or else by its letter alone. */
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
    writeCache: "unknown",
    scheduler: null,
    flushesTurnedOff: null,
    lowerMounts: [],
    id: volumeId(drive.DeviceID, chosen ? directory : ""),
    name: drive.VolumeName ?? drive.DeviceID,
    directory,
    chosen,
    system: false,
    untestable: untestableReasons.network,
    evidenceDevices: [],
    followedDevices: [],
    diskDevices: [],
    physicalDisks: [],
  };
}
