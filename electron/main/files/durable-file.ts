import { randomBytes } from "node:crypto";
import { readdir, unlink } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import type { SetAside } from "#contract/history";
import { isTemporaryOf, renamePatiently, syncFolderOf, writeDurably } from "./durable-write";
import { readOwnJson, strangeValue, type Unreadable } from "./own-json";

/** What lies in the place of a file. */
export type Kept<T> =
  | { readonly kind: "missing" }
  | { readonly kind: "value"; readonly value: T }
  | Unreadable;

/** A hundred times what a plug test with all its modes keeps. */
const mostBytes = 16 * 1024 ** 2;

/**
 * A value in a file that survives a power cut at any moment: after save() the file holds either
 * the value before or the value after, and what was saved is on permanent storage as far as the
 * system can bring it there.
 */
export class DurableFile<T> {
  private saving: Promise<void> = Promise.resolve();
  /** Something that cannot be read lies there and could not be moved away. */
  private isBlocked = false;

  constructor(
    private readonly file: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  /** One after the other, in the order of the calls. Rejects with the error of the system. */
  save(value: T): Promise<void> {
    return this.inTurn(async () => {
      if (this.isBlocked) {
        throw new Error(`what lies in ${this.file} cannot be read and could not be moved`);
      }
      await writeDurably(this.file, JSON.stringify(value, null, 2));
    });
  }

  /** `null` when there is no file, or one that cannot be read or holds no such value. */
  async read(): Promise<T | null> {
    const kept = await this.look();
    return kept.kind === "value" ? kept.value : null;
  }

  /** What lies there. Never rejects. */
  async look(): Promise<Kept<T>> {
    const kept = await readOwnJson(this.file, mostBytes);
    if (kept.kind !== "value") {
      return kept;
    }
    const parsed = this.schema.safeParse(kept.value);
    return parsed.success
      ? { kind: "value", value: parsed.data }
      : strangeValue(kept.value, "formatVersion");
  }

  /**
   * The value; what cannot be read gets another name, so that it is neither lost nor in the way.
   * Where even that fails nothing is saved over it. Never rejects.
   */
  async readOrSetAside(
    what: SetAside["what"],
  ): Promise<{ readonly value: T | null; readonly setAside: SetAside | null }> {
    const kept = await this.look();
    if (kept.kind !== "unreadable") {
      return { value: kept.kind === "value" ? kept.value : null, setAside: null };
    }
    const wanted = `${this.file}.unreadable-${randomBytes(4).toString("hex")}`;
    const keptAs = await this.moveTo(wanted).then(
      () => wanted,
      (error: unknown) => {
        console.error("what cannot be read could not be moved:", error);
        this.isBlocked = true;
        return null;
      },
    );
    const { problem, systemCode } = kept;
    return { value: null, setAside: { what, path: this.file, keptAs, problem, systemCode } };
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

  private moveTo(place: string): Promise<void> {
    return this.inTurn(async () => {
      await renamePatiently(this.file, place);
      await syncFolderOf(place);
    });
  }

  private inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.saving.then(action);
    this.saving = done.catch(() => undefined); // told to whoever asked for that one
    return done;
  }
}

function noneWhereMissing(error: unknown): string[] {
  ignoreMissing(error);
  return [];
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
    throw error;
  }
}
