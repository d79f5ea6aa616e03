// npm run bench -- [--path DIR] [--pairs N] [--window] [--json FILE]
//
// Our engine beside a minimal C loop and fio, in turn, on the same folder, the same file size and
// block; the buffer sweep beside dd; and with --window the headless figure beside the one with the
// window open and charting.
// Absolute figures belong to this machine and this minute; the ratios are the result.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ddSweep, engineSweep, sweptBytes } from "./bench/sweep.mjs";
import { megabytes, nanoseconds, printTable, rate, ratio, ratios, size } from "./bench/table.mjs";
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
const result = { folder: values.path, pairs, modes: {}, sweep: {}, window: null, missing: [] };
try {
  const tools = available([engineTool(root), loopTool(root, folder), fioTool()]);
  for (const mode of modes) {
    result.modes[mode] = await compare(tools, mode);
  }
  result.sweep = await compareSweep();
  if (values.window) {
    result.window = await compareWindow();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (values.json) {
  writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

/** The tools that are there; of the others it is said why they are not. */
function available(tools) {
  for (const { missing } of tools) {
    if (missing !== null) {
      result.missing.push(missing);
      console.log(`NOT COMPARED: ${missing}`);
    }
  }
  return tools.filter(({ missing }) => missing === null);
}

/** What every tool gives per pair, in rotated order, after one unmeasured run each. */
async function inTurn(tools, measure) {
  const figures = Object.fromEntries(tools.map(({ name }) => [name, []]));
  for (const tool of tools) {
    await measure(tool);
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    for (let place = 0; place < tools.length; place += 1) {
      const tool = tools[(place + pair) % tools.length];
      figures[tool.name].push(await measure(tool));
    }
  }
  return figures;
}

async function compare(tools, mode) {
  const rates = await inTurn(tools, (tool) => tool.measure(mode, folder));
  printComparison(`${mode}: operations per second`, tools, rates, rate);
  return rates;
}

function printComparison(title, tools, figures, format) {
  const [ours, ...others] = tools;
  printTable(`${title}, pair by pair`, [
    ["tool", ...Array.from({ length: pairs }, (_, pair) => `#${pair + 1}`)],
    ...tools.map(({ name }) => [name, ...figures[name].map(format)]),
  ]);
  const rows = others.map(({ name }) => {
    const compared = ratios(figures[ours.name], figures[name]);
    return [
      `DriveProof / ${name}`,
      ratio(compared.median),
      `${ratio(compared.min)} – ${ratio(compared.max)}`,
    ];
  });
  printTable(`${title}: ratio`, [["", "median", "min – max"], ...rows]);
}

/** Throughput, and the processor's time for it, which other programs disturb less. */
async function compareSweep() {
  const tools = available([engineSweep(root, folder), ddSweep(folder)]);
  const sweep = {};
  try {
    for (const writeBytes of sweptBytes) {
      const figures = await inTurn(tools, (tool) => tool.measure(writeBytes));
      const only = (key) =>
        Object.fromEntries(tools.map(({ name }) => [name, figures[name].map((one) => one[key])]));
      const title = `writes of ${size(writeBytes)}`;
      printComparison(`${title}: MB/s`, tools, only("bytesPerSecond"), megabytes);
      printComparison(
        `${title}: ns of the processor per KiB`,
        tools,
        only("cpuNsPerByte"),
        nanoseconds,
      );
      sweep[writeBytes] = figures;
    }
  } finally {
    for (const tool of tools) {
      await tool.close();
    }
  }
  return sweep;
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
