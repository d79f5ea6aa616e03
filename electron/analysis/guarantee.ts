import {
  type FlushModeId,
  flushModeIds,
  flushModes,
  type Guarantee,
  type OperatingSystem,
} from "#contract/flush-mode";
import type { VolumeFacts } from "#contract/volume";

/**
 * What a mode promises on this volume: the system's promise, minus what mount and settings take
 * away. Whether the drive keeps the promise is another question.
 */
export function guaranteeOn(mode: FlushModeId, os: OperatingSystem, volume: Mount): Guarantee {
  // If this system does not have the mode, its promise is unknown.
  const promised = flushModes[mode][os]?.guarantee ?? "unknown";
  if (isMemory(volume) || syncsAreDropped(volume)) {
    return "none";
  }
  if (promised !== "none" && (volume.drive.kind === "network" || isPlaceUnknown(volume))) {
    // This system does not show what another computer, or a lower layer, does with the data.
    return "unknown";
  }
  if (promised === "power-loss" && barriersAreOff(volume)) {
    return "os-crash";
  }
  return isNotAskedFor(mode, os, volume) ? "os-crash" : promised;
}

export function guaranteesOn(os: OperatingSystem, volume: Mount): Record<FlushModeId, Guarantee> {
  const all = flushModeIds.map((mode) => [mode, guaranteeOn(mode, os, volume)] as const);
  return Object.fromEntries(all) as Record<FlushModeId, Guarantee>;
}

/**
 * Whether Windows leaves the mode's writes in the drive's cache: with "Turn off Windows write-cache
 * buffer flushing" it sends no flush and no longer sets force-unit-access on write-through writes.
 * https://github.com/microsoft/Windows-driver-samples/tree/main/storage/class/classpnp
 */
function isNotAskedFor(mode: FlushModeId, os: OperatingSystem, volume: Mount): boolean {
  const isWriteThrough = mode === "write_through" || mode === "no_buffering_write_through";
  return os === "windows" && isWriteThrough && volume.flushesTurnedOff === true;
}

type Mount = Pick<VolumeFacts, "drive" | "fileSystem" | "mountOptions"> &
  Partial<Pick<VolumeFacts, "lowerMounts" | "flushesTurnedOff">>;

type Options = Pick<VolumeFacts, "fileSystem" | "mountOptions">;

/** Whether this is a file system in RAM: no sync call makes its files survive a restart. */
export function isMemory({ drive, fileSystem }: Pick<Mount, "drive" | "fileSystem">): boolean {
  return drive.kind === "memory" || fileSystem === "tmpfs" || fileSystem === "ramfs";
}

/** Whether the storage is not visible, as in a container or behind a program's file system. */
export function isPlaceUnknown({ lowerMounts }: Mount): boolean {
  return lowerMounts === null;
}

/** Whether the drive or the computer is virtual: the host decides what a flush or a read does. */
export function isVirtualDrive(
  { drive }: Pick<VolumeFacts, "drive">,
  { virtualMachine }: { readonly virtualMachine: string | null },
): boolean {
  return drive.kind === "virtual" || machineOf({ virtualMachine }) !== null;
}

/** The hypervisor that the system runs on; `null` if there is none or it is not known. */
export function machineOf({
  virtualMachine,
}: {
  readonly virtualMachine: string | null;
}): string | null {
  return virtualMachine === "none" ? null : virtualMachine;
}

/** A mount option that makes saves unsafe, and its file system. */
export interface UnsafeOption {
  readonly option: string;
  readonly fileSystem: string | null;
  /** Whether the option belongs to a lower mount, and not to the inspected one. */
  readonly isLower: boolean;
}

/** The first unsafe option among this mount and the lower mounts that its data passes through. */
function unsafeOption(
  volume: Mount,
  isUnsafe: (option: string, fileSystem: string | null) => boolean,
): UnsafeOption | null {
  for (const mount of [volume, ...(volume.lowerMounts ?? [])] as readonly Options[]) {
    const { fileSystem } = mount;
    const option = options(mount.mountOptions).find((entry) => isUnsafe(entry, fileSystem));
    if (option !== undefined) {
      return { option, fileSystem, isLower: mount !== volume };
    }
  }
  return null;
}

/**
 * The mount option that drops every sync; `null` if there is none. An overlay mounted `volatile`
 * (`fsync=volatile` in newer kernels) omits every sync
 * (https://docs.kernel.org/filesystems/overlayfs.html); bcachefs does so with
 * `journal_flush_disabled`.
 */
export function syncsDroppedBy(volume: Mount): UnsafeOption | null {
  return unsafeOption(
    volume,
    (option, fileSystem) =>
      (fileSystem === "overlay" && (option === "volatile" || option === "fsync=volatile")) ||
      (fileSystem === "bcachefs" && option === "journal_flush_disabled"),
  );
}

