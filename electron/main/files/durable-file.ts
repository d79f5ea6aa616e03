import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { z } from "zod";
import type { SetAside } from "#contract/history";
import {
  isTemporaryOf,
  makeFolderDurably,
  renamePatiently,
  syncFolderOf,
  unlinkPatiently,
  writeDurably,
} from "./durable-write";
import { readOwnJson, strangeValue, type Unreadable } from "./own-json";

export type Kept<T> =
  | { readonly kind: "missing" }
  | { readonly kind: "value"; readonly value: T }
  | Unreadable;

/** Largest file that is read, in bytes: a hundred times a plug test's state with all modes. */
const mostBytes = 16 * 1024 ** 2;

/**
 * A value in a file that survives a power cut at any moment: after save() the file holds either the
 * old or the new value, and a saved value is durable as far as the system can flush it.
 */
export class DurableFile<T> {
  private saving: Promise<void> = Promise.resolve();
  /** Saves are refused if the existing file is unreadable and could not be renamed. */
  private isBlocked = false;

  constructor(
    private readonly file: string,
    private readonly schema: z.ZodType<T>,
    /** Whether a save makes a missing folder around the file. */
    private readonly makesFolder = false,
  ) {}

  /** Saves the value; calls run one at a time, in their order. Rejects with the system's error. */
  save(value: T): Promise<void> {
    return this.inTurn(async () => {
      if (this.isBlocked) {
        throw new Error(`what lies in ${this.file} cannot be read and could not be moved`);
      }
      if (this.makesFolder) {
        await makeFolderDurably(path.dirname(this.file), { mode: 0o700, mayExist: true });
      }
      await writeDurably(this.file, JSON.stringify(value, null, 2));
    });
  }

  /** The saved value; `null` if the file is missing, unreadable or holds no valid value. */
  async read(): Promise<T | null> {
    const kept = await this.look();
    return kept.kind === "value" ? kept.value : null;
  }

  /** The value, or why there is none: the file is missing or unreadable. Never rejects. */
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
   * Reads the value. Renames an unreadable file, so that it is kept and does not block later saves;
   * if the rename fails, later saves are refused. Never rejects.
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

  /** Removes the file, after earlier saves, so that none of them recreates it. Idempotent. */
  remove(): Promise<void> {
    return this.inTurn(async () => {
      const { dir, base } = path.parse(this.file);
      const names = await readdir(dir).catch(noneWhereMissing);
      for (const name of names.filter((one) => one === base || isTemporaryOf(base, one))) {
        await unlinkPatiently(path.join(dir, name)).catch(ignoreMissing);
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
    // only the caller of this save gets its error, not the next save
    this.saving = done.catch(() => undefined);
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
