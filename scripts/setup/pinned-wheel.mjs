import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import { homeFolder, logFile } from "./paths.mjs";
import { pipDownload } from "./pip.mjs";
import { lastLines, runProgram } from "./run-program.mjs";
import { sha256OfFile } from "./stamp.mjs";

/**
 * A file of Python's package index, pinned by name, version and content.
 * @typedef {{ requirement: string, fileName: string, sha256: string, megabytes: number }} Wheel
 */

/**
 * The user's cache, so that a second copy of the project does not download it again.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cacheDirectory(env = process.env) {
  const base = env.XDG_CACHE_HOME || path.join(homeFolder() ?? os.tmpdir(), ".cache");
  return path.join(base, "driveproof");
}

/**
 * Takes the wheel from the cache or downloads it, and checks it before anybody opens it.
 * @param {{ root: string, wheel: Wheel, python: string, scratch: string, failure: string,
 *   progress: (text: string) => void, stallMs: number }} options
 *   failure: begins the sentence when the download fails
 * @returns {Promise<string>} a file whose checksum was verified
 */
export async function obtainWheel({ root, wheel, python, scratch, failure, progress, stallMs }) {
  const cached = path.join(cacheDirectory(), wheel.fileName);
  if (existsSync(cached)) {
    if ((await sha256OfFile(cached)) === wheel.sha256) return cached;
    rmSync(cached, { force: true });
  }
  const log = logFile(root, "pip");
  // With the hash in the requirement pip, too, refuses anything else before it looks inside.
  const requirements = path.join(scratch, "requirements.txt");
  writeFileSync(requirements, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);
  let toldMegabytes = 0;
  const ended = await runProgram({
    command: python,
    args: [...pipDownload(requirements, scratch), ...["--only-binary", ":all:", "--no-cache-dir"]],
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
      `${failure} (${ended.problem || "pip fetched something else"}):\n${lastLines(log, 5)}`,
      "check the connection to Python's package index, then try again",
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
