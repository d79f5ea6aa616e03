import { win32 } from "node:path";
import { type Drive, type DriveIdentity, type DriveKind, unknownDrive } from "#contract/volume";
import { isVirtualModel } from "./drive-facts";
import { driveText, pcieGigatransfers, pcieLink, sectorsOf } from "./drive-identity";

export interface FoundVolume {
  readonly mountPoint: string;
  /** All paths of the volume: letter and folders, the mount point among them. */
  readonly places: readonly string[];
  /** The drive letter, a capital; `null` for a volume that is mounted in a folder only. */
  readonly driveLetter: string | null;
  /** The GUID path, `\\?\Volume{…}\`; `null` if only the root folder's path is known. */
  readonly path: string | null;
  readonly fileSystem: string | null;
  readonly label: string | null;
  /** Result of Windows' `GetDriveType`. */
  readonly driveType: number | null;
  readonly totalBytes: number | null;
  readonly freeBytes: number | null;
  /** Value of the shell property `System.Volume.BitLockerProtection`; see `encryptionOf`. */
  readonly encryption: number | null;
  /** Whether the volume, its partition or its disk is write-protected. */
  readonly readOnly: boolean;
  /** The volume's disk; `null` for a volume on several disks. */
  readonly disk: WindowsDisk | null;
  readonly diskNumbers: readonly number[];
  readonly system: boolean;
  /**
   * Windows names no disk below the volume: a program provides the drive, from memory, a file or a
   * server. Drivers of real disks answer IOCTL_VOLUME_GET_VOLUME_DISK_EXTENTS.
   */
  readonly diskless: boolean;
  /** `silent`: the volume did not answer and is not queried again. */
  readonly unreadable: "silent" | "locked" | "no-file-system" | null;
}

export interface WindowsDisk {
  readonly number: number;
  readonly model: string | null;
  readonly maker: string | null;
  /** Windows' STORAGE_BUS_TYPE. */
  readonly bus: number | null;
  /** Whether the disk has a seek penalty, as hard disks do; `null` if not known. */
  readonly rotates: boolean | null;
  readonly serial: string | null;
  readonly adapterSerial: string | null;
  readonly firmware: string | null;
  readonly capacityBytes: number | null;
  readonly logicalSectorBytes: number | null;
  readonly physicalSectorBytes: number | null;
  /** Whether the port allows removing the disk while the computer runs. */
  readonly isHotplug: boolean | null;
  /** The link of the disk's controller: PCI Express generations, from 1, and lane counts. */
  readonly link: {
    readonly speed: number;
    readonly width: number;
    readonly mostSpeed: number;
    readonly mostWidth: number;
  } | null;
}

const removableDrive = 2;
const discDrive = 5;

/** BitLockerProtection's value for a locked volume; see `encryptionOf`. */
const lockedByBitLocker = 6;

/**
 * Why the volume cannot be read; `null` if it has a size. "empty" is a drive without a medium, such
 * as a card reader without a card: it has a letter but no size, like a locked volume.
 */
export function whyUnreadable(
  found: Pick<FoundVolume, "totalBytes" | "encryption" | "driveType" | "disk">,
): Exclude<FoundVolume["unreadable"], "silent"> | "empty" {
  if ((found.totalBytes ?? 0) > 0) {
    return null;
  }
  if (found.encryption === lockedByBitLocker) {
    return "locked";
  }
  return (found.disk?.capacityBytes ?? 0) > 0 && !isDisc(found) ? "no-file-system" : "empty";
}

export function isDisc({ driveType }: Pick<FoundVolume, "driveType">): boolean {
  return driveType === discDrive;
}

export function isInside(folder: string, path: string): boolean {
  const withSeparator = folder.endsWith("\\") ? folder : `${folder}\\`;
  return `${path}\\`.toLowerCase().startsWith(withSeparator.toLowerCase());
}

