import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type FolderPlace, folderPlaceSchema } from "#contract/engine-messages";
import type { Statement } from "#contract/statement";
import type { DurableFile } from "../files/durable-file";
import { reasonOf } from "../files/error-code";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";
import { type Looked, leftAfterDeath } from "./leftover-words";
import type { ReleaseLock } from "./run-lock";

/**
 * A folder in which a run began; `place` identifies the folder and differs for another volume's
 * folder at the same path.
 */
const unfinishedFolderSchema = z.object({
  directory: z.string().refine((directory) => path.isAbsolute(directory)),
  place: folderPlaceSchema.nullable(),
});
type UnfinishedFolder = z.infer<typeof unfinishedFolderSchema>;

/**
 * Drops invalid entries and keeps all valid ones, because their folders may hold files that fill a
 * drive. Rejects a list that has entries but no valid one.
 */
export const unfinishedFoldersSchema = z
  .array(z.unknown())
  .transform((all) => ({
    all,
    folders: all.flatMap((one) => unfinishedFolderSchema.safeParse(one).data ?? []),
  }))
  .refine(({ all, folders }) => all.length === 0 || folders.length > 0)
  .transform(({ folders }) => folders);

/** Most folders in the list, in case some drives never come back. */
const mostFolders = 32;
const lockAttempts = 6;

export interface LeftoversOptions {
  readonly spawnEngine: SpawnEngine;
  /** The list of folders of unfinished runs; `null` if nothing is stored. */
  readonly store: Pick<DurableFile<UnfinishedFolder[]>, "read" | "save"> | null;
  /** Takes the run lock. Throws if another DriveProof is measuring, so that nothing is removed. */
  readonly acquireLock: () => Promise<ReleaseLock>;
  /** Time limit for a search in milliseconds, in case a drive hangs. */
  readonly limitMs?: number;
  readonly lockPauseMs?: number;
}

/**
 * Finds files left by runs that were killed with all their processes. Searches only folders in
 * which a run began and did not end. The engine decides which files are DriveProof's and unused, in
 * a separate process, because a drive may hang. Other instances of the program share the list; it
 * is changed only under the run lock.
 */
export class Leftovers {
  private changing: Promise<void> = Promise.resolve();
  private sweeping: Promise<readonly Looked[]> | null = null;
  private stopLooking: () => void = () => undefined;
  private begun: UnfinishedFolder | null = null;

  constructor(private readonly options: LeftoversOptions) {}

  /**
   * Adds the folder to the list of unfinished runs. Call under the run lock, before the run makes
   * files in the folder. Never rejects.
   */
  async begin(directory: string): Promise<void> {
    const folder = await folderAt(directory);
    this.begun = folder;
    await this.change((others) => [...others, folder], folder.directory);
  }

  /** Unlists the folder. Call under the lock, when the run has removed its files. Never rejects. */
  async end(directory: string): Promise<void> {
    const ended = this.begun?.directory ?? directory;
    this.begun = null;
    await this.change((others) => others, ended);
  }

  /** What a run's engine left in the folder when it died. Call under the run lock. */
  async afterDeath(directory: string): Promise<Statement> {
    const folder = this.begun ?? (await folderAt(directory));
    const looked = (await this.look([folder.directory])).get(folder.directory) ?? null;
    const isKnown = looked !== null && isSame(folder.place, looked.place);
    if (isKnown && looked.left.length + looked.held.length === 0) {
      await this.end(directory);
    }
    return leftAfterDeath(folder.directory, looked, isKnown);
  }

  /**
   * Searches the folders of runs that did not end, at the program's start; nothing if another
   * DriveProof is measuring. Resolves with what is left in each folder. Never rejects.
   */
  sweepUnfinished(): Promise<readonly Looked[]> {
    this.sweeping ??= this.sweepUnderLock().finally(() => {
      this.sweeping = null;
    });
    return this.sweeping;
  }

