// How soon the window can be used, beside an empty window of the same Electron, and how soon after
// the end of an inspection its verdict is visible.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { electronFor } from "../setup/electron-for-app.mjs";
import { findElectron } from "../setup/electron-runtime.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { runTool } from "./run-tool.mjs";
import { median } from "./statistics.mjs";
import { columns } from "./table.mjs";

/** Selector of the button that starts the inspection, once a drive is chosen. */
const usable = ".action-bar .button.primary:not([data-disabled])";
const startChannel = "driveproof:call:startInspection";

/** @typedef {{ usableMs: number, emptyMs: number, verdictMs: number }} StartPair */

/**
 * Each pair starts both windows in turn, in an order that alternates from pair to pair. Both keep
 * their data folders, like a program that was started before.
 * @param {string} folder what is inspected
 * @param {number} pairs
 * @returns {Promise<{ pairs: StartPair[], ratio: number, usableMs: number, emptyMs: number, verdictMs: number }>}
 */
export async function compareStart(folder, pairs) {
  const runtime = findElectron();
  if (!runtime) {
    throw new Error("Electron is not set up; run `npm run setup`");
  }
  const electron = await electronFor(
    runtime,
    path.join(path.dirname(fileURLToPath(import.meta.url)), "timed-start"),
  );
  const data = mkdtempSync(path.join(tmpdir(), "driveproof-bench-start-"));
  const program = path.join(projectRoot, "out", "main", "index.cjs");
  const start = async (/** @type {string} */ name, /** @type {object} */ wanted) => {
    const began = Date.now();
    const { stdout } = await runTool(
      name,
      electron.executable,
      [...electron.args, `--user-data-dir=${path.join(data, name)}`],
      { env: { ...process.env, DRIVEPROOF_TIMED_START: JSON.stringify(wanted) } },
    );
    const said = /^timed (.+)$/m.exec(stdout)?.[1];
    if (said === undefined) {
      throw new Error(`${name} did not say when it could be used`);
    }
    return { began, .../** @type {Timed} */ (JSON.parse(said)) };
  };
  const startProgram = async () => {
    const { began, usableMs } = await start("program", { program, usable });
    return usableMs - began;
  };
  const startEmpty = async () => {
    const { began, usableMs } = await start("empty", { usable: "button" });
    return usableMs - began;
  };
  const inspectOnce = async () => {
    const wanted = { program, usable, folder, startChannel };
    const { endedMs, verdictMs } = await start("program", wanted);
    return verdictMs - endedMs;
  };
  try {
    // Leaves out what happens at the first start only.
    await startProgram();
    await startProgram();
    await startEmpty();
    /** @type {StartPair[]} */
    const measured = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const usableFirst = pair % 2 === 0 ? await startProgram() : null;
      const emptyMs = await startEmpty();
      const usableMs = usableFirst ?? (await startProgram());
      measured.push({ usableMs, emptyMs, verdictMs: await inspectOnce() });
    }
    return {
      pairs: measured,
      ratio: median(measured.map(({ usableMs, emptyMs }) => usableMs / emptyMs)),
      usableMs: median(measured.map(({ usableMs }) => usableMs)),
      emptyMs: median(measured.map(({ emptyMs }) => emptyMs)),
      verdictMs: median(measured.map(({ verdictMs }) => verdictMs)),
    };
  } finally {
    await electron.remove();
    rmSync(data, { recursive: true, force: true });
  }
}

/** @typedef {{ usableMs: number, endedMs: number, verdictMs: number }} Timed */

/** @param {Awaited<ReturnType<typeof compareStart>>} result */
export function startTable({ pairs, ratio, usableMs, emptyMs, verdictMs }) {
  const whole = (/** @type {number} */ ms) => `${Math.round(ms)}`;
  const rows = pairs.map((pair, index) => [
    `pair ${index + 1}`,
    ...[pair.usableMs, pair.emptyMs].map(whole),
    (pair.usableMs / pair.emptyMs).toFixed(2),
    whole(pair.verdictMs),
  ]);
  return columns([
    ["", "usable ms", "empty window ms", "ratio", "end to verdict ms"],
    ...rows,
    ["median", whole(usableMs), whole(emptyMs), ratio.toFixed(2), whole(verdictMs)],
  ]).join("\n");
}
