import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * @typedef {import("./windows-machine.mjs").WindowsMachine} WindowsMachine
 * @typedef {import("./laboratory.mjs").Laboratory} Laboratory
 * @typedef {import("../commands/windows-engine-command.mjs").TestResult} TestResult
 */

/** Moments at which Ctrl-C is pressed: after the command line has printed `said`. */
const moments = [
  { name: "while it prepares", said: /Preparing/, options: ["--profile", "thorough"] },
  { name: "while it measures", said: /Measuring/, options: ["--profile", "smoke"] },
  {
    name: "between database commits",
    said: /commits, step 3/i,
    options: ["--profile", "quick", "--tests", "commits"],
  },
];

const limitMs = 240_000;

/**
 * Ctrl-C in the terminal of the command line: Windows has no signal for it, so the key itself is
 * pressed. Under Wine only; README.md says how to try it on a real Windows.
 * @param {WindowsMachine} machine
 * @param {Laboratory} laboratory
 * @returns {Promise<TestResult[]>}
 */
export async function ctrlC(machine, laboratory) {
  const results = [];
  for (const { name, said, options } of moments) {
    const test = `Ctrl-C ${name} gives a partial report, exit code 130 and no file`;
    results.push(
      machine.pressCtrlC === null
        ? { name: test, state: "skip", note: "no terminal whose keys can be pressed", errors: [] }
        : await press(machine.pressCtrlC, { machine, laboratory, test, said, options }),
    );
  }
  return results;
}

/**
 * @param {NonNullable<WindowsMachine["pressCtrlC"]>} pressCtrlC
 * @param {{ machine: WindowsMachine, laboratory: Laboratory, test: string, said: RegExp,
 *   options: readonly string[] }} moment
 * @returns {Promise<TestResult>}
 */
async function press(pressCtrlC, { machine, laboratory, test, said, options }) {
  const folder = path.join(laboratory.home, "ctrl-c");
  const report = path.join(laboratory.home, "ctrl-c.json");
  mkdirSync(folder, { recursive: true });
  const cli = path.join(laboratory.home, "out", "main", "inspect-cli.cjs");
  const args = ["--path", machine.pathOf(folder), "--json", machine.pathOf(report), ...options];
  const { code, output } = await pressCtrlC(machine.pathOf(cli), args, { said, limitMs });
  const left = readdirSync(folder);
  const errors = [
    ...(code === 130 ? [] : [`exit code ${code}:\n${output.slice(-1000)}`]),
    ...(left.length === 0 ? [] : [`left behind: ${left.join(", ")}`]),
  ];
  if (code === 130) {
    const { partial, error } = JSON.parse(readFileSync(report, "utf8"));
    if (!partial || error !== null) errors.push(`partial ${partial}, error ${error?.message}`);
  }
  return { name: test, state: errors.length === 0 ? "pass" : "fail", note: null, errors };
}
