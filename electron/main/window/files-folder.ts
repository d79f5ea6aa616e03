import { stat } from "node:fs/promises";

/**
 * Where on a volume a person's files are: in the home folder, where it lies there, else in the whole
 * of it. `null`: that is no folder, and anything else would be started instead of shown. Rejects with
 * the error of the system where the volume does not answer.
 */
export async function filesFolder(mountPoint: string, home: string): Promise<string | null> {
  const [volume, own] = await Promise.all([stat(mountPoint), stat(home).catch(() => null)]);
  if (!volume.isDirectory()) {
    return null;
  }
  return own?.isDirectory() && own.dev === volume.dev ? home : mountPoint;
}