  /**
   * Searches these folders and those of unfinished runs, to make room for a run that lacks space.
   * Retries the lock, because a run that was just killed may hold it a moment longer. Resolves with
   * what is left in each folder. Never rejects.
   */
  async makeRoom(directories: readonly string[]): Promise<readonly Looked[]> {
    await this.sweeping;
    const release = await this.lockSoon();
    if (release === null) {
      return [];
    }
    try {
      const folders = await this.remembered();
      const known = folders.map(({ directory }) => directory);
      const others = [...new Set(directories)].filter((directory) => !known.includes(directory));
      const found = others.length === 0 ? [] : [...(await this.look(others)).values()];
      return [...found, ...(folders.length === 0 ? [] : await this.sweepAll(folders))];
    } finally {
      release();
    }
  }

  private async lockSoon(): Promise<ReleaseLock | null> {
    const { acquireLock, lockPauseMs = 500 } = this.options;
    for (let attempt = 0; attempt < lockAttempts; attempt += 1) {
      const release = await acquireLock().catch(() => null);
      if (release !== null) {
        return release;
      }
      await sleep(lockPauseMs);
    }
    return null;
  }

  /** Aborts a running search, so that a new run can take the lock that the search holds. */
  async stopSweeping(): Promise<void> {
    this.stopLooking();
    await this.sweeping;
  }

  private async sweepUnderLock(): Promise<readonly Looked[]> {
    const folders = await this.remembered();
    if (folders.length === 0) {
      return [];
    }
    const release = await this.options.acquireLock().catch(() => null);
    return release === null ? [] : this.sweepAll(folders).finally(release);
  }

  private async sweepAll(folders: readonly UnfinishedFolder[]): Promise<readonly Looked[]> {
    const found = await this.look(folders.map(({ directory }) => directory));
    for (const { directory, place } of folders) {
      const looked = found.get(directory);
      const isEmpty = looked && looked.left.length + looked.held.length === 0;
      // Unlists a folder only if no files of killed runs are left in it. A folder that could not be
      // searched, or that is now another volume's, stays listed.
      if (isEmpty && (looked.removed > 0 || isSame(place, looked.place))) {
        await this.change((others) => others, directory);
      }
    }
    return [...found.values()];
  }

  private async remembered(): Promise<readonly UnfinishedFolder[]> {
    try {
      return ((await this.options.store?.read()) ?? []).slice(-mostFolders);
    } catch (error) {
      console.error("the folders of unfinished inspections could not be read:", reasonOf(error));
      return [];
    }
  }

  /** Replaces or removes a folder's entry, after all earlier changes. */
  private change(
    edit: (others: UnfinishedFolder[]) => UnfinishedFolder[],
    directory: string,
  ): Promise<void> {
    this.changing = this.changing.then(async () => {
      const others = (await this.remembered()).filter((one) => one.directory !== directory);
      try {
        await this.options.store?.save(edit(others).slice(-mostFolders));
      } catch (error) {
        // The inspection does not need the list, which matters only after a kill.
        console.error("the folder of this inspection could not be remembered:", reasonOf(error));
      }
    });
    return this.changing;
  }

  /** Removes files of killed runs; returns what is left in each folder that could be searched. */
  private async look(directories: readonly string[]): Promise<ReadonlyMap<string, Looked>> {
    const { spawnEngine, limitMs = 10_000 } = this.options;
    const found = new Map<string, Looked>();
    const supervisor = new EngineSupervisor(
      { type: "sweep", directories: [...directories] },
      {
        spawn: spawnEngine,
        stopDeadlineMs: 0,
        onEvent: (event) => {
          if (event.type === "swept") {
            found.set(event.directory, event);
          }
        },
      },
    );
    const timer = setTimeout(() => supervisor.stop(), limitMs);
    this.stopLooking = () => supervisor.stop();
    await supervisor.ended;
    clearTimeout(timer);
    return found;
  }
}

function isSame(one: FolderPlace | null, other: FolderPlace): boolean {
  return one !== null && one.device === other.device && one.inode === other.inode;
}

/** Resolves the links in a folder's path and reads the folder's identity. Never rejects. */
async function folderAt(directory: string): Promise<UnfinishedFolder> {
  try {
    const real = await realpath(directory);
    const { dev, ino } = await stat(real, { bigint: true });
    return { directory: real, place: { device: String(dev), inode: String(ino) } };
  } catch {
    return { directory, place: null };
  }
}
