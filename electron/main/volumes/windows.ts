import { win32 } from "node:path";
import type { Drive, DriveKind, Volume } from "../../contract/volume";
import { isVirtualModel } from "./drive-facts";
import type { SystemAccess } from "./system-access";
import {
  notAnswering,
  tooLittleSpace,
  type Untestable,
  unknownVolume,
  untestableReasons,
  whyNotWritable,
} from "./testability";
import { NotAnswering, type TimeLimit } from "./time-limit";
import { pollForChange, type VolumeSource, volumeId } from "./volume-source";
import {
  type NetworkDrive,
  networkScript,
  parseNetworkDrives,
  parseStorage,
  storageScript,
  type WindowsDisk,
  type WindowsPartition,
  type WindowsStorage,
  type WindowsVolume,
} from "./windows-output";

const pollIntervalMs = 5000;
/** PowerShell alone needs a second or two to start on a slow machine. */
const powerShellLimitMs = 20_000;

/** Volumes of Windows, from the storage cmdlets of PowerShell, which need no administrator. */
export class WindowsVolumes implements VolumeSource {
  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
  ) {}

  async list(): Promise<Volume[]> {
    const [storage, network] = await Promise.all([this.storage(), this.networkDrives()]);
    const local = await Promise.all(
      visibleVolumes(storage, this.system.systemRoot).map((found) =>
        this.localVolume(found, this.folderOn(found), false),
      ),
    );
    return [
      ...local,
      ...network.map((drive) => networkVolume(drive, `${drive.DeviceID}\\`, false)),
    ];
  }

  async describe(directory: string): Promise<Volume> {
    if (directory.startsWith("\\\\")) {
      const drive = { DeviceID: win32.parse(directory).root, VolumeName: null, FileSystem: null };
      return networkVolume(drive, directory, true);
    }
    const storage = await this.storageOrNothing();
    const found =
      volumeOfPath(visibleVolumes(storage, this.system.systemRoot), directory) ??
      (storage.volumes.length === 0 ? bareVolume(directory) : null);
    if (found !== null) {
      return this.localVolume(found, directory, true);
    }
    const network = await this.networkDrives();
    const drive = network.find(({ DeviceID }) => isInside(`${DeviceID}\\`, directory));
    if (drive === undefined) {
      throw unknownVolume(directory);
    }
    return networkVolume(drive, directory, true);
  }

  onMaybeChanged(listener: () => void, onError: (error: unknown) => void): () => void {
    // Lists the volumes and their mount points in a few milliseconds, where PowerShell would
    // disturb a measurement every few seconds. Its language does not matter for a comparison.
    const mountvol = win32.join(this.system.systemRoot, "System32", "mountvol.exe");
    return pollForChange(
      () => this.system.run(mountvol, [], { timeoutMs: this.limit.limitMs }),
      pollIntervalMs,
      listener,
      onError,
    );
  }

  private async storage(): Promise<WindowsStorage> {
    return parseStorage(await this.powerShell(storageScript));
  }

  /** A chosen folder can be tested where PowerShell is forbidden; only its facts are not known. */
  private async storageOrNothing(): Promise<WindowsStorage> {
    try {
      return await this.storage();
    } catch {
      return parseStorage("{}");
    }
  }

  /** None when Windows is still waiting for a server: the local drives matter more. */
  private async networkDrives(): Promise<NetworkDrive[]> {
    try {
      return await this.limit.ask("network drives", async () =>
        parseNetworkDrives(await this.powerShell(networkScript)),
      );
    } catch (error) {
      if (error instanceof NotAnswering) {
        return [];
      }
      throw error;
    }
  }

  private powerShell(script: string): Promise<string> {
    const program = win32.join(
      this.system.systemRoot,
      "System32\\WindowsPowerShell\\v1.0\\powershell.exe",
    );
    const args = ["-NoProfile", "-NonInteractive", "-NoLogo", "-Command", script];
    return this.system.run(program, args, { timeoutMs: powerShellLimitMs });
  }

  /** Users may make folders but no files in `C:\`, so the system's volume is tested at home. */
  private folderOn(found: FoundVolume): string {
    const { homeDirectory } = this.system;
    return found.system && isInside(found.mountPoint, homeDirectory)
      ? homeDirectory
      : found.mountPoint;
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
      totalBytes: volume.Size,
      freeBytes: volume.SizeRemaining,
      // Whether BitLocker is on is told to administrators only.
      encryption: null,
      drive,
      writeCache: "unknown",
      scheduler: null,
      id: volumeId(volume.Path ?? mountPoint, chosen ? directory : ""),
      name: volume.FileSystemLabel ?? drive.model ?? mountPoint,
      directory,
      chosen,
      system: found.system,
      untestable: await this.untestable(found, directory),
      evidenceDevices: [],
    };
  }

  private async untestable(found: FoundVolume, directory: string): Promise<Untestable> {
    const { volume, partition, disk } = found;
    if (partition?.IsReadOnly || disk?.IsReadOnly || /^(CD-ROM|5)$/.test(volume.DriveType ?? "")) {
      return untestableReasons.readOnly;
    }
    try {
      const refusal = await this.limit.ask(found.mountPoint, () =>
        whyNotWritable(this.system, directory),
      );
      return refusal ?? tooLittleSpace(volume.SizeRemaining);
    } catch (error) {
      if (error instanceof NotAnswering) {
        return notAnswering(error.limitMs);
      }
      throw error;
    }
  }
}

