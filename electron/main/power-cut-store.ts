import { open, readFile, rename, unlink } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { type PlugState, plugStateSchema } from "../contract/power-cut-state";

/**
 * A value in a file that survives a power cut at any moment: after save() the file holds either
 * the value before or the value after, and what was saved is on permanent storage as far as the
 * system can bring it there.
 */
export class DurableFile<T> {
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  /** One after the other, in the order of the calls. Rejects with the error of the system. */
  save(value: T): Promise<void> {
    return this.inTurn(() => this.write(value));
  }

  /** `null` when there is no file, or one that holds no such value. */
  async read(): Promise<T | null> {
    try {
      const parsed = this.schema.safeParse(JSON.parse(await readFile(this.file, "utf8")));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) {
        return null;
      }
      throw error;
    }
  }

  /** Idempotent. After what was saved before it, so that nothing of that comes back. */
  remove(): Promise<void> {
    return this.inTurn(async () => {
      for (const file of [this.file, this.temporary]) {
        await unlink(file).catch(ignoreMissing);
      }
      await syncFolderOf(this.file);
    });
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.saving.then(action);
    this.saving = done.catch(() => undefined); // told to whoever asked for that one
    return done;
  }

  private get temporary(): string {
    return `${this.file}.part`;
  }

  private async write(value: T): Promise<void> {
    // Node's sync is F_FULLFSYNC on macOS and FlushFileBuffers on Windows.
    const handle = await open(this.temporary, "w", 0o600);
    try {
      await handle.writeFile(JSON.stringify(value, null, 2));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(this.temporary, this.file);
    await syncFolderOf(this.file);
  }
}

/** The state of a plug test. */
export class PowerCutStore extends DurableFile<PlugState> {
  constructor(file: string) {
    super(file, plugStateSchema);
  }
}

/**
 * Makes the names in a file's folder safe (fsync(2): the entry needs a sync of the directory).
 * Windows flushes no folders; there the file is flushed again, and its new name with it.
 */
async function syncFolderOf(file: string): Promise<void> {
  const isWindows = process.platform === "win32";
  try {
    const handle = await open(isWindows ? file : path.dirname(file), isWindows ? "r+" : "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    // A file system that cannot sync folders (EINVAL, ENOTSUP), or nothing left to sync.
    if (!isMissing(error) && !["EINVAL", "ENOTSUP"].includes(codeOf(error))) {
      throw error;
    }
  }
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) {
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === "ENOENT";
}

function codeOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? "") : "";
}
