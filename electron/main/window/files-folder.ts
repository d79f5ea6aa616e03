import { stat } from "node:fs/promises";

/**
 * The home folder if it is on this volume, else the mount point. `null` if the mount point is no
 * folder, because opening a file would launch it. Rejects with the system's error if the volume
 * does not answer.
 */
export async function filesFolder(mountPoint: string, home: string): Promise<string | null> {
  const [volume, own] = await Promise.all([stat(mountPoint), stat(home).catch(() => null)]);
  if (!volume.isDirectory()) {
    return null;
  }
  return own?.isDirectory() && own.dev === volume.dev ? home : mountPoint;
}
