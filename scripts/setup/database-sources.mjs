import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import { npm } from "./packages.mjs";
import { logFile, runtimeDirectory } from "./paths.mjs";
import { assertChecksum } from "./pinned-wheel.mjs";
import { pipDownload, pythonWithPip } from "./pip.mjs";
import { lastLines, runProgram } from "./run-program.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

// The sources of the databases that are measured. They are fetched, never kept in this project:
// each is pinned by version and content and lies in a package of a registry, which the person's own
// npm and pip reach as they are configured. An engine built without one of them says so.

/** @typedef {"sqlite" | "mdbx"} DatabaseName */

/** A download is given up after this long without a byte. */
const STALL_MS = 300_000;

/**
 * One source archive, pinned by name, version and content, and what is taken out of it.
 * @typedef {{ title: string, licence: string, registry: "npm" | "pip", package: string, version: string,
 *   archive: string, sha256: string, folder: string, files: readonly string[] }} Pin
 */

/** @type {Record<DatabaseName, Pin>} */
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

/** @param {string} root */
function databasesDirectory(root) {
  return path.join(runtimeDirectory(root), "databases");
}

/**
 * Folders with the sources that are here, `null` for those that are not.
 * @param {string} root
 * @returns {Record<DatabaseName, string | null>}
 */
export function databaseSources(root) {
  return { sqlite: presentFolder(root, "sqlite"), mdbx: presentFolder(root, "mdbx") };
}

/**
 * @param {string} root
 * @param {DatabaseName} name
 */
function presentFolder(root, name) {
  const { sha256, files } = pins[name];
  const folder = path.join(databasesDirectory(root), name);
  const complete = files.every((file) => existsSync(path.join(folder, file)));
  return complete && readStamp(path.join(folder, "pin")) === sha256 ? folder : null;
}

/** Where the databases come from, whether they are here or not. */
export function databaseOrigins() {
  return names.map((name) => {
    const { title, licence, registry, package: from, version, sha256 } = pins[name];
    const purl = `pkg:${registry === "npm" ? "npm" : "pypi"}/${from}@${version}`;
    return { title, licence, purl, sha256 };
  });
}

/**
 * The databases whose sources are here, for the list of licences.
 * @param {string} root
 * @returns {{ title: string, licence: string, folder: string }[]}
 */
export function databaseParts(root) {
  return names.flatMap((name) => {
    const folder = presentFolder(root, name);
    const { title, licence } = pins[name];
    return folder ? [{ title, licence, folder }] : [];
  });
}

/**
 * What the compiled addon depends on here.
 * @param {string} root
 */
export function databaseStamp(root) {
  const present = databaseSources(root);
  return names.map((name) => (present[name] ? pins[name].sha256 : "")).join(" ");
}

/**
 * Fetches what is missing. Never throws because of the network, a missing Python or a wrong
 * checksum: what could not be had is named in `problems`, one line each.
 * @param {string} root
 * @param {{ progress?: (text: string) => void }} [options]
 * @returns {Promise<Record<DatabaseName, string | null> & { problems: string[] }>}
 */
export async function fetchDatabaseSources(root, { progress = () => {} } = {}) {
  const problems = [];
  for (const name of names.filter((name) => presentFolder(root, name) === null)) {
    progress(`fetching ${pins[name].title}`);
    try {
      await fetchSource(root, name, pins[name]);
    } catch (error) {
      if (!(error instanceof SetupFailure)) throw error;
      problems.push(`${pins[name].title}: ${error.message.split("\n")[0]}`);
    }
  }
  return { ...databaseSources(root), problems };
}

/**
 * @param {string} root
 * @param {{ retry: boolean }} options retry: ask again for what could not be fetched before
 * @returns {import("./steps.mjs").Step}
 */
