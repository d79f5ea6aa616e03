import { readdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Sum of file sizes under a folder. Called during a download: files that vanish or do not exist yet
 * count as 0.
 * @param {string} folder
 * @returns {number} bytes
 */
export function bytesUnder(folder) {
  let total = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = path.join(folder, entry.name);
      if (entry.isDirectory()) total += bytesUnder(file);
      else if (entry.isFile()) total += statSync(file).size;
    }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
  }
  return total;
}
