import { lstat } from "node:fs/promises";
import type { FileProblem } from "#contract/history";
import { nestsDeeperThan } from "./nesting";
import { parsedJson } from "./parsed-json";
import { NotOwnFile, readOwnFile } from "./read-own-file";

export type OwnJson =
  | { readonly kind: "missing" }
  | { readonly kind: "value"; readonly value: unknown }
  | Unreadable;

export interface Unreadable {
  readonly kind: "unreadable";
  readonly problem: FileProblem;
  /** The system's error code; `null` if it reported none. */
  readonly systemCode: string | null;
}

/** Several times the nesting of any value that the program saves. */
const deepestNesting = 64;

/** Reads a value that the program saved in a file. Never rejects. */
export async function readOwnJson(file: string, mostBytes: number): Promise<OwnJson> {
  try {
    const text = textIn(await readOwnFile(file, mostBytes));
    if (text === null || nestsDeeperThan(text, deepestNesting)) {
      return unreadable("damaged");
    }
    if (text.trim() === "") {
      return unreadable("empty");
    }
    const value = parsedJson(text);
    return value === undefined ? unreadable("damaged") : { kind: "value", value };
  } catch (error) {
    if (error instanceof NotOwnFile) {
      const { reason } = error;
      return unreadable(reason === "not-regular" ? await kindOf(file) : reason);
    }
    const { code = null } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") {
      return { kind: "missing" };
    }
    const isDenied = code === "EACCES" || code === "EPERM";
    return unreadable(isDenied ? "no-permission" : "read-error", code);
  }
}

export function unreadable(problem: FileProblem, systemCode: string | null = null): Unreadable {
  return { kind: "unreadable", problem, systemCode };
}

/**
 * Why a value has an unknown format: a newer version wrote it, or it is damaged. `version` names
 * the field with the format's version, `known` is the highest supported one.
 */
export function strangeValue(value: unknown, version: string, known = 1): Unreadable {
  const number = ((value ?? {}) as Readonly<Record<string, unknown>>)[version];
  return unreadable(typeof number === "number" && number > known ? "newer-version" : "damaged");
}

/**
 * The bytes as text; `null` if they are not valid UTF-8: replacement characters would look like
 * user text.
 */
function textIn(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function kindOf(file: string): Promise<FileProblem> {
  const status = await lstat(file).catch(() => null);
  if (status?.isDirectory()) {
    return "folder";
  }
  return status?.isSymbolicLink() ? "link" : "special";
}
