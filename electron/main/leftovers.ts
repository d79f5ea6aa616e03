import { z } from "zod";
import type { SpawnEngine } from "./engine-process";
import { EngineSupervisor } from "./engine-supervisor";
import type { DurableFile } from "./power-cut-store";

export const unfinishedFoldersSchema = z.array(z.string());

export interface LeftoversOptions {
  readonly spawnEngine: SpawnEngine;
  readonly nativeDirectory: string;
  /** Where the folders of unfinished runs are kept; `null`: nothing is remembered. */
  readonly store: Pick<DurableFile<string[]>, "read" | "save"> | null;
  /** A drive that hangs is not waited for longer. */
  readonly limitMs?: number;
}

/**
 * What runs leave that were killed with all their processes, and the folders in which that may have
 * happened: those where a run began and did not end. Only these are ever looked into. The engine
 * decides what is ours and ownerless, in a process of its own, because a drive may hang.
 */
export class Leftovers {
  private folders: readonly string[] = [];
  private begunIn: string | null = null;

  constructor(private readonly options: LeftoversOptions) {}

  /** A run is about to make files in this folder. Never rejects. */
  async begin(directory: string): Promise<void> {
    this.begunIn = directory;
    await this.remember([...this.without(directory), directory]);
  }

  /** The run has ended and taken its files with it. Never rejects. */
  async end(directory: string): Promise<void> {
    this.begunIn = null;
    await this.remember(this.without(directory));
  }

  /** Gives full paths of what could not be removed. */
  async sweep(directory: string): Promise<readonly string[]> {
    return (await this.look([directory])).get(directory) ?? [];
  }

  /** At the start of the program: looks into the folders of runs that did not end. Never rejects. */
  async sweepUnfinished(): Promise<void> {
    try {
      this.folders = [...new Set([...((await this.options.store?.read()) ?? []), ...this.folders])];
    } catch (error) {
      console.error("the folders of unfinished inspections could not be read:", error);
    }
    if (this.folders.length === 0) {
      return;
    }
    for (const [directory, left] of await this.look(this.folders)) {
      // A folder that could not be looked into, on a drive that is not there, stays remembered.
      if (left.length === 0 && directory !== this.begunIn) {
        await this.remember(this.without(directory));
      }
    }
  }

  private without(directory: string): readonly string[] {
    return this.folders.filter((folder) => folder !== directory);
  }

  private async remember(folders: readonly string[]): Promise<void> {
    this.folders = folders;
    try {
      await this.options.store?.save([...folders]);
    } catch (error) {
      // Remembering helps after a kill only: no reason not to inspect.
      console.error("the folder of this inspection could not be remembered:", error);
    }
  }

  /** What is left in each folder that could be looked into. */
  private look(directories: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { spawnEngine, nativeDirectory, limitMs = 10_000 } = this.options;
    return new Promise((resolve) => {
      const left = new Map<string, readonly string[]>();
      const supervisor = new EngineSupervisor(
        { type: "sweep", nativeDirectory, directories: [...directories] },
        {
          spawn: spawnEngine,
          stopDeadlineMs: 0,
          onEvent: (event) => {
            if (event.type === "swept") {
              left.set(event.directory, event.left);
            } else if (event.type === "finished") {
              clearTimeout(timer);
              resolve(left);
            }
          },
        },
      );
      const timer = setTimeout(() => supervisor.stop(), limitMs);
    });
  }
}
