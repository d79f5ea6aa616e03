import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const shownLines = 8;

/**
 * Runs a program to its end, without a shell, and returns its output. Upon failure the error says
 * how the program ended and what it printed last.
 * @param {string} name
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 */
export async function runTool(name, command, args, { env = process.env } = {}) {
  try {
    return await run(command, args, { env, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { code, signal, stdout, stderr } =
      /** @type {import("node:child_process").ExecFileException} */ (error);
    // A program that could not be started has a code in letters, such as ENOENT.
    const ending = signal ?? (typeof code === "number" ? `exit code ${code}` : `${code}`);
    throw toolError(name, ending, stderr?.trim() ? stderr : stdout);
  }
}

/**
 * @param {string} name
 * @param {string} ending such as "exit code 1" or the name of a signal
 * @param {string | undefined} output
 */
export function toolError(name, ending, output = "") {
  const said = output.trim().split("\n").slice(-shownLines).join("\n").trim();
  return new Error(`${name} ended with ${ending}: ${said || "it said nothing"}`);
}

/**
 * First line of a program's `--version`; `null` if it prints none.
 * @param {string} command
 */
export function versionOf(command) {
  try {
    const said = execFileSync(command, ["--version"], { encoding: "utf8", stdio: "pipe" });
    return said.split("\n")[0] ?? null;
  } catch {
    return null;
  }
}
