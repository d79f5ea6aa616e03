import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import fsPromises, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import type { FileProblem } from "#contract/history";

/** A way to damage or replace one of the program's files, on a real file system. */
export interface Damage {
  readonly name: string;
  readonly problem: FileProblem;
  readonly systemCode?: string;
  /**
   * Damages the file, whose sound content is `whole`. Returns why this machine cannot do so, or
   * null.
   */
  readonly inflict: (file: string, whole: string) => string | null;
  /**
   * Whether the path is still a regular file of this user after the damage, which the program
   * itself may have written.
   */
  readonly isOwnFile: boolean;
}

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

function content(name: string, text: (whole: string) => string | Buffer): Damage {
  return {
    name,
    problem: "damaged",
    isOwnFile: true,
    inflict: (file, whole) => {
      writeFileSync(file, text(whole));
      return null;
    },
  };
}

function entry(name: string, problem: FileProblem, make: (file: string) => void): Damage {
  return {
    name,
    problem,
    isOwnFile: false,
    inflict: (file) => {
      rmSync(file, { recursive: true, force: true });
      make(file);
      return null;
    },
  };
}

function refusedCall(name: string, problem: FileProblem, systemCode: string): Damage {
  return {
    name,
    problem,
    systemCode,
    isOwnFile: true,
    inflict: (file, whole) => {
      writeFileSync(file, whole);
      failReading(file, systemCode);
      return null;
    },
  };
}

export const damages: readonly Damage[] = [
  entry("an empty folder", "folder", (file) => mkdirSync(file)),
  entry("a folder with a letter in it", "folder", (file) => {
    mkdirSync(file);
    writeFileSync(path.join(file, "letter.txt"), "precious");
  }),
  entry("a link to itself", "link", (file) => symlinkSync(path.basename(file), file)),
  entry("a link that leads nowhere", "link", (file) => symlinkSync("nowhere", file)),
  {
    ...entry("a link to a sound file with another name", "link", () => undefined),
    inflict: (file, whole) => {
      rmSync(file, { force: true });
      writeFileSync(`${file}.elsewhere`, whole);
      symlinkSync(`${path.basename(file)}.elsewhere`, file);
      return null;
    },
  },
  entry("a pipe that no program writes to", "special", (file) => execFileSync("mkfifo", [file])),
  {
    name: "a file without any permission",
    problem: "no-permission",
    systemCode: "EACCES",
    isOwnFile: true,
    inflict: (file, whole) => {
      writeFileSync(file, whole);
      chmodSync(file, 0);
      return isRoot ? "root reads a file of mode 000 (run as another user)" : null;
    },
  },
  refusedCall("a file that the system refuses to open", "no-permission", "EPERM"),
  refusedCall("a file that the drive cannot read", "read-error", "EIO"),
  {
    name: "a file of another user",
    problem: "foreign-owner",
    isOwnFile: false,
    inflict: (file, whole) => {
      writeFileSync(file, whole);
      if (!isRoot) {
        return "only root gives a file to another user";
      }
      chownSync(file, nobody, nobody);
      return null;
    },
  },
  {
    ...content("600 MB of zeros", () => ""),
    problem: "too-large",
    inflict: (file) => {
      writeFileSync(file, "");
      truncateSync(file, 600 * 1024 ** 2);
      return null;
    },
  },
  { ...content("an empty file", () => ""), problem: "empty" },
  { ...content("only white space", () => " \n\n"), problem: "empty" },
  content("cut off in the middle", (whole) => whole.slice(0, whole.length / 2)),
  content("cut off before the last byte", (whole) => whole.trimEnd().slice(0, -1)),
  content("zeros of the same length", (whole) => Buffer.alloc(whole.length)),
  content("overwritten with zeros in the middle", (whole) => {
    const bytes = Buffer.from(whole);
    const middle = bytes.length >> 1;
    return bytes.fill(0, middle, Math.min(middle + 512, bytes.length));
  }),
  content("a text with an invalid byte", (whole) => {
    const bytes = Buffer.from(whole);
    // Puts an invalid UTF-8 byte into a JSON string: a reader that replaces invalid bytes instead
    // of refusing them would accept the file.
    bytes[bytes.indexOf('": "') + 4] = 0xff;
    return bytes;
  }),
  content("JSON without the expected fields", () => '{"hello":"world"}'),
  content("the JSON value null", () => "null"),
  content("a JSON list", () => "[[]]"),
  content("a number that is too large", () => "1e999"),
  content("a million opening brackets", () => "[".repeat(1_000_000)),
  content("a million matching pairs of brackets", () => "[".repeat(1e6) + "]".repeat(1e6)),
  content("an older version", (whole) => withVersion(whole, () => 0)),
  {
    ...content("a newer version", (whole) => withVersion(whole, (own) => own + 1)),
    problem: "newer-version",
  },
];

function withVersion(whole: string, change: (own: number) => number): string {
  const value = JSON.parse(whole) as Record<string, unknown>;
  for (const field of ["schemaVersion", "formatVersion"]) {
    if (field in value) {
      value[field] = change(Number(value[field]));
    }
  }
  return JSON.stringify(value);
}

/**
 * The content of a file, or what exists at its path instead, as text to compare with later. Does
 * not follow a link.
 */
export function lying(file: string): string {
  const status = lstatSync(file);
  if (status.isSymbolicLink()) {
    return `link to ${readlinkSync(file)}`;
  }
  if (!status.isFile()) {
    return status.isDirectory() ? "folder" : "special";
  }
  const isClosed = (status.mode & 0o400) === 0;
  return isClosed || status.size > 1e8 ? `${status.size} bytes` : readFileSync(file, "latin1");
}

const real = { ...fsPromises };

/** From now on the system reports this error when the file is accessed, until `endFailing`. */
export function failReading(file: string, code: string): void {
  Object.assign(fsPromises, {
    open: async (name: string, ...rest: [number]) => {
      const handle = await real.open(name, ...rest);
      if (name !== file) {
        return handle;
      }
      if (code === "EIO") {
        return spoilt(handle, code); // the file opens, but no read succeeds
      }
      await handle.close();
      throw failure(code);
    },
  });
  syncBuiltinESMExports();
}

export function endFailing(): void {
  Object.assign(fsPromises, { open: real.open });
  syncBuiltinESMExports();
}

function spoilt(handle: FileHandle, code: string): FileHandle {
  return new Proxy(handle, {
    get: (target, property) => {
      if (["read", "readFile"].includes(String(property))) {
        return () => Promise.reject(failure(code));
      }
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
