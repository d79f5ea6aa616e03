import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./paths.mjs";

/**
 * One hash over the names and contents of files and whole folders, so that a build step can tell
 * whether its sources changed. Hidden files (editors' and the system's) do not count; an entry that
 * does not exist counts as absent, so that its later arrival is a change.
 * @param {readonly string[]} entries relative to root
 * @param {{ root?: string, salt?: string }} [options] salt: what else the result depends on
 * @returns {string}
 */
export function hashSources(entries, { root = projectRoot, salt = "" } = {}) {
  const hash = createHash("sha256").update(salt);
  for (const entry of entries) {
    for (const file of filesUnder(root, entry)) {
      const content = readFileSync(path.join(root, file));
      // Lengths keep two different trees from running together into the same bytes.
      hash.update(`\0${file.replaceAll(path.sep, "/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

/**
 * @param {string} root
 * @param {string} entry
 * @returns {string[]} sorted, so that the order of the file system does not matter
 */
function filesUnder(root, entry) {
  let names;
  try {
    names = readdirSync(path.join(root, entry)).sort();
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === "ENOTDIR") return [entry];
    if (code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => filesUnder(root, path.join(entry, name)));
}

/**
 * @param {string} file
 * @returns {string | null}
 */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    // No stamp: the step was never finished.
    return null;
  }
}

/**
 * @param {string} file
 * @param {string} value
 */
export function writeStamp(file, value) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${value}\n`);
}

/**
 * SHA-256 of a file's content, in hexadecimal.
 * @param {string} file
 */
export function sha256OfFile(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
