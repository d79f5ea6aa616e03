import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { alternate, expectedMs, tryOut } from "../bench/alternate.mjs";
import { engineTool, inspect } from "../bench/engine.mjs";
import { fioTool } from "../bench/fio.mjs";
import { loopTool } from "../bench/minimal-loop.mjs";
import { pgTestFsyncTool } from "../bench/pg-test-fsync.mjs";
import { fioReadingTool, readingFile, readingTool } from "../bench/reading.mjs";
import { machine, resultOf } from "../bench/result.mjs";
import { ddTool, sweepTool } from "../bench/sweep.mjs";
import { subjectTable } from "../bench/table.mjs";
import { subjectNames, subjects } from "../bench/tool.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { StepLog } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { hasDisplay } from "../setup/system-libraries.mjs";

/** @typedef {import("../bench/tool.mjs").Subject} Subject */

const notes = `* does something else than ours (see above): its ratio says little, its spread is comparable
CV: run-to-run coefficient of variation, standard deviation over mean. Absolute figures belong to
this machine and this minute; the ratios are the result.`;

/**
 * `npm run bench -- [--path DIR] [--pairs N] [--profile NAME] [--subjects a,b] [--window] [--json
 * FILE]`: our engine beside other programs, in turn, on the same folder. `--start`: only the start
 * of the window, beside an empty one.
 * @param {string[]} args
 * @returns {Promise<number>} 0 when the comparison came to its end
 */
export async function main(args) {
  const startedIn = process.env.INIT_CWD || process.cwd();
  const { values } = parseArgs({
    args,
    options: {
      path: { type: "string", default: startedIn },
      pairs: { type: "string", default: "10" },
      profile: { type: "string", default: "quick" },
      subjects: { type: "string", default: subjectNames.join(",") },
      window: { type: "boolean", default: false },
      start: { type: "boolean", default: false },
      json: { type: "string" },
    },
  });
  const repetitions = Number(values.pairs);
  if (!Number.isInteger(repetitions) || repetitions < 1) {
    throw new Error(`--pairs takes a whole number from 1, not "${values.pairs}"`);
  }
  const chosen = chosenSubjects(values.subjects);
  const shown = values.window ? "--window" : values.start ? "--start" : null;
  if (shown !== null && !hasDisplay()) {
    throw new Error(`${shown} needs a display; without one: xvfb-run -a npm run bench -- ${shown}`);
  }
  await setUp({
    needs: ["packages", "engine", ...(shown === null ? [] : /** @type {const} */ (["electron"]))],
    log: new StepLog({ quiet: true }),
  });
  const parent = path.resolve(startedIn, values.path);
  const folder = mkdtempSync(path.join(parent, "driveproof-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // Ends by process.exit() on a signal, so that an interrupted run removes its files, too.
  process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
  process.once("exit", remove);
  try {
    const result = values.start
      ? await besideEmptyWindow(folder, repetitions)
      : await bench(folder, { ...values, repetitions, chosen });
    const file = values.json ? path.resolve(startedIn, values.json) : defaultFile();
    writeFileSync(file, `${JSON.stringify({ folder: parent, ...result }, null, 2)}\n`);
    say(`\nwritten to ${file}`);
  } finally {
    remove();
  }
  return 0;
}

/** @param {string} names with commas between them */
function chosenSubjects(names) {
  const asked = names.split(",");
  const unknown = asked.find((name) => !subjectNames.some((subject) => subject === name));
  if (unknown !== undefined) {
    throw new Error(`--subjects takes some of ${subjectNames.join(",")}, not "${unknown}"`);
  }
  return subjectNames.filter((subject) => asked.includes(subject));
}

/**
 * @param {string} folder
 * @param {{ repetitions: number, profile: string, chosen: readonly Subject[],
 *   window: boolean }} options
 */
async function bench(folder, { repetitions, profile, chosen, window }) {
  const startedAt = new Date().toISOString();
  const machineBefore = machine();
  const ours = engineTool(folder);
  const shared = readingFile(folder);
  const tools = [
    ...[ours, loopTool(folder), fioTool(folder), pgTestFsyncTool(folder)],
    ...[sweepTool(folder), ddTool(folder)],
    ...[readingTool(shared), fioReadingTool(shared)],
  ];
  /** @type {string[]} */
  const missing = [];
  const leftOut = (/** @type {string} */ text) => {
    missing.push(text);
    say(`NOT COMPARED: ${text}`);
  };
  const { app, plan: whole } = await inspect(folder, profile, ["--modes", "none"]);
  const plan = { profile, ...whole.workloads["flush-modes"] };
  for (const { name, does } of tools) say(`${name}: ${does}`);
  const bouts = await tryOut(tools, plan, chosen, leftOut);
  ours.repeatedRounds = 0;
  const expected = expectedMs(bouts, plan, repetitions);
  say(`repetitions: ${repetitions}; this takes about ${minutes(expected)}`);
  const began = performance.now();
  const measured = await alternate(bouts, plan, repetitions, (done) => {
    const left = ((performance.now() - began) / done) * (repetitions - done);
    process.stderr.write(`repetition ${done} of ${repetitions}; ${minutes(left)} left\n`);
  });
  for (const { close } of tools) await close?.();
  const results = [...measured].map(([subject, byTool]) => ({
    subject,
    ...resultOf(
      subjects[subject],
      [...byTool].map(([{ name, alike }, figures]) => ({ name, alike, repetitions: figures })),
    ),
  }));
  for (const { title, tools } of results) say(subjectTable(title, tools));
  say(`Rounds DriveProof measured twice because they were disturbed: ${ours.repeatedRounds}`);
  say(`Load before it began: ${machineBefore.loadAverage} on ${machineBefore.cpuCount} processors`);
  const withWindow = window ? await besideWindow(folder, repetitions) : null;
  say(notes);
  return {
    startedAt,
    finishedAt: new Date().toISOString(),
    app,
    repetitions,
    plan,
    missing,
    machineBefore,
    machineAfter: machine(),
    repeatedRounds: ours.repeatedRounds,
    tools: tools.map(({ name, version, does }) => ({ name, version, does })),
    results,
    window: withWindow,
  };
}

/**
 * @param {string} folder
 * @param {number} repetitions
 */
async function besideWindow(folder, repetitions) {
  // The module needs the packages, which are in place only after set-up.
  const { compareWindow } = await import("../bench/window.mjs");
  const results = await compareWindow(folder, repetitions);
  for (const { title, tools } of results) say(subjectTable(title, tools));
  return results;
}

/**
 * @param {string} folder
 * @param {number} pairs
 */
async function besideEmptyWindow(folder, pairs) {
  const { compareStart, startTable } = await import("../bench/start.mjs");
  const machineBefore = machine();
  const start = await compareStart(folder, pairs);
  say(startTable(start));
  say(`Load before it began: ${machineBefore.loadAverage} on ${machineBefore.cpuCount} processors`);
  return { machineBefore, machineAfter: machine(), start };
}

/** git ignores the folder `reports`. */
function defaultFile() {
  const reports = path.join(projectRoot, "reports");
  mkdirSync(reports, { recursive: true });
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  return path.join(reports, `bench-${time}.json`);
}

/** @param {number} ms */
const minutes = (ms) =>
  ms < 90_000 ? `${Math.ceil(ms / 1000)} s` : `${Math.ceil(ms / 60_000)} min`;

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);