export function syncsAreDropped(volume: Mount): boolean {
  return syncsDroppedBy(volume) !== null;
}

/**
 * Mount options with which a file system sends the drive no flush: the data leaves the computer's
 * memory and survives a crash of the system, but not a power cut. `nobarrier`: ext4, XFS before
 * 4.19, btrfs, F2FS, NILFS2, GFS2, HFS+; `barrier=0`: ext3, OCFS2; `barrier=none`: ReiserFS, whose
 * other value is `flush`; `fsync_mode=nobarrier`: F2FS.
 * https://docs.kernel.org/admin-guide/ext4.html, https://docs.kernel.org/filesystems/f2fs.html
 */
const withoutBarriers =
  /^(nobarrier|no_write_barrier|barrier=(0|none|off|no|false)|fsync_mode=nobarrier)$/;

export function barriersOffBy(volume: Mount): UnsafeOption | null {
  return unsafeOption(volume, (option) => withoutBarriers.test(option));
}

/** Whether a mount option or a setting in Windows keeps the system from flushing the drive. */
export function barriersAreOff(volume: Mount): boolean {
  return barriersOffBy(volume) !== null || volume.flushesTurnedOff === true;
}

/** What makes saves unsafe, the gravest first; `null` if neither the mount nor a setting does. */
export function unsafeSetting(volume: Mount): "memory" | "syncs-dropped" | "barriers-off" | null {
  if (isMemory(volume)) {
    return "memory";
  }
  return syncsAreDropped(volume) ? "syncs-dropped" : barriersAreOff(volume) ? "barriers-off" : null;
}

/** Whether mount or settings make saves unsafe, which explains any loss in a power cut. */
export function isSetUnsafely(volume: Mount): boolean {
  return unsafeSetting(volume) !== null;
}

/**
 * Whether the file system may ignore syncs unseen: ZFS does with `sync=disabled`, a dataset
 * property that no mount option shows.
 * https://openzfs.github.io/openzfs-docs/man/master/7/zfsprops.7.html
 */
export function mayDropSyncsUnseen({ fileSystem, lowerMounts }: Mount): boolean {
  return fileSystem === "zfs" || (lowerMounts ?? []).some((mount) => mount.fileSystem === "zfs");
}

/**
 * File systems without a journal or copies on write, by their names in Linux, macOS and Windows;
 * HFS+ and NTFS because Linux does not write their journals
 * (https://docs.kernel.org/filesystems/ntfs3.html).
 */
const withoutJournal: ReadonlySet<string> = new Set([
  ...["vfat", "msdos", "fat", "fat12", "fat16", "fat32", "exfat", "ext2", "udf", "minix"],
  ...["hfsplus", "ntfs3"],
]);

/** File systems that store their files in a folder of the first of the lower mounts. */
const layered: ReadonlySet<string> = new Set(["overlay", "overlayfs", "aufs", "unionfs"]);

/**
 * The mount whose file system changes the folder when one file replaces another: for an image, the
 * mount inside it and not the one that the image file lies on.
 */
function folderOf(volume: Mount): Options {
  const mounts: readonly Options[] = [volume, ...(volume.lowerMounts ?? [])];
  return mounts.find(({ fileSystem }) => !layered.has(fileSystem ?? "")) ?? volume;
}

/**
 * Whether this is HFS+ or the older HFS: macOS calls both `hfs`. HFS+ has a journal only with the
 * mount option `journaled`, HFS never.
 */
const isHfs = ({ fileSystem }: Options) => fileSystem?.toLowerCase() === "hfs";

/**
 * The file system's name if it has no journal, so that a power cut may leave half a change of a
 * folder; `null` if no such file system is known.
 */
export function unjournaledName(volume: Mount): string | null {
  const folder = folderOf(volume);
  const { fileSystem, mountOptions } = folder;
  const isBare = isHfs(folder) && mountOptions !== null && !hasJournal(folder);
  return isBare || withoutJournal.has(fileSystem?.toLowerCase() ?? "") ? fileSystem : null;
}

function hasJournal({ mountOptions }: Options): boolean {
  return options(mountOptions).includes("journaled");
}

/** True if it is not known whether the file system keeps a journal, as with a program's (FUSE). */
export function isJournalUnknown(volume: Mount): boolean {
  const folder = folderOf(volume);
  const { fileSystem } = folder;
  const isOfProgram = fileSystem === null || fileSystem.startsWith("fuse");
  return isOfProgram || (isHfs(folder) && !hasJournal(folder));
}

function options(mountOptions: string | null): string[] {
  return (mountOptions ?? "").split(",").map((option) => option.trim());
}
