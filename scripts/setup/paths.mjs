import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/**
 * Everything that set-up makes outside `node_modules`, `native/build` and `out`.
 * @param {string} root
 */
export function runtimeDirectory(root) {
  return path.join(root, ".runtime");
}

/**
 * Where the output of a quiet step goes. Makes the folder.
 * @param {string} root
 * @param {string} name
 */
export function logFile(root, name) {
  const directory = path.join(runtimeDirectory(root), "logs");
  mkdirSync(directory, { recursive: true });
  return path.join(directory, `${name}.log`);
}
