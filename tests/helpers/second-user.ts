import { execFileSync } from "node:child_process";
import {
  chownSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";

/** The user "nobody": another user than the one who runs the tests. */
export const secondUser = 65_534;

/**
 * Makes files that belong to the second user, to obstruct the program as another local user could.
 */
export const plant = {
  file: (place: string, content = "theirs") => {
    writeFileSync(place, content);
    chownSync(place, secondUser, secondUser);
  },
  folder: (place: string, mode = 0o755) => {
    mkdirSync(place, mode);
    chownSync(place, secondUser, secondUser);
  },
  link: (place: string, target: string) => {
    symlinkSync(target, place);
    lchownSync(place, secondUser, secondUser);
  },
  pipe: (place: string) => {
    execFileSync("mkfifo", [place]);
    chownSync(place, secondUser, secondUser);
  },
};

const settings = ["symlinks", "regular", "fifos", "hardlinks"].map(
  (what) => `/proc/sys/fs/protected_${what}`,
);

/**
 * Why this machine cannot switch Linux's own protection against planted links; `null` if it can.
 */
export function protectionProblem(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return "playing a second user against root needs root on Linux";
  }
  try {
    for (const file of settings) {
      writeFileSync(file, readFileSync(file, "utf8"));
    }
    return null;
  } catch (error) {
    return `this system does not let its protection be switched (${error})`;
  }
}

/**
 * Switches Linux's protection on or off for the whole computer; returns the function that restores
 * it.
 */
export function protect(isOn: boolean): () => void {
  const before = settings.map((file) => readFileSync(file, "utf8"));
  const restore = () => {
    for (const [index, file] of settings.entries()) {
      writeFileSync(file, before[index] ?? "");
    }
    process.removeListener("exit", restore);
  };
  process.once("exit", restore);
  for (const file of settings) {
    writeFileSync(file, isOn ? "1\n" : "0\n");
  }
  return restore;
}
