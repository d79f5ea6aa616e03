import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { folderProblem } from "#contract/folder-problem";
import type { FolderProblem, FoundEntry } from "#contract/history";
import type { Report } from "#contract/report";
import { unreadable } from "../main/files/own-json";
import { named, readEntry, summaryOf } from "./read-entry";

/** A later change could have the same timestamp, so a file changed this recently is not cached. */
const settledAfterMs = 3000;

interface Remembered {
  readonly stamp: string;
  readonly found: FoundEntry;
}

/**
 * Reads the folder of earlier inspections, one entry at a time. Entries stay in memory as long as a
 * file's size, times and inode number do not change.
 */
export class HistoryFolder {
  private remembered = new Map<string, Remembered>();

  /**
   * Calls `onFound` for each entry; resolves with the folder's problem or `null`. Never rejects.
   */
  async list(folder: string, onFound: (found: FoundEntry) => void): Promise<FolderProblem | null> {
    let names: string[];
    try {
      names = await readdir(folder);
    } catch (error) {
      const { code = null } = error as NodeJS.ErrnoException;
      return code === "ENOENT" && !(await isThere(folder)) ? null : folderProblem(folder, code);
    }
    const seen = new Map<string, Remembered>();
    for (const name of names.filter((one) => one.endsWith(".json")).sort()) {
      const file = path.join(folder, name);
      const stamp = await stampOf(file);
      const known = this.remembered.get(file);
      const found =
        stamp !== null && known?.stamp === stamp ? known.found : await this.look(folder, name);
      if (found === null) {
        continue; // the file was deleted since the folder was read
      }
      if (stamp !== null && found.kind === "report") {
        seen.set(file, { stamp, found });
      }
      onFound(found);
    }
    this.remembered = seen;
    return null;
  }

  /**
   * Reads one entry; `null` if there is none. An entry that cannot be parsed counts as unreadable.
   */
  async look(folder: string, name: string): Promise<FoundEntry | null> {
    try {
      const read = await readEntry(folder, name);
      return read && summaryOf(read);
    } catch (error) {
      console.error(`${name} could not be read:`, error);
      return named(path.join(folder, name), name, unreadable("damaged"));
    }
  }

  /** Reads an entry's whole report; `null` if the entry has no readable report. */
  async open(folder: string, name: string): Promise<Report | null> {
    const read = await readEntry(folder, name).catch(() => null);
    return read?.kind === "report" ? read.report : null;
  }
}

/**
 * A text that changes whenever the file changes; `null` if the file is missing or changed too
 * recently.
 */
async function stampOf(file: string): Promise<string | null> {
  try {
    const status = await lstat(file, { bigint: true });
    const { dev, ino, size, mtimeNs, ctimeNs } = status;
    const isSettled = Date.now() - Number(status.ctimeMs) > settledAfterMs;
    return isSettled ? [dev, ino, size, mtimeNs, ctimeNs].join(" ") : null;
  } catch {
    return null;
  }
}

async function isThere(folder: string): Promise<boolean> {
  return lstat(folder).then(
    () => true,
    () => false,
  );
}
