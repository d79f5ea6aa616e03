import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { SetupFailure } from "../setup/failure.mjs";
import { logFile, runtimeDirectory } from "../setup/paths.mjs";
import { findProgram, lastLines, outputOf } from "../setup/run-program.mjs";
import { windowsNode } from "./node-for-windows.mjs";

/**
 * Something that runs Windows programs: this computer, or Wine on it.
 * @typedef {object} WindowsMachine
 * @property {string} name for people
 * @property {boolean} wine
 * @property {(file: string) => string} pathOf what a file of this computer is called there
 * @property {(script: string, args: readonly string[], options: RunOptions) => Promise<number | null>} node
 *   runs a script with its Node.js; the exit code, `null` if it had to be ended
 * @property {(program: string, args: readonly string[], options: RunOptions) => Promise<number | null>} run
 * @property {((script: string, args: readonly string[], when: { said: RegExp, limitMs: number }) =>
 *   Promise<{ code: number | null, output: string }>) | null} pressCtrlC runs a script in a terminal and
 *   presses Ctrl-C there once it has said something; `null`: there is none whose keys can be pressed
 * @property {() => void} shutDown ends whatever still runs there
 *
 * @typedef {{ output: string, environment: Record<string, string>, limitMs: number }} RunOptions
 *   output: the file that gets everything the program says
 */

/**
 * Debian's 64-bit Wine is not in the PATH; the `wine` package, which is, needs 32-bit parts, too.
 */
const debiansWine = "/usr/lib/wine/wine64";

/** Wine runs Windows programs on Linux. @type {import("../setup/requirements.mjs").Requirement} */
export const wineRequirement = {
  what: "Wine (64 bits)",
  apt: ["wine64"],
  present: () => findWine() !== null,
};

function findWine() {
  if (existsSync(debiansWine)) return debiansWine;
  return findProgram("wine64") ?? findProgram("wine");
}

/** @returns {Promise<WindowsMachine>} */
export async function windowsMachine() {
  return process.platform === "win32" ? thisComputer() : wineMachine();
}

/** @returns {WindowsMachine} */
function thisComputer() {
  return {
    name: `Windows ${os.release()}`,
    wine: false,
    pathOf: (file) => file,
    node: (script, args, options) => runToFile(process.execPath, [script, ...args], options),
    run: runToFile,
    pressCtrlC: null,
    shutDown: () => undefined,
  };
}

/**
 * Wine's Windows folder is in this project, so that the user's own stays untouched.
 * @returns {Promise<WindowsMachine>}
 */
async function wineMachine() {
  const wine = findWine();
  if (!wine) throw new SetupFailure("Wine is not installed", "sudo apt-get install -y wine64");
  const prefix = path.join(runtimeDirectory(), "wine");
  const environment = {
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    WINEARCH: "win64",
    // Turns off .NET and the browser engine, which no test needs: Wine would ask in a window
    // whether to install them.
    WINEDLLOVERRIDES: "mscoree,mshtml,winemenubuilder.exe=",
  };
  /** @type {WindowsMachine["run"]} */
  const run = (program, args, options) =>
    runToFile(wine, [program, ...args], {
      ...options,
      environment: { ...environment, ...options.environment },
    });
  await makePrefix(prefix, run);
  return {
    name: `Wine (${outputOf(wine, ["--version"], { ...process.env, ...environment })?.trim()})`,
    wine: true,
    // Wine shows all of this computer's files as drive Z.
    pathOf: (file) => `Z:${file.replaceAll("/", "\\")}`,
    node: (script, args, options) => run(windowsNode, [script, ...args], options),
    run,
    pressCtrlC: findProgram("script")
      ? (script, args, when) =>
          inTerminal([wine, windowsNode, script, ...args], { ...when, environment })
      : null,
    shutDown: () => {
      const server = [
        path.join(path.dirname(wine), "wineserver64"),
        findProgram("wineserver"),
      ].find((candidate) => candidate && existsSync(candidate));
      // Ends the programs of this prefix and no others.
      if (server) outputOf(server, ["-k"], { ...process.env, ...environment });
    },
  };
}

/**
 * @param {string} prefix
 * @param {WindowsMachine["run"]} run
 */
async function makePrefix(prefix, run) {
  const ready = path.join(prefix, "driveproof-ready");
  if (existsSync(ready)) return;
  rmSync(prefix, { recursive: true, force: true });
  mkdirSync(prefix, { recursive: true });
  const output = logFile("wine");
  const options = { output, environment: {}, limitMs: 180_000 };
  const codes = [
    await run("wineboot", ["--init"], options),
    // Node.js refuses to start on the Windows version that Wine reports by default.
    await run(
      "reg",
      ["add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f"],
      options,
    ),
  ];
  if (codes.some((code) => code !== 0)) {
    throw new SetupFailure(
      `Wine could not be set up (exit codes ${codes.join(", ")}):\n${lastLines(output, 10)}`,
      "see that file, then try again",
    );
  }
  mkdirSync(ready);
}

/**
 * Gives a folder of this computer a network name under Wine: \\SERVER\SHARE.
 * @param {{ server: string, share: string, folder: string }} share
 */
export function shareUnderWine({ server, share, folder }) {
  const shares = path.join(runtimeDirectory(), "wine", "dosdevices", "unc", server);
  mkdirSync(shares, { recursive: true });
  rmSync(path.join(shares, share), { force: true });
  symlinkSync(folder, path.join(shares, share));
}

/**
 * Standard input and output are a file each: Wine's pipes to the outside break Node.js's streams.
 * @type {WindowsMachine["run"]}
 */
function runToFile(program, args, { output, environment, limitMs }) {
  const file = openSync(output, "a");
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", file, file],
      env: { ...process.env, ...environment },
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    closeSync(file);
    child.once("error", reject);
    child.once("close", (code) => resolve(code));
  });
}

/**
 * `script` of util-linux makes the terminal, which Wine uses as a console.
 * @param {readonly string[]} command
 * @param {{ said: RegExp, limitMs: number, environment: Record<string, string> }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function inTerminal(command, { said, limitMs, environment }) {
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qefc", line, "/dev/null"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, TERM: "xterm", ...environment },
      timeout: limitMs,
      killSignal: "SIGKILL",
    });
    let output = "";
    let isPressed = false;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (!isPressed && said.test(output)) {
        isPressed = true;
        child.stdin.write("\x03");
      }
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}
