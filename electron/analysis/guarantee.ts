import {
  type FlushModeId,
  flushModes,
  type Guarantee,
  type OperatingSystem,
} from "../contract/flush-mode";
import type { VolumeFacts } from "../contract/volume";

/**
 * What a mode promises on this very volume: the system's promise, less what is known of the mount.
 * It is the promise up to the drive; whether the drive keeps it is another question.
 */
export function guaranteeOn(
  mode: FlushModeId,
  os: OperatingSystem,
  volume: Pick<VolumeFacts, "drive" | "fileSystem" | "mountOptions">,
): Guarantee {
  // A mode the system does not have promises nothing that could be relied on.
  const promised = flushModes[mode][os]?.guarantee ?? "unknown";
  if (isMemory(volume) || syncsAreDropped(volume)) {
    return "none";
  }
  if (promised !== "none" && volume.drive.kind === "network") {
    // What the other computer does with the data cannot be seen from here.
    return "unknown";
  }
  if (promised === "power-loss" && barriersAreOff(volume)) {
    return "os-crash";
  }
  return promised;
}

type Mount = Pick<VolumeFacts, "drive" | "fileSystem" | "mountOptions">;

/** A file system in memory: nothing on it outlives the system, whatever is called. */
export function isMemory({ drive, fileSystem }: Mount): boolean {
  return drive.kind === "memory" || fileSystem === "tmpfs" || fileSystem === "ramfs";
}

/**
 * An overlay mounted `volatile` omits every sync; newer kernels show the option as `fsync=volatile`.
 * https://docs.kernel.org/filesystems/overlayfs.html
 */
export function syncsAreDropped({ fileSystem, mountOptions }: Mount): boolean {
  return (
    fileSystem === "overlay" &&
    options(mountOptions).some((option) => option === "volatile" || option === "fsync=volatile")
  );
}

/**
 * ext4, ext3, XFS and btrfs send no flush when mounted so; the data still leaves the system, so
 * that it survives a crash of it. https://docs.kernel.org/admin-guide/ext4.html
 */
export function barriersAreOff({ mountOptions }: Mount): boolean {
  return options(mountOptions).some((option) => option === "nobarrier" || option === "barrier=0");
}

function options(mountOptions: string | null): string[] {
  return (mountOptions ?? "").split(",").map((option) => option.trim());
}
