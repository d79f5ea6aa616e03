import { type Drive, type DriveKind, unknownDrive } from "#contract/volume";
import { isVirtualModel } from "./drive-facts";
import { driveText } from "./drive-identity";
import { isPseudoType } from "./file-systems";
import type { MacMount } from "./macos-mounts";
import type { DiskInfo, ProfiledDisk } from "./macos-output";

/** The volume with the user's files: since macOS 10.15 the system is a sealed volume at `/`. */
export const dataVolume = "/System/Volumes/Data";

export function isSystem({ mountPoint }: MacMount): boolean {
  return mountPoint === "/" || mountPoint === dataVolume;
}

export function isReadOnly(mount: MacMount): boolean {
  return mount.options.includes("read-only");
}

/**
 * The mounts that Finder shows: the system once, as its data volume, and every mount without
 * `nobrowse`.
 */
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

/** `disk0` for APFS on `disk0s2`, two for a Fusion drive; empty if diskutil reports none. */
export function wholeDisksOf(info: DiskInfo): string[] {
  const stores = (info.APFSPhysicalStores ?? []).map(
    (store) => store.APFSPhysicalStore ?? store.DeviceIdentifier ?? "",
  );
  // Leaves out a "whole disk" that is no drive: for an APFS volume diskutil names the container,
  // for a RAID or CoreStorage volume a disk made of other disks. Keeps that of a disk image, which
  // diskutil calls virtual, too: no other disk shows what kind of drive the image is.
  const isMade =
    info.FilesystemType === "apfs" ||
    info.APFSContainerReference !== undefined ||
    (info.VirtualOrPhysical === "Virtual" && info.BusProtocol !== "Disk Image");
  const names = stores.length === 0 && !isMade ? [info.ParentWholeDisk ?? ""] : stores;
  return [...new Set(names.flatMap((name) => /^disk\d+/.exec(name)?.[0] ?? []))];
}

/** The drive's facts, all of them unknown if `info` is `null`. */
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
    link: profiled?.link ?? null,
    // diskutil reports the logical sector size but not the physical one.
    sectorBytes: null,
    hostMemoryBuffer: null,
    disks: 1,
  };
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
    // "Apple Fabric" links an Apple chip to its flash memory, which uses NVMe. "PCI" alone does not
    // mean NVMe: Macs of 2013 to 2015 use it for their AHCI drives.
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
 * The file system's name. On newer macOS, user-space drivers such as FAT and exFAT mount under one
 * shared type name; `diskutil` reports the file system's name.
 */
export function fileSystemOf({ fileSystem }: MacMount, info: DiskInfo | null): string | null {
  return fileSystem === "lifs" ? (info?.FilesystemType ?? null) : fileSystem;
}

/**
 * The encryption's name, "none" or `null` (not known). Apple chips encrypt even without FileVault,
 * but without a user's secret: that counts as "none".
 */
export function encryptionOf(info: DiskInfo | null): string | null {
  if (info?.FileVault === true) {
    return "FileVault";
  }
  if (info?.Encryption === true) {
    return "APFS";
  }
  return info?.FileVault === false || info?.Encryption === false ? "none" : null;
}
