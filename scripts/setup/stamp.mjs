import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "./paths.mjs";

/**
 * One hash over the names and contents of files and whole folders, to tell whether the sources of a
 * build step changed. Hidden files (editors' and the system's) do not count; a missing entry counts
 * as absent, so that its later arrival is a change.
 * @param {readonly string[]} entries relative to root
 * @param {{ root?: string, salt?: string }} [options] salt: what else the result depends on
 * @returns {string}
 */
export function hashSources(entries, { root = projectRoot, salt = "" } = {}) {
  const hash = createHash("sha256").update(salt);
  for (const entry of entries) {
    for (const file of filesUnder(root, entry)) {
      const content = readFileSync(path.join(root, file));
      // Without the lengths two different trees could have the same bytes.
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
    // The step was never finished.
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

/** @param {string} file */
export function sha256OfFile(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