export function databaseSourcesStep(root, { retry }) {
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
      const { problems } = await fetchDatabaseSources(root, { progress });
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

/** Another pin is another attempt. */
function hashOfPins() {
  return names.map((name) => pins[name].sha256).join(" ");
}

/**
 * Downloads, checks and unpacks one archive; throws a `SetupFailure` and leaves nothing behind when
 * that fails.
 * @param {string} root
 * @param {DatabaseName} name
 * @param {Pin} pin
 */
export async function fetchSource(root, name, pin) {
  const scratch = path.join(runtimeDirectory(root), `tmp-${name}-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    await (pin.registry === "npm" ? downloadFromNpm : downloadFromPip)(root, scratch, pin);
    const archive = path.join(scratch, pin.archive);
    if (!existsSync(archive)) {
      throw new SetupFailure(`something else than ${pin.archive} arrived`, "npm run setup");
    }
    await assertChecksum(archive, pin.sha256);
    // With relative names in its own folder: some tars take a drive letter for a host's name.
    await runOrFail(root, "database-unpack", "it could not be unpacked", {
      command: "tar",
      args: ["-xzf", pin.archive, ...pin.files.map((file) => `${pin.folder}/${file}`)],
      cwd: scratch,
    });
    const unpacked = path.join(scratch, ...pin.folder.split("/"));
    writeStamp(path.join(unpacked, "pin"), pin.sha256);
    const target = path.join(databasesDirectory(root), name);
    mkdirSync(databasesDirectory(root), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    // In one step, so that an interrupted set-up leaves nothing half done behind.
    renameSync(unpacked, target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} scratch
 * @param {Pin} pin
 */
async function downloadFromNpm(root, scratch, pin) {
  const { command, args } = npm();
  await runOrFail(root, "database-npm", "npm could not fetch it", {
    command,
    args: [
      ...[...args, "pack", `${pin.package}@${pin.version}`, "--pack-destination", scratch],
      ...["--ignore-scripts", "--loglevel=error"],
    ],
    cwd: root,
    watch: { afterMs: STALL_MS, measureBytes: () => bytesUnder(scratch) },
  });
}

/**
 * pip hands out a source archive only after it has asked the archive's build program for metadata.
 * Nothing of the archive is to run here, so pip is given a stand-in that answers in its place: pip
 * looks the program up by its public name, `setuptools.build_meta`.
 * @param {string} root
 * @param {string} scratch
 * @param {Pin} pin
 */
async function downloadFromPip(root, scratch, pin) {
  const python = await pythonWithPip(root, "fetching it");
  const standIn = path.join(scratch, "stand-in");
  mkdirSync(path.join(standIn, "setuptools"), { recursive: true });
  writeFileSync(path.join(standIn, "setuptools", "__init__.py"), "");
  writeFileSync(path.join(standIn, "setuptools", "build_meta.py"), metadataStandIn(pin));
  const requirements = path.join(scratch, "requirements.txt");
  writeFileSync(requirements, `${pin.package}==${pin.version} --hash=sha256:${pin.sha256}\n`);
  const pythonPath = [standIn, process.env.PYTHONPATH ?? ""].filter((folder) => folder !== "");
  await runOrFail(root, "database-pip", "pip could not fetch it", {
    command: python,
    args: [
      ...pipDownload(requirements, scratch),
      ...["--no-binary", ":all:", "--no-build-isolation"],
    ],
    cwd: scratch,
    env: { ...process.env, TMPDIR: scratch, PYTHONPATH: pythonPath.join(path.delimiter) },
    watch: { afterMs: STALL_MS, measureBytes: () => bytesUnder(scratch) },
  });
}

/** @param {Pin} pin */
function metadataStandIn(pin) {
  return `import os


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    name = "${pin.package}-${pin.version}.dist-info"
    os.mkdir(os.path.join(metadata_directory, name))
    with open(os.path.join(metadata_directory, name, "METADATA"), "w") as metadata:
        metadata.write("Metadata-Version: 2.1\\nName: ${pin.package}\\nVersion: ${pin.version}\\n")
    return name
`;
}

/**
 * @param {string} root
 * @param {string} logName
 * @param {string} problem
 * @param {Omit<Parameters<typeof runProgram>[0], "logFile">} program
 */
async function runOrFail(root, logName, problem, program) {
  const log = logFile(root, logName);
  const ended = await runProgram({ ...program, logFile: log });
  if (ended.ok) return;
  throw new SetupFailure(
    `${problem} (${ended.problem}; see ${path.relative(root, log)})\n${lastLines(log, 5)}`,
    "npm run setup",
  );
}
