import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

/** Everything a database of the commit test keeps; see `commit_variants.cpp`. */
const ownFile = /^records\.(log|db|db-wal|db-shm|db-journal|mdbx|mdbx-lck)$/;

/**
 * Removes the databases of a run whose engine has died, and nothing else in their folders. Linux and
 * macOS need it not: there a guardian process does it, also when main dies. On Windows no file can go
 * with its process that a database has opened in its own way, without FILE_SHARE_DELETE.
 * @returns the folders that could not be removed
 */
export async function removeDatabaseLeftovers(directory: string, runId: string): Promise<string[]> {
  const left: string[] = [];
  const names = await readdir(directory).catch(() => []); // the drive may be gone
  for (const name of names) {
    if (!name.startsWith(`.driveproof-${runId}-`) || !name.endsWith(".db")) {
      continue;
    }
    const folder = join(directory, name);
    try {
      for (const file of await readdir(folder)) {
        if (ownFile.test(file)) {
          await rm(join(folder, file));
        }
      }
      await rmdir(folder);
    } catch {
      left.push(folder);
    }
  }
  return left;
}
