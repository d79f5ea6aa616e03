import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isAdministrator } from "./apt.mjs";
import { bytesUnder } from "./directory-size.mjs";
import { SetupFailure } from "./failure.mjs";
import {
  fallbackExecutable,
  fallbackSupported,
  fallbackVersion,
  installFallback,
} from "./fallback-electron.mjs";
import { macosProblem } from "./macos-age.mjs";
import { logFile, projectRoot, runtimeDirectory } from "./paths.mjs";
import { parseMissingLibraries } from "./requirements.mjs";
import { every20Megabytes, outputOf, runProgram } from "./run-program.mjs";
import { sandboxProblem } from "./sandbox.mjs";
import { readStamp, writeStamp } from "./stamp.mjs";

/**
 * `executable` with `args` shows the app.
 * @typedef {{ executable: string, version: string, fallback: boolean, args: string[] }} ElectronRuntime
 */

/**
 * The declared Electron if it is installed, else the fallback.
 * @returns {ElectronRuntime | null}
 */
export function findElectron(root = projectRoot) {
  // Chromium's sandbox refuses to work for root; all other users keep it.
  const sandbox = process.platform === "linux" && isAdministrator() ? ["--no-sandbox"] : [];
  const declared = findDeclared(root);
  if (declared) return { ...declared, fallback: false, args: [...sandbox, root] };
  const executable = fallbackExecutable(root);
  if (!existsSync(executable)) return null;
  // The fallback loads resources/app, a link to the project, and ignores a path argument.
  return { executable, version: fallbackVersion, fallback: true, args: sandbox };
}

/**
 * The binary that the installed `electron` package fetched, if both have the same version.
 * @returns {{ executable: string, version: string } | null}
 */
function findDeclared(root = projectRoot) {
  const home = path.join(root, "node_modules", "electron");
  const version = declaredVersion(root);
  const unpacked = readStamp(path.join(home, "dist", "version"))?.replace(/^v/, "");
  const relative = readStamp(path.join(home, "path.txt"));
  if (!version || !relative || unpacked !== version) return null;
  const executable = path.join(home, "dist", relative);
  return existsSync(executable) ? { executable, version } : null;
}

/** @returns {string | null} exact version of the installed `electron` package */
function declaredVersion(root = projectRoot) {
  const manifest = path.join(root, "node_modules", "electron", "package.json");
  if (!existsSync(manifest)) return null;
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

/**
 * @param {{ retry: boolean, system?: { platform: string, release: string } }} options retry: ask for
 *   the declared Electron again although it could not be fetched before
 * @returns {import("./steps.mjs").Step}
 */
export function electronStep({ retry, system }) {
  // Remembers the version that could not be fetched, so that not every start waits for it again.
  const unreachableStamp = path.join(runtimeDirectory(), "electron-unreachable");
  // The file is written once the runtime was seen to start: being unpacked is not enough.
  const startsStamp = path.join(runtimeDirectory(), "electron-starts");
  return {
    name: "Electron",
    requires: ["packages", "system libraries"],
    upToDate() {
      const found = findElectron();
      if (!found || readStamp(startsStamp) !== found.version) return null;
      if (sandboxProblem(found.executable)) return null;
      if (!found.fallback) return `${found.version} ready`;
      const declared = declaredVersion();
      return retry || readStamp(unreachableStamp) !== declared ? null : fallbackNotice(declared);
    },
    async run(progress) {
      const version = declaredVersion();
      if (!version) {
        throw new SetupFailure("the electron package is not installed", "npm ci");
      }
      const tooOld = macosProblem(version, system);
      if (tooOld) throw tooOld;
      const knownUnreachable = !retry && readStamp(unreachableStamp) === version;
      if (knownUnreachable && findElectron()?.fallback) {
        writeStamp(startsStamp, assertStarts());
        return fallbackNotice(version);
      }
      progress(`fetching ${version}`);
      const problem = await fetchDeclared(version, progress);
      if (problem === null) {
        rmSync(unreachableStamp, { force: true });
        writeStamp(startsStamp, assertStarts());
        return version;
      }
      const tried = `Electron ${version} could not be fetched (${problem})`;
      if (!fallbackSupported) {
        throw new SetupFailure(
          `${tried}, and there is no substitute for ${process.platform} on ${process.arch}`,
          "check the connection to github.com (or set ELECTRON_MIRROR), then `npm run setup`",
        );
      }
      if (!existsSync(fallbackExecutable())) {
        progress(`cannot be had (${problem}), fetching the fallback ${fallbackVersion}`);
        await installFallback({ tried, progress });
      }
      writeStamp(startsStamp, assertStarts());
      writeStamp(unreachableStamp, version);
      return fallbackNotice(version);
    },
  };
}

/** @param {string | null} declared */
function fallbackNotice(declared) {
  return (
    `fallback Electron ${fallbackVersion} in use, for development and tests only, because ` +
    `${declared} could not be fetched (\`npm run setup -- --retry-electron\` tries again)`
  );
}

/**
 * Runs the electron package's own installer, which verifies checksums.
 * @param {string} version
 * @param {(text: string) => void} progress
 * @returns {Promise<string | null>} why it could not be had, `null` if it is there
 */
async function fetchDeclared(version, progress) {
  const scratch = path.join(runtimeDirectory(), `tmp-electron-${process.pid}`);
  mkdirSync(scratch, { recursive: true });
  const log = logFile("electron");
  const dist = path.join(projectRoot, "node_modules", "electron", "dist");
  try {
    const ended = await runProgram({
      command: process.execPath,
      args: [path.join(projectRoot, "node_modules", "electron", "install.js")],
      cwd: projectRoot,
      logFile: log,
      env: {
        ...process.env,
        // The download lands here, so that its growth can be measured.
        TMPDIR: scratch,
        TEMP: scratch,
        TMP: scratch,
        ELECTRON_GET_USE_PROXY: "1",
        ELECTRON_GET_NO_PROGRESS: "1",
      },
      watch: {
        measureBytes: () => bytesUnder(scratch) + bytesUnder(dist),
        onBytes: every20Megabytes((megabytes) => progress(`${megabytes} MB`)),
      },
    });
    if (ended.ok) return findDeclared()?.version === version ? null : "its installer left nothing";
    return ended.stalled ? ended.problem : reasonIn(readFileSync(log, "utf8")) || ended.problem;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * The first line that names an error: "TypeError: fetch failed" becomes "fetch failed".
 * @param {string} log
 */
function reasonIn(log) {
  return /^\w*Error: (.+)$/m.exec(log)?.[1] ?? "";
}

/**
 * Starts the runtime once as plain Node, which needs all its libraries and no display.
 * @returns {string} the version that started
 */
function assertStarts() {
  const found = findElectron();
  if (!found) throw new SetupFailure("Electron was unpacked but is not there", "npm run setup");
  const version = outputOf(found.executable, ["-p", "process.versions.electron"], {
    ...process.env,
    ELECTRON_RUN_AS_NODE: "1",
  });
  if (version?.trim() === found.version) {
    const problem = sandboxProblem(found.executable);
    if (problem) throw problem;
    return found.version;
  }
  const listing = process.platform === "linux" ? outputOf("ldd", [found.executable]) : null;
  const missing = parseMissingLibraries(listing ?? "");
  throw new SetupFailure(
    missing.length > 0
      ? `Electron ${found.version} cannot start: this system lacks ${missing.join(", ")}`
      : `Electron ${found.version} does not start on this system`,
    missing.length > 0
      ? "install these with your system's package manager, then `npm run setup`"
      : `run ${found.executable} --version to see what it says`,
  );
}
