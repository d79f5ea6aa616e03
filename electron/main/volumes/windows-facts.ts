import { win32 } from "node:path";
import { countOrNull } from "#contract/measures";
import { type Drive, type DriveKind, unknownDrive } from "#contract/volume";
import { isVirtualModel } from "./drive-facts";
import {
  type DriveIdentity,
  driveText,
  pcieGigatransfers,
  pcieLink,
  sectorsOf,
} from "./drive-identity";
import type {
  WindowsDisk,
  WindowsLink,
  WindowsPartition,
  WindowsStorage,
  WindowsVolume,
} from "./windows-output";

/** Joins Windows' data on volumes, partitions and disks. Pure. */

/** A volume with its partition and disk, as far as Windows reports them. */
export interface FoundVolume {
  readonly volume: WindowsVolume;
  readonly mountPoint: string;
  /** Its letter and folders, the mount point among them: a volume can have several. */
  readonly places: readonly string[];
  readonly partition: WindowsPartition | null;
  readonly disk: WindowsDisk | null;
  readonly mediaType: string | null;
  readonly link: WindowsLink | null;
  readonly system: boolean;
  /**
   * Windows names no disk below it: the drive is made by a program, from memory, a file or a server.
   * Drivers of real disks answer IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS.
   */
  readonly diskless: boolean;
  /** Why the volume cannot be read; `silent`: it did not answer and is not queried again. */
  readonly unreadable: "silent" | "locked" | "no-file-system" | null;
}

/** Value of the BitLocker property for a locked volume; see `encryptionOf`. */
const lockedByBitLocker = "6";

const hiddenPartitions = new Set(["System", "Reserved", "Recovery"]);

/** Volumes with a letter or a folder; boot and recovery partitions are left out. */
export function visibleVolumes(storage: WindowsStorage, systemRoot: string): FoundVolume[] {
  return storage.volumes.flatMap((volume) => {
    const partition =
      storage.partitions.find(({ AccessPaths }) =>
        AccessPaths.some((path) => path === volume.Path || path === `${volume.DriveLetter}:\\`),
      ) ?? null;
    const letter = volume.DriveLetter === null ? [] : [`${volume.DriveLetter}:\\`];
    const shown = partition?.AccessPaths.filter((path) => /^[A-Za-z]:\\/.test(path)) ?? [];
    const [mountPoint = null, ...others] = [...letter, ...shown];
    const isHidden = partition?.IsHidden === true || hiddenPartitions.has(partition?.Type ?? "");
    const disk = storage.disks.find(({ Number: number }) => number === partition?.DiskNumber);
    const unreadable = whyUnreadable(volume, disk);
    if (mountPoint === null || isHidden || unreadable === "empty") {
      return [];
    }
    const physical = storage.physical.find(({ DeviceId }) => DeviceId === String(disk?.Number));
    return [
      {
        volume,
        mountPoint,
        places: [mountPoint, ...others],
        partition,
        disk: (partition && disk) ?? null,
        mediaType: (disk && physical?.MediaType) ?? null,
        link: (disk && storage.links.find(({ Number: of }) => of === disk.Number)) ?? null,
        system: win32.parse(systemRoot).root.toUpperCase() === mountPoint.toUpperCase(),
        diskless: volume.Path !== null && storage.diskless.includes(volume.Path),
        unreadable,
      },
    ];
  });
}

/** A card reader without a card has a letter but no size, like a locked volume. */
function whyUnreadable(
  volume: WindowsVolume,
  disk: WindowsDisk | undefined,
): Exclude<FoundVolume["unreadable"], "silent"> | "empty" {
  if ((volume.Size ?? 0) > 0) {
    return null;
  }
  if (volume.BitLockerProtection === lockedByBitLocker) {
    return "locked";
  }
  return (disk?.Size ?? 0) > 0 && !isDisc(volume) ? "no-file-system" : "empty";
}

export function isDisc({ DriveType }: WindowsVolume): boolean {
  return /^(CD-ROM|5)$/.test(DriveType ?? "");
}

export function isInside(folder: string, path: string): boolean {
  const withSeparator = folder.endsWith("\\") ? folder : `${folder}\\`;
  return `${path}\\`.toLowerCase().startsWith(withSeparator.toLowerCase());
}

/** A volume of which only its places are known. */
export function bareVolume(
  place: string,
  unreadable: FoundVolume["unreadable"] = null,
  others: readonly string[] = [],
): FoundVolume {
  // A program started in `c:\` uses that lower-case letter; mount points are compared as text.
  const mountPoint = place.replace(/^[a-z](?=:)/, (small) => small.toUpperCase());
  return {
    volume: {
      DriveLetter: /^[A-Z](?=:\\?$)/.exec(mountPoint)?.[0] ?? null,
      Path: null,
      FileSystem: null,
      FileSystemLabel: null,
      DriveType: null,
      Size: null,
      SizeRemaining: null,
      BitLockerProtection: null,
    },
    mountPoint,
    places: [mountPoint, ...others],
    partition: null,
    disk: null,
    mediaType: null,
    link: null,
    system: false,
    diskless: false,
    unreadable,
  };
}

