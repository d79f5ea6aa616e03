// npm run bench -- [--path DIR] [--pairs N] [--window] [--json FILE]
//
// Our engine beside a minimal C loop and fio, in turn, on the same folder, the same file size and
// block; and with --window the headless figure beside the one with the window open and charting.
// Absolute figures belong to this machine and this minute; the ratios are the result.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { printTable, rate, ratio, ratios } from "./bench/table.mjs";
import { engineTool, fioTool, inspect, loopTool, rateOf } from "./bench/tools.mjs";
import { openWindow } from "./bench/window.mjs";
import { prepareProject } from "./setup/prepare.mjs";
import { StepLog } from "./setup/step-log.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    path: { type: "string", default: process.env.INIT_CWD ?? process.cwd() },
    pairs: { type: "string", default: "5" },
    window: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const pairs = Math.max(1, Number.parseInt(values.pairs, 10) || 5);
const modes = ["none", "fsync"];

await prepareProject({ log: new StepLog({ quiet: true }) });
const folder = mkdtempSync(path.join(path.resolve(values.path), "driveproof-bench-"));
const result = { folder: values.path, pairs, modes: {}, window: null, missing: [] };
try {
  const tools = [engineTool(root), loopTool(root, folder), fioTool()];
  result.missing = tools.map(({ missing }) => missing).filter((reason) => reason !== null);
  for (const reason of result.missing) {
    console.log(`NOT COMPARED: ${reason}`);
  }
  for (const mode of modes) {
    result.modes[mode] = await compare(
      tools.filter(({ missing }) => missing === null),
      mode,
    );
  }
  if (values.window) {
    result.window = await compareWindow();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) {
  writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

/** Every tool once per pair, in rotated order, after one unmeasured run each. */
async function compare(tools, mode) {
  const rates = Object.fromEntries(tools.map(({ name }) => [name, []]));
  for (const tool of tools) {
    await tool.measure(mode, folder);
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    for (let place = 0; place < tools.length; place += 1) {
      const tool = tools[(place + pair) % tools.length];
      rates[tool.name].push(await tool.measure(mode, folder));
    }
  }
  const [ours, ...others] = tools;
  const rows = others.map(({ name }) => {
    const compared = ratios(rates[ours.name], rates[name]);
    return [
      `DriveProof / ${name}`,
      ratio(compared.median),
      `${ratio(compared.min)} – ${ratio(compared.max)}`,
    ];
  });
  printTable(`${mode}: operations per second, pair by pair`, [
    ["tool", ...Array.from({ length: pairs }, (_, pair) => `#${pair + 1}`)],
    ...tools.map(({ name }) => [name, ...rates[name].map(rate)]),
  ]);
  printTable(`${mode}: ratio`, [["", "median", "min – max"], ...rows]);
  return rates;
}

async function compareWindow() {
  const cli = path.join(root, "out", "main", "inspect-cli.cjs");
  const window = await openWindow(root, folder);
  const rates = Object.fromEntries(modes.map((mode) => [mode, { headless: [], window: [] }]));
  try {
    for (let pair = 0; pair < pairs; pair += 1) {
      const headless = await inspect(cli, folder);
      const charting = await window.inspect();
      for (const mode of modes) {
        rates[mode].headless.push(rateOf(headless, mode));
        rates[mode].window.push(rateOf(charting, mode));
      }
    }
  } finally {
    await window.close();
  }
  printTable("with the window open and charting", [
    ["mode", "headless", "window", "ratio", "min – max"],
    ...modes.map((mode) => {
      const { headless, window: charting } = rates[mode];
      const compared = ratios(charting, headless);
      return [
        mode,
        headless.map(rate).join(" "),
        charting.map(rate).join(" "),
        ratio(compared.median),
        `${ratio(compared.min)} – ${ratio(compared.max)}`,
      ];
    }),
  ]);
  return rates;
}
