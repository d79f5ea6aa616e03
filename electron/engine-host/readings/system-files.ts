import { readdir, readFile } from "node:fs/promises";

/** Access to /proc and /sys; tests replace it with a fake. */
export interface SystemFiles {
  read(path: string): Promise<string>;
  list(path: string): Promise<readonly string[]>;
}

export const systemFiles: SystemFiles = {
  read: (path) => readFile(path, "utf8"),
  list: (path) => readdir(path),
};
