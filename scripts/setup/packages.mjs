import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { SetupFailure } from "./failure.mjs";
import { logFile, projectRoot } from "./paths.mjs";
import { firstLines, runProgram } from "./run-program.mjs";
import { hashSources, readStamp, writeStamp } from "./stamp.mjs";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Whether npm has installed what package-lock.json wants. npm writes
 * `node_modules/.package-lock.json` as the last act of an installation, so that file shows what is
 * installed and that the installation was completed. Optional packages may be absent: they are
 * other systems' binaries.
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} installed node_modules/.package-lock.json
 * @returns {boolean}
 */
export function lockfilesMatch(wanted, installed) {
  const same = Object.entries(installed.packages).every(([location, found]) => {
    const locked = wanted.packages[location];
    return locked?.version === found.version && locked?.integrity === found.integrity;
  });
  const complete = Object.entries(wanted.packages).every(
    ([location, locked]) =>
      location === "" || locked.optional || locked.devOptional || installed.packages[location],
  );
  return same && complete;
}

/**
 * Whether `node_modules` has what package-lock.json asks for: set-up's `npm ci` installed it for
 * this lock file, or somebody did by hand.
 */
export function packagesInstalled(root = projectRoot) {
  const installed = path.join(root, "node_modules", ".package-lock.json");
  if (!existsSync(installed)) return false;
  if (readStamp(stampFile(root)) === wishes(root)) return true;
  return lockfilesMatch(
    JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")),
    JSON.parse(readFileSync(installed, "utf8")),
  );
}

/**
 * The file that says for which lock file `node_modules` was installed. It is in `node_modules`, so
 * both are removed together.
 */
function stampFile(root = projectRoot) {
  return path.join(root, "node_modules", ".driveproof-lock");
}

function wishes(root = projectRoot) {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return hashSources(["package-lock.json"], {
    root,
    salt: JSON.stringify([manifest.dependencies, manifest.devDependencies]),
  });
}

/**
 * The npm of this Node, run without a shell.
 * @returns {{ command: string, args: string[] }}
 */
export function npm() {
  const { npm_execpath: running } = process.env;
  const besideNode = path.dirname(process.execPath);
  const candidates = [
    // npm sets npm_execpath for what it starts. Another package manager puts its own path there.
    running && path.basename(running) === "npm-cli.js" ? running : "",
    path.join(besideNode, "node_modules", "npm", "bin", "npm-cli.js"),
    path.join(besideNode, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const script = candidates.find((file) => file !== "" && existsSync(file));
  return script ? { command: process.execPath, args: [script] } : { command: "npm", args: [] };
}

/**
 * npm's own words, without the call stack it adds.
 * @param {string} log
 */
function reasonIn(log) {
  const lines = firstLines(log, 20).split("\n");
  return lines
    .filter((line) => !/^npm error\s+at /.test(line))
    .slice(0, 12)
    .join("\n");
}

/** @returns {import("./steps.mjs").Step} */
export function packagesStep() {
  return {
    name: "packages",
    requires: [],
    upToDate: () => (packagesInstalled() ? "already installed" : null),
    async run() {
      const log = logFile("packages");
      const { command, args } = npm();
      // NODE_ENV=production would leave out the build tools; the engine warnings of Electron's
      // installer on Node 20 are expected and do not matter.
      const ended = await runProgram({
        command,
        args: [...args, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd: projectRoot,
        logFile: log,
      });
      if (!ended.ok) {
        throw new SetupFailure(
          `npm could not install the packages (${ended.problem}):\n${reasonIn(log)}`,
          "check the connection to the npm registry, then `npm ci`",
        );
      }
      writeStamp(stampFile(), wishes());
      return undefined;
    },
  };
}