/** Whether the path names a local volume by its GUID, which never changes. */
export function isVolumeGuidPath(path: string): boolean {
  return /^\\\\\?\\Volume\{/i.test(path);
}

export function isSystemRoot(mountPoint: string, systemRoot: string): boolean {
  return win32.parse(systemRoot).root.toUpperCase() === mountPoint.toUpperCase();
}

/** A volume of which only the paths are known. */
export function bareVolume(
  place: string,
  unreadable: FoundVolume["unreadable"] = null,
  others: readonly string[] = [],
): FoundVolume {
  // Mount points are compared as text, and a program started in `c:\` uses that small letter.
  const mountPoint = place.replace(/^[a-z](?=:)/, (small) => small.toUpperCase());
  return {
    mountPoint,
    places: [mountPoint, ...others],
    driveLetter: /^[A-Z](?=:\\?$)/.exec(mountPoint)?.[0] ?? null,
    path: null,
    fileSystem: null,
    label: null,
    driveType: null,
    totalBytes: null,
    freeBytes: null,
    encryption: null,
    readOnly: false,
    disk: null,
    diskNumbers: [],
    system: false,
    diskless: false,
    unreadable,
  };
}

/** The volume mounted nearest above the path: a volume can be mounted in a folder of another. */
export function volumeOfPath(volumes: readonly FoundVolume[], path: string): FoundVolume | null {
  const [nearest] = volumes
    .flatMap((found) =>
      [...found.places, found.path ?? found.mountPoint].map((place) => ({ found, place })),
    )
    .filter(({ place }) => isInside(place, path))
    .sort((a, b) => b.place.length - a.place.length);
  return nearest?.found ?? null;
}

/** Names by STORAGE_BUS_TYPE; every other number means "unknown" or is newer than this list. */
const busNames: Readonly<Record<number, string>> = {
  1: "SCSI",
  2: "ATAPI",
  3: "ATA",
  4: "FireWire",
  6: "FC",
  7: "USB",
  8: "RAID",
  9: "iSCSI",
  10: "SAS",
  11: "SATA",
  12: "SD",
  13: "MMC",
  14: "Virtual",
  15: "File Backed Virtual",
  16: "Spaces",
  17: "NVMe",
  18: "SCM",
  19: "UFS",
  20: "NVMe-oF",
};

/**
 * The volume's encryption. Microsoft documents the property System.Volume.BitLockerProtection but
 * not its values: the registry of Windows shows that 2 is off and 6 is locked, because its menus
 * depend on them; others found the other values by experiment.
 */
export function encryptionOf({ encryption }: FoundVolume): string | null {
  switch (encryption) {
    case 1: // on
    case 3: // BitLocker is encrypting the volume
    case 4: // BitLocker is decrypting the volume
    case 5: // BitLocker is on, with its protection suspended
    case lockedByBitLocker:
      return "BitLocker";
    case 2:
      return "none";
    default:
      return null;
  }
}

export function driveOf({ disk, driveType }: FoundVolume): Drive {
  const isRemovable = driveType === removableDrive;
  if (disk === null) {
    return { ...unknownDrive, removable: isRemovable || null };
  }
  const { model, maker } = disk;
  const bus = disk.bus === null ? null : (busNames[disk.bus] ?? null);
  // Storage spaces are not virtual: they have the maker "Msft" and often the name "VirtualDisk1",
  // but lie on real drives.
  const isVirtual = bus !== "Spaces" && isVirtualModel(`${maker ?? ""} ${model ?? ""}`.trim());
  return {
    model,
    kind: isVirtual ? "virtual" : kindOf(bus, disk),
    bus,
    // Thunderbolt and eSATA disks report the bus of a disk inside the computer, and some ports
    // inside are hot-plug, too: for a hot-plug port it is not known whether the disk is removable.
    removable:
      isRemovable || bus === "USB" || bus === "SD" || (disk.isHotplug === true ? null : false),
    ...identityOf(disk, bus),
    // A storage space hides how many disks it uses.
    disks: bus === "Spaces" ? null : 1,
  };
}

/** Windows may report this namespace identifier instead of an NVMe drive's serial number. */
const namespaceIdentifier = /^([0-9A-F]{4}_){3,}[0-9A-F]{4}\.?$/i;

function identityOf(disk: WindowsDisk, bus: string | null): DriveIdentity {
  // An NVMe drive is its own controller. A SATA or RAID controller serves several disks, so its
  // link says nothing about one of them.
  const link = bus === "NVMe" ? disk.link : null;
  const serial = driveText(disk.adapterSerial) ?? driveText(disk.serial);
  return {
    serial: serial === null || namespaceIdentifier.test(serial) ? null : serial,
    firmware: driveText(disk.firmware),
    capacityBytes: disk.capacityBytes || null,
    link:
      link &&
      pcieLink(
        { gigatransfersPerSecond: pcieGigatransfers(link.speed), lanes: link.width },
        { gigatransfersPerSecond: pcieGigatransfers(link.mostSpeed), lanes: link.mostWidth },
      ),
    sectorBytes: sectorsOf(disk.logicalSectorBytes, disk.physicalSectorBytes),
    hostMemoryBuffer: null,
  };
}

function kindOf(bus: string | null, { rotates, maker, model }: WindowsDisk): DriveKind {
  switch (bus) {
    case "NVMe":
      return "nvme";
    case "RAID":
      // Many laptops ship in RAID mode with a single NVMe drive, whose maker or model the driver
      // begins with "NVMe".
      return maker === "NVMe" || model?.startsWith("NVMe ") ? "nvme" : "unknown";
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
      return rotates === null ? "unknown" : rotates ? "hard-disk" : "sata-ssd";
    default:
      return "unknown";
  }
}
