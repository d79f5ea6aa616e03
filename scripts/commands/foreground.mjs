import { spawn } from "node:child_process";
import os from "node:os";

/**
 * Runs a program in the foreground, with our standard streams and exit code. Its output can go to a
 * file while another program has the terminal.
 *
 * Ctrl-C in a terminal reaches every process of the foreground group, so the child already has it,
 * and we must only outlive the child to return its exit code. Without a terminal (a service, a
 * test) the signal reaches us alone and is forwarded.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, output?: number | "inherit", niceness?: number }} options
 *   output: an open file's descriptor; niceness: how far it lets other programs go first, up to 19
 * @returns {Promise<number>} its exit code; 128 and the signal's number if a signal ended it
 */
export function runInForeground(command, args, { cwd, env, output = "inherit", niceness = 0 }) {
  const child = spawn(command, args, { cwd, env, stdio: ["inherit", output, output] });
  if (niceness > 0 && child.pid !== undefined) os.setPriority(child.pid, niceness);
  const fromTerminal = [process.stdin, process.stdout, process.stderr].some((s) => s.isTTY);
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal !== "SIGINT" || !fromTerminal) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    /** @param {() => void} settle */
    const end = (settle) => {
      for (const signal of signals) process.off(signal, forward);
      settle();
    };
    child.once("error", (error) => end(() => reject(error)));
    child.once("close", (code, signal) => end(() => resolve(exitCode(code, signal))));
  });
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCode(code, signal) {
  return code ?? 128 + (signal ? os.constants.signals[signal] : 0);
}
