import { grouped } from "#analysis/grouped";
import { isFuseType, isImageType, isMemoryType, isNetworkType, isPseudoType } from "./file-systems";
import { isReadOnly, type Mount, type MountTable } from "./mountinfo";

/** Folders in which mounts hold no user files, or show the files of another listed mount. */
const hiddenPlaces = [
  ...["/boot", "/efi", "/recovery", "/dev", "/Docker/host", "/proc", "/sys", "/snap", "/nix/store"],
  ...["/gnu/store", "/ostree", "/sysroot", "/etc", "/var/snap", "/var/lib/containers"],
  ...["/var/lib/docker", "/var/lib/flatpak", "/var/lib/kubelet", "/var/lib/lxcfs"],
  ...["/var/lib/machines", "/var/lib/snapd", "/init", "/mnt/wslg", "/mnt/wsl", "/usr/lib/wsl"],
  "/usr/lib/modules",
];

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function isHiddenPlace(mountPoint: string): boolean {
  // Desktops mount removable drives below /run/media.
  if (isInside("/run", mountPoint)) {
    return !mountPoint.startsWith("/run/media/");
  }
  return (
    mountPoint.startsWith("/tmp/.mount_") ||
    hiddenPlaces.some((place) => isInside(place, mountPoint))
  );
}

function isRecognisable(mount: Mount): boolean {
  const { fileSystem, mountPoint } = mount;
  if (mountPoint === "/") {
    return true;
  }
  if (isPseudoType(fileSystem) || isMemoryType(fileSystem) || isImageType(fileSystem)) {
    return false;
  }
  // Containers and live systems use overlays; users do not mount them.
  if (fileSystem === "overlay" || isHiddenPlace(mountPoint)) {
    return false;
  }
  const hasBlockDevice = !mount.deviceNumber.startsWith("0:") || mount.source.startsWith("/dev/");
  return (
    hasBlockDevice || fileSystem === "zfs" || isNetworkType(fileSystem) || isFuseType(fileSystem)
  );
}

/** A key that all mounts of one volume share: bind mounts, subvolumes, datasets of a ZFS pool. */
export function volumeKey(mount: Mount): string {
  return mount.fileSystem === "zfs"
    ? `zfs:${mount.source.split("/")[0] ?? mount.source}`
    : mount.deviceNumber;
}

/**
 * Sorts the mounts of a volume: `/` comes first, then writable mounts, whole file systems and older
 * mounts.
 */
function byPreference(a: Mount, b: Mount): number {
  const rank = (mount: Mount) =>
    (mount.mountPoint === "/" ? 0 : 4) + (isReadOnly(mount) ? 2 : 0) + (mount.root === "/" ? 0 : 1);
  // The sort is stable, so mounts of equal rank stay in the order of mounting.
  return rank(a) - rank(b);
}

/**
 * The volumes that users recognize: one group of mounts per volume, the best representative first,
 * the system's volume first of all.
 */
export function recognisableVolumes(table: MountTable): Mount[][] {
  const mounts = table.mounts.filter((mount) => isRecognisable(mount) && table.isReachable(mount));
  return grouped(mounts, volumeKey)
    .map((group) => group.sort(byPreference))
    .sort((a, b) => (a[0]?.mountPoint ?? "").localeCompare(b[0]?.mountPoint ?? "", "en"));
}
