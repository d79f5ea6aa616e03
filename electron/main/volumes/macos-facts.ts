import { type Drive, type DriveKind, unknownDrive } from "#contract/volume";
import { isVirtualModel } from "./drive-facts";
import { driveText, pcieLink } from "./drive-identity";
import { isPseudoType } from "./file-systems";
import type { DiskInfo, MacMount, ProfiledDisk } from "./macos-output";

/** What follows from the answers of macOS's programs; pure. */

/** Since macOS 10.15 the system is a sealed volume at `/`; what people save is on its twin. */
export const dataVolume = "/System/Volumes/Data";

export function isSystem({ mountPoint }: MacMount): boolean {
  return mountPoint === "/" || mountPoint === dataVolume;
}

export function isReadOnly(mount: MacMount): boolean {
  return mount.options.includes("read-only");
}

/** What Finder shows: the system once, by its data volume, and everything not marked as hidden. */
export function recognisableMounts(mounts: readonly MacMount[]): MacMount[] {
  const hasDataVolume = mounts.some(({ mountPoint }) => mountPoint === dataVolume);
  return mounts.filter((mount) => {
    const { mountPoint, fileSystem, options } = mount;
    if (isPseudoType(fileSystem) || fileSystem === "nullfs") {
      return false;
    }
    if (isSystem(mount)) {
      return (mountPoint === dataVolume) === hasDataVolume;
    }
    return !options.includes("nobrowse") && !mountPoint.startsWith("/System/Volumes/");
  });
}

/**
 * The disks a volume lies on: `disk0` for an APFS container on `disk0s2`, two for a Fusion drive.
 * None where diskutil does not tell.
 */
export function wholeDisksOf(info: DiskInfo): string[] {
  const stores = (info.APFSPhysicalStores ?? []).map(
    (store) => store.APFSPhysicalStore ?? store.DeviceIdentifier ?? "",
  );
  // The whole disk of an APFS volume is its container, and that of a RAID or a CoreStorage volume is
  // made of others: neither is a drive.
  const isMade =
    info.FilesystemType === "apfs" ||
    info.APFSContainerReference !== undefined ||
    info.VirtualOrPhysical === "Virtual";
  const names = stores.length === 0 && !isMade ? [info.ParentWholeDisk ?? ""] : stores;
  return [...new Set(names.flatMap((name) => /^disk\d+/.exec(name)?.[0] ?? []))];
}

/** What is known of a disk; `null`: diskutil knew nothing of it. */
export function driveOf(info: DiskInfo | null, profiled: ProfiledDisk | null = null): Drive {
  if (info === null) {
    return unknownDrive;
  }
  const model = info.MediaName?.trim() || null;
  return {
    model,
    kind: isVirtualModel(model ?? "") ? "virtual" : kindOf(info),
    bus: info.BusProtocol?.trim() || null,
    removable:
      info.RemovableMediaOrExternalDevice ?? (info.Internal === undefined ? null : !info.Internal),
    serial: driveText(profiled?.serial),
    firmware: driveText(profiled?.firmware),
    capacityBytes: info.TotalSize || null,
    link: profiled && linkOf(profiled),
    // diskutil names the sectors programs see and not those of the medium.
    sectorBytes: null,
    hostMemoryBuffer: null,
    disks: 1,
  };
}

/** Speeds of the USB as system_profiler names them, in megabits a second. */
const usbSpeeds: Readonly<Record<string, number>> = {
  low_speed: 1.5,
  full_speed: 12,
  high_speed: 480,
  super_speed: 5000,
  super_speed_plus: 10_000,
};

function linkOf({ speed, width }: ProfiledDisk): Drive["link"] {
  const megabitsPerSecond = usbSpeeds[speed ?? ""];
  if (megabitsPerSecond !== undefined) {
    return { type: "usb", megabitsPerSecond };
  }
  const [, figure, unit] = /^(\d{1,3}(?:\.\d+)?) (GT\/s|Gigabit)$/.exec(speed ?? "") ?? [];
  const rate = Number(figure ?? 0);
  if (rate === 0) {
    return null;
  }
  const lanes = Number(/^x(\d{1,2})$/.exec(width ?? "")?.[1] ?? 0);
  return unit === "Gigabit"
    ? { type: "sata", gigabitsPerSecond: rate }
    : pcieLink(
        { gigatransfersPerSecond: rate, lanes },
        { gigatransfersPerSecond: null, lanes: null },
      );
}

function kindOf({ BusProtocol, SolidState }: DiskInfo): DriveKind {
  switch (BusProtocol) {
    case "USB":
      return "usb";
    case "Secure Digital":
      return "memory-card";
    case "Disk Image":
    case "Virtual Interface":
    case "VirtIO":
      return "virtual";
    // The link between an Apple chip and the flash memory beside it, spoken to as NVMe. "PCI" alone
    // is not: Macs of 2013 to 2015 name their AHCI drives so.
    case "Apple Fabric":
    case "PCI-Express":
      return SolidState === true ? "nvme" : "unknown";
    case "SATA":
    case "ATA":
      return SolidState === undefined ? "unknown" : SolidState ? "sata-ssd" : "hard-disk";
    default:
      return "unknown";
  }
}

/**
 * Drivers outside the kernel, as those of FAT and exFAT on newer versions, mount under one name for all of
 * them, which is no file system; `diskutil` knows which it is.
 */
export function fileSystemOf({ fileSystem }: MacMount, info: DiskInfo | null): string | null {
  return fileSystem === "lifs" ? (info?.FilesystemType ?? null) : fileSystem;
}

/** Apple chips also encrypt without FileVault, but then with no secret of the user's. */
export function encryptionOf(info: DiskInfo | null): string | null {
  if (info?.FileVault === true) {
    return "FileVault";
  }
  if (info?.Encryption === true) {
    return "APFS";
  }
  return info?.FileVault === false || info?.Encryption === false ? "none" : null;
}
