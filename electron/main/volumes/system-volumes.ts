import { tmpdir, userInfo } from "node:os";
import type { Volume } from "#contract/volume";

type Space = Pick<Volume, "mountPoint" | "device" | "fileSystem" | "drive" | "system">;

/**
 * Whether programs need free space on this volume: the system's, the one with this user's files,
 * and those that share or may share their space with one of these. Folders that cannot be described
 * are ignored.
 */
export async function isSystems(
  volume: Space,
  describe: (directory: string) => Promise<Space>,
  places: readonly string[] = neededPlaces(),
): Promise<boolean> {
  // Windows does not say which volume holds the image of a virtual disk: it may be the system's.
  if (volume.system || volume.drive.bus === "File Backed Virtual") {
    return true;
  }
  const others = await Promise.all(places.map((place) => describe(place).catch(() => null)));
  return others.some((other) => other !== null && sharesRoom(volume, other));
}

function sharesRoom(one: Space, other: Space): boolean {
  const pool = poolOf(one);
  return one.mountPoint === other.mountPoint || (pool !== null && pool === poolOf(other));
}

/**
 * Names what shares its space with a volume: mounts of one btrfs, ZFS or APFS do, and all storage
 * spaces of Windows may.
 */
function poolOf({ device, fileSystem, drive }: Space): string | null {
  if (device === null || drive.kind === "memory") {
    return null;
  }
  if (drive.bus === "Spaces") {
    return drive.bus;
  }
  switch (fileSystem) {
    case "zfs":
      return device.split("/")[0] ?? null;
    case "apfs":
      return /disk\d+/.exec(device)?.[0] ?? device;
    default:
      return device.startsWith("/dev/") ? device : null;
  }
}

function neededPlaces(): readonly string[] {
  const windows = `${process.env.SystemDrive ?? "C:"}\\`;
  const system = process.platform === "win32" ? [windows] : ["/", "/var"];
  return [...system, ...ownHome(), tmpdir()];
}

/**
 * The home folder in the user database, because a script may have changed HOME; empty if the
 * database has no entry.
 */
function ownHome(): readonly string[] {
  try {
    return [userInfo().homedir];
  } catch {
    return [];
  }
}
