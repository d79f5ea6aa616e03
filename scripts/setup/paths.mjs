import { mkdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * `null` if neither HOME nor the system's list of users has a home folder, as in some containers:
 * Node.js then throws.
 */
export function homeFolder() {
  try {
    return os.homedir();
  } catch {
    return null;
  }
}

/** The folder of everything that set-up makes outside `node_modules`, `native/build` and `out`. */
export function runtimeDirectory(root = projectRoot) {
  return path.join(root, ".runtime");
}

/**
 * The file for the output of a quiet step; makes its folder.
 * @param {string} name
 */
export function logFile(name, root = projectRoot) {
  const directory = path.join(runtimeDirectory(root), "logs");
  mkdirSync(directory, { recursive: true });
  return path.join(directory, `${name}.log`);
}