/** The volume mounted nearest above the path: a volume can be mounted in a folder of another. */
export function volumeOfPath(volumes: readonly FoundVolume[], path: string): FoundVolume | null {
  const [nearest] = volumes
    .flatMap((found) => found.places.map((place) => ({ found, place })))
    .filter(({ place }) => isInside(place, path))
    .sort((a, b) => b.place.length - a.place.length);
  return nearest?.found ?? null;
}

/** Values of STORAGE_BUS_TYPE, which some Windows versions return instead of names. */
const busNames: Readonly<Record<string, string>> = {
  "1": "SCSI",
  "2": "ATAPI",
  "3": "ATA",
  "4": "FireWire",
  "6": "FC",
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
  "18": "SCM",
  "19": "UFS",
  "20": "NVMe-oF",
};

/** A number without a name is "unknown" or newer than this list. */
function busOf(type: string | null): string | null {
  return type === null || /^\d+$/.test(type) ? (busNames[type ?? ""] ?? null) : type;
}

/**
 * Maps `System.Volume.BitLockerProtection` to `Volume.encryption`. Microsoft documents the property
 * but not its values: the registry of Windows shows that 2 is off and 6 is locked, because its
 * menus depend on them; others found the rest by experiment.
 */
export function encryptionOf({ BitLockerProtection: protection }: WindowsVolume): string | null {
  switch (protection) {
    case "1": // on
    case "3": // BitLocker is encrypting the volume
    case "4": // BitLocker is decrypting the volume
    case "5": // BitLocker is on, with its protection suspended
    case lockedByBitLocker:
      return "BitLocker";
    case "2":
      return "none";
    default:
      return null;
  }
}

export function driveOf({ disk, mediaType, link, volume }: FoundVolume): Drive {
  const isRemovable = /^(Removable|2)$/.test(volume.DriveType ?? "");
  if (disk === null) {
    return { ...unknownDrive, removable: isRemovable || null };
  }
  const bus = busOf(disk.BusType);
  const model = disk.FriendlyName;
  // Storage spaces also have the maker "Msft" and often the name "VirtualDisk1", but on real
  // drives.
  const isVirtual =
    bus !== "Spaces" && isVirtualModel(`${disk.Manufacturer ?? ""} ${model ?? ""}`.trim());
  return {
    model,
    kind: isVirtual ? "virtual" : kindOf(bus, mediaType, disk),
    bus,
    removable: isRemovable || bus === "USB" || bus === "SD",
    ...identityOf(disk, link),
    // A storage space hides its disks.
    disks: bus === "Spaces" ? null : 1,
  };
}

/** Windows reports the namespace identifier instead of an NVMe drive's serial number. */
const namespaceIdentifier = /^([0-9A-F]{4}_){3,}[0-9A-F]{4}\.?$/i;

function identityOf(disk: WindowsDisk, link: WindowsLink | null): DriveIdentity {
  const serial = driveText(disk.AdapterSerialNumber) ?? driveText(disk.SerialNumber);
  return {
    serial: serial === null || namespaceIdentifier.test(serial) ? null : serial,
    firmware: driveText(disk.FirmwareVersion),
    capacityBytes: countOrNull(disk.Size) || null,
    link:
      link &&
      pcieLink(
        { gigatransfersPerSecond: pcieGigatransfers(link.Speed), lanes: link.Width },
        { gigatransfersPerSecond: pcieGigatransfers(link.MaxSpeed), lanes: link.MaxWidth },
      ),
    sectorBytes: sectorsOf(disk.LogicalSectorSize, disk.PhysicalSectorSize),
    hostMemoryBuffer: null,
  };
}

function kindOf(
  bus: string | null,
  mediaType: string | null,
  { Manufacturer: maker, FriendlyName: model }: WindowsDisk,
): DriveKind {
  switch (bus) {
    case "NVMe":
      return "nvme";
    case "RAID":
      // Many laptops ship in RAID mode with a single drive. The driver then reports "NVMe" as the
      // maker, and PowerShell puts the maker before the model.
      return maker?.trim() === "NVMe" || model?.startsWith("NVMe ") ? "nvme" : "unknown";
    case "USB":
      return "usb";
    case "SD":
    case "MMC":
      return "memory-card";
    case "Virtual":
    case "File Backed Virtual":
      return "virtual";
    case "iSCSI":
    case "NVMe-oF":
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
