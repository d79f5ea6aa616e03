import { spawn, spawnSync } from "node:child_process";
import { accessSync, closeSync, constants, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { SetupFailure } from "./failure.mjs";
import { logFile as logFileOf, projectRoot } from "./paths.mjs";

/**
 * `stalled`: the program was ended because a download made no progress.
 * @typedef {{ ok: boolean, stalled: boolean, problem: string }} Ended
 */

/**
 * Watches a long download: `measureBytes` is called once a second, and without a new byte for
 * `afterMs`, by default a minute, the program is ended.
 * @typedef {{ afterMs?: number, measureBytes: () => number, onBytes?: (bytes: number) => void }} Watch
 */

/**
 * @typedef {{ command: string, args: readonly string[], cwd: string, env?: NodeJS.ProcessEnv,
 *   watch?: Watch }} Program
 */

/**
 * Whether a program is started as the leader of a process group: a signal to the group also ends
 * the compilers and helpers that the program started. Windows offers no such signal.
 */
export const leadsGroup = process.platform !== "win32";

/**
 * Ends a program that was started as `detached: leadsGroup`.
 * @param {number | undefined} pid `undefined` if it did not start
 * @param {NodeJS.Signals} signal
 */
export function endGroup(pid, signal) {
  if (pid === undefined) return;
  try {
    process.kill(leadsGroup ? -pid : pid, signal);
  } catch (error) {
    // ESRCH: the program has ended already.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/**
 * Runs a program without a shell and without input; all its output goes to `logFile`.
 * @param {Program & { logFile: string }} options
 * @returns {Promise<Ended>}
 */
export function runProgram({ command, args, cwd, logFile, env = process.env, watch }) {
  const log = openSync(logFile, "w");
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ["ignore", log, log],
      detached: leadsGroup,
    });
    // The child has its own copy of the descriptor.
    closeSync(log);
    // A set-up that is ended must not leave a download or a compiler running.
    const onExit = () => endGroup(child.pid, "SIGTERM");
    process.once("exit", onExit);
    let stalled = false;
    const stopWatching = watch
      ? watchForStall(watch, () => {
          stalled = true;
          endGroup(child.pid, "SIGKILL");
        })
      : () => {};
    /** @param {string} problem */
    const end = (problem) => {
      stopWatching();
      process.off("exit", onExit);
      resolve({ ok: problem === "", stalled, problem });
    };
    child.once("error", (error) => end(error.message));
    child.once("close", (code, signal) => {
      if (stalled) end("nothing arrived any more");
      else if (code === 0) end("");
      else end(signal ? `ended by ${signal}` : `exit code ${code}`);
    });
  });
}

/**
 * As `runProgram`, with a log of this name among those of set-up. Throws a `SetupFailure` that
 * begins with `failure` and ends with the last lines of the log.
 * @param {{ log: string, failure: string, remedy: string, root?: string | undefined }} told
 * @param {Program} program
 */
export async function runOrFail({ log, failure, remedy, root }, program) {
  const file = logFileOf(log, root);
  const { ok, problem } = await runProgram({ ...program, logFile: file });
  if (ok) return;
  const where = `(${problem}; see ${path.relative(projectRoot, file)})`;
  throw new SetupFailure(`${failure} ${where}\n${lastLines(file, 30)}`, remedy);
}

/**
 * For `onBytes`: reports the megabytes each time 20 more have arrived.
 * @param {(megabytes: number) => void} tell
 * @returns {(bytes: number) => void}
 */
export function every20Megabytes(tell) {
  let told = 0;
  return (bytes) => {
    const megabytes = Math.floor(bytes / 1e6);
    if (megabytes < told + 20) return;
    told = megabytes;
    tell(megabytes);
  };
}

/**
 * @param {Watch} watch
 * @param {() => void} onStall
 * @returns {() => void} stops watching
 */
function watchForStall(watch, onStall) {
  let lastBytes = -1;
  let lastChangeMs = performance.now();
  const timer = setInterval(() => {
    const bytes = watch.measureBytes();
    if (bytes !== lastBytes) {
      lastBytes = bytes;
      lastChangeMs = performance.now();
      watch.onBytes?.(bytes);
    } else if (performance.now() - lastChangeMs > (watch.afterMs ?? 60_000)) {
      onStall();
    }
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * @param {string} logFile
 * @param {number} lines
 */
export function lastLines(logFile, lines) {
  return linesOf(logFile).slice(-lines).join("\n");
}

/**
 * The first lines of a log, for programs that name the error before they explain it.
 * @param {string} logFile
 * @param {number} lines
 */
export function firstLines(logFile, lines) {
  return linesOf(logFile).slice(0, lines).join("\n");
}

/** @param {string} logFile */
function linesOf(logFile) {
  // Some tools colour their output although it goes to a file.
  return stripVTControlCharacters(readFileSync(logFile, "utf8")).trimEnd().split("\n");
}

/**
 * Standard output of a short program; `null` if it is missing or fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | null}
 */
export function outputOf(command, args, env = process.env) {
  const run = spawnSync(command, args, {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return run.status === 0 ? run.stdout : null;
}

/**
 * Full path of a program in PATH or in the administrators' folders, which not every PATH has.
 * @param {string} name
 * @param {string} [searchPath]
 * @returns {string | null}
 */
export function findProgram(name, searchPath = process.env.PATH ?? "") {
  const folders = searchPath.split(path.delimiter);
  if (process.platform !== "win32") folders.push("/usr/sbin", "/sbin");
  const names = process.platform === "win32" ? [`${name}.exe`, `${name}.cmd`, name] : [name];
  for (const folder of folders) {
    for (const candidate of names) {
      const file = path.join(folder, candidate);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // The program is not in this folder.
      }
    }
  }
  return null;
}
