import { readdir, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import { type PlugState, plugStateSchema } from "../contract/power-cut-state";
import { isTemporaryOf, syncFolderOf, writeDurably } from "./durable-write";

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
    return this.inTurn(() => writeDurably(this.file, JSON.stringify(value, null, 2)));
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
      const { dir, base } = path.parse(this.file);
      const names = await readdir(dir).catch(noneWhereMissing);
      for (const name of names.filter((one) => one === base || isTemporaryOf(base, one))) {
        await unlink(path.join(dir, name)).catch(ignoreMissing);
      }
      await syncFolderOf(this.file);
    });
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.saving.then(action);
    this.saving = done.catch(() => undefined); // told to whoever asked for that one
    return done;
  }
}

/** The state of a plug test. */
export class PowerCutStore extends DurableFile<PlugState> {
  constructor(file: string) {
    super(file, plugStateSchema);
  }
}

function noneWhereMissing(error: unknown): string[] {
  ignoreMissing(error);
  return [];
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) {
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