/** A volume with the partition and disk it lies on, where Windows tells. */
export interface FoundVolume {
  readonly volume: WindowsVolume;
  readonly mountPoint: string;
  readonly partition: WindowsPartition | null;
  readonly disk: WindowsDisk | null;
  readonly mediaType: string | null;
  readonly system: boolean;
}

const hiddenPartitions = new Set(["System", "Reserved", "Recovery"]);

/** Volumes that have a letter or a folder; start and recovery partitions are left out. */
export function visibleVolumes(storage: WindowsStorage, systemRoot: string): FoundVolume[] {
  return storage.volumes.flatMap((volume) => {
    const partition =
      storage.partitions.find(({ AccessPaths }) =>
        AccessPaths.some((path) => path === volume.Path || path === `${volume.DriveLetter}:\\`),
      ) ?? null;
    const folder = partition?.AccessPaths.find((path) => /^[A-Za-z]:\\/.test(path)) ?? null;
    const mountPoint = volume.DriveLetter === null ? folder : `${volume.DriveLetter}:\\`;
    // A card reader without a card has a letter but no size.
    const isHidden =
      partition?.IsHidden === true ||
      hiddenPartitions.has(partition?.Type ?? "") ||
      (volume.Size ?? 0) === 0;
    if (mountPoint === null || isHidden) {
      return [];
    }
    const disk = storage.disks.find(({ Number: number }) => number === partition?.DiskNumber);
    const physical = storage.physical.find(({ DeviceId }) => DeviceId === String(disk?.Number));
    return [
      {
        volume,
        mountPoint,
        partition,
        disk: (partition && disk) ?? null,
        mediaType: (disk && physical?.MediaType) ?? null,
        system: win32.parse(systemRoot).root.toUpperCase() === mountPoint.toUpperCase(),
      },
    ];
  });
}

function isInside(folder: string, path: string): boolean {
  const withSeparator = folder.endsWith("\\") ? folder : `${folder}\\`;
  return `${path}\\`.toLowerCase().startsWith(withSeparator.toLowerCase());
}

/** A volume of which only the root of a path is known. */
function bareVolume(path: string): FoundVolume {
  const mountPoint = win32.parse(path).root;
  return {
    volume: {
      DriveLetter: /^[A-Za-z](?=:)/.exec(mountPoint)?.[0].toUpperCase() ?? null,
      Path: null,
      FileSystem: null,
      FileSystemLabel: null,
      DriveType: null,
      Size: null,
      SizeRemaining: null,
    },
    mountPoint,
    partition: null,
    disk: null,
    mediaType: null,
    system: false,
  };
}

/** The volume mounted nearest above the path: a volume can be mounted in a folder of another. */
export function volumeOfPath(volumes: readonly FoundVolume[], path: string): FoundVolume | null {
  return volumes
    .filter(({ mountPoint }) => isInside(mountPoint, path))
    .reduce<FoundVolume | null>(
      (best, found) =>
        best === null || found.mountPoint.length > best.mountPoint.length ? found : best,
      null,
    );
}

/** Numbers of STORAGE_BUS_TYPE, as some versions write them instead of words. */
const busNames: Readonly<Record<string, string>> = {
  "1": "SCSI",
  "3": "ATA",
  "7": "USB",
  "8": "RAID",
  "9": "iSCSI",
  "10": "SAS",
  "11": "SATA",
  "12": "SD",
  "13": "MMC",
  "14": "Virtual",
  "15": "File Backed Virtual",
  "16": "Spaces",
  "17": "NVMe",
};

export function driveOf({ disk, mediaType, volume }: FoundVolume): Drive {
  const isRemovable = /^(Removable|2)$/.test(volume.DriveType ?? "");
  if (disk === null) {
    return { model: null, kind: "unknown", bus: null, removable: isRemovable || null };
  }
  const bus = disk.BusType === null ? null : (busNames[disk.BusType] ?? disk.BusType);
  const model = disk.FriendlyName;
  const isVirtual = isVirtualModel(`${disk.Manufacturer ?? ""} ${model ?? ""}`.trim());
  return {
    model,
    kind: isVirtual ? "virtual" : kindOf(bus, mediaType),
    bus,
    removable: isRemovable || bus === "USB" || bus === "SD",
  };
}

function kindOf(bus: string | null, mediaType: string | null): DriveKind {
  switch (bus) {
    case "NVMe":
      return "nvme";
    case "USB":
      return "usb";
    case "SD":
    case "MMC":
      return "memory-card";
    case "Virtual":
    case "File Backed Virtual":
      return "virtual";
    case "iSCSI":
      return "network";
    case "SATA":
    case "ATA":
      // MSFT_PhysicalDisk.MediaType: 3 is HDD, 4 is SSD.
      if (mediaType === "SSD" || mediaType === "4") {
        return "sata-ssd";
      }
      return mediaType === "HDD" || mediaType === "3" ? "hard-disk" : "unknown";
    default:
      return "unknown";
  }
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
    drive: { model: null, kind: "network", bus: null, removable: null },
    writeCache: "unknown",
    scheduler: null,
    id: volumeId(drive.DeviceID, chosen ? directory : ""),
    name: drive.VolumeName ?? drive.DeviceID,
    directory,
    chosen,
    system: false,
    untestable: untestableReasons.network,
    evidenceDevices: [],
  };
}
