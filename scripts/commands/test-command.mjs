import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { checkMutants } from "../mutation/mutation-check.mjs";
import { unpackedApp } from "../package/package-app.mjs";
import { buildApp } from "../setup/app-build.mjs";
import { aptRemedy, hasApt, isAdministrator } from "../setup/apt.mjs";
import { findElectron } from "../setup/electron-runtime.mjs";
import { packagesInstalled } from "../setup/packages.mjs";
import { projectRoot } from "../setup/paths.mjs";
import {
  chromiumRequirements,
  laboratoryRequirements,
  testToolRequirements,
} from "../setup/requirements.mjs";
import { findProgram } from "../setup/run-program.mjs";
import { shippedNode, shippedNodeSeries } from "../setup/shipped-node.mjs";
import { StepLog } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { hasDisplay, missingFrom, provide } from "../setup/system-libraries.mjs";
import { electronEnvironment } from "./electron-environment.mjs";
import { runInForeground } from "./foreground.mjs";
import { inOwnMounts } from "./own-mounts.mjs";
import { summary, vitestCheck, wholeCheck } from "./test-results.mjs";

/** @typedef {import("./test-results.mjs").CheckResult} CheckResult */
/** @typedef {number | "inherit"} Output where a check prints: the terminal, or an open file */
/** @typedef {(output: Output) => Promise<CheckResult>} Check */
/** @typedef {[name: string, run: Check]} NamedCheck */

const resultsFolder = path.join(projectRoot, "test-results");

/** In CI these tools colour their output even when it goes to a file. */
const isTerminal = process.stdout.isTTY === true;

/**
 * Every check in its order; those after the first three use the compiled addon and the built app.
 * @type {Readonly<Record<string, Check>>}
 */
const checks = {
  lint: script(
    "lint",
    "@biomejs/biome/bin/biome",
    "ci",
    ".",
    ...(isTerminal ? [] : ["--colors=off"]),
  ),
  typecheck: script("typecheck", "../scripts/typecheck.mjs"),
  unit: vitest("unit"),
  native: vitest("native", "native-alone"),
  screens: vitest("screens"),
  window: vitest("window"),
  lab: vitest("lab", "lab-alone"),
  hostile: vitest("hostile"),
  packaged: vitest("packaged"),
  kills: vitest("kills"),
  mutation,
  "shipped-node": onShippedNode,
  chromium: inChromium,
};

/** Checks that wait most of the time, so they run while the checks before them compute. */
const startedAhead = ["native", "window"];
/** Checks that compute all the time, so they run at a lower priority than those started ahead. */
const yielding = ["unit", "screens"];

const withoutBuild = ["lint", "typecheck", "unit", "mutation"];

/** Checks that need a display; in `lab` one test opens the page of a phone. */
const withDisplay = ["screens", "window", "lab", "hostile", "packaged"];

/**
 * Checks that run only when named, with the reason: the usual checks end within ten minutes on two
 * cores.
 */
const onRequest = {
  lab: "the verdict on simulated drives and what a witness costs, five minutes, as root on Linux",
  hostile: "a hundred thousand hostile calls to main, some minutes",
  packaged: "the app packaged as for its users, which takes minutes",
  kills: "a hundred runs killed whole, each followed by one start, about ten minutes on Linux",
  mutation: "faults put into what judges, each of which must turn a test red, about an hour",
  "shipped-node": `the unit tests and those of the engine on the Node.js ${shippedNodeSeries} of the declared Electron`,
  chromium: "the screens in a Chromium of today instead of the fallback Electron, five minutes",
};

/**
 * `npm test`: every check but those on request, all of them even if one fails. `npm test -- unit
 * lint` runs some.
 * @param {string[]} args names of checks
 * @returns {Promise<number>} 0 only if nothing failed
 */
export async function main(args) {
  const known = Object.keys(checks);
  const unknown = args.find((name) => !known.includes(name));
  if (unknown) {
    process.stderr.write(`There is no check called ${unknown}; there are ${known.join(", ")}.\n`);
    return 2;
  }
  const chosen = Object.entries(checks).filter(([name]) =>
    args.length === 0 ? !(name in onRequest) : args.includes(name),
  );
  const needsBuild = chosen.some(([name]) => !withoutBuild.includes(name));
  const needsPackage = chosen.some(([name]) => name === "packaged");
  const results = await prepare(
    [
      "packages",
      ...(needsBuild ? /** @type {const} */ (["engine", "electron"]) : []),
      ...(needsPackage ? /** @type {const} */ (["cross-compiler", "packaged-app"]) : []),
      ...(args.includes("shipped-node") ? /** @type {const} */ (["shipped-node"]) : []),
    ],
    args.includes("chromium") ? chromiumRequirements : [],
  );
  results.push(...(await runAll(chosen)));
  if (args.length === 0) {
    const notRun = Object.entries(onRequest).map(
      ([name, why]) => `  npm test -- ${name}  (${why})`,
    );
    process.stdout.write(`\nNot run, because on request only:\n${notRun.join("\n")}\n`);
  }
  process.stdout.write(`${summary(results)}\n`);
  return results.some((result) => result.failed > 0) ? 1 : 0;
}

/**
 * @param {readonly NamedCheck[]} chosen
 * @returns {Promise<CheckResult[]>} in their order
 */
async function runAll(chosen) {
  const isUsual = chosen.every(([name]) => !(name in onRequest));
  const ahead = chosen.slice(1).filter(([name]) => isUsual && startedAhead.includes(name));
  /** @type {Map<string, Promise<CheckResult>>} */
  const running = new Map();
  let before = /** @type {Promise<unknown>} */ (Promise.resolve());
  for (const [name, run] of ahead) {
    const started = before.then(() => runIntoFile(name, run));
    running.set(name, started);
    before = started;
  }
  const results = [];
  for (const [name, run] of chosen) {
    process.stdout.write(`\n=== ${name}\n`);
    const started = running.get(name);
    if (started) {
      results.push(await started);
      process.stdout.write(readFileSync(outputFile(name), "utf8"));
    } else {
      results.push(await runOrExplain(name, () => run("inherit")));
    }
  }
  return results;
}

/**
 * Runs a check with its output in a file, because another check has the terminal.
 * @param {string} name
 * @param {Check} run
 */
async function runIntoFile(name, run) {
  mkdirSync(resultsFolder, { recursive: true });
  const file = openSync(outputFile(name), "w");
  try {
    return await runOrExplain(name, () => run(file));
  } finally {
    closeSync(file);
  }
}

/** @param {string} name of a check */
function outputFile(name) {
  return path.join(resultsFolder, `${name}.log`);
}

/**
 * Set-up counts as a check only if it fails.
 * @param {readonly import("../setup/steps.mjs").Need[]} needs
 * @param {readonly import("../setup/requirements.mjs").Requirement[]} tools that a check wants besides
 * @returns {Promise<CheckResult[]>}
 */
async function prepare(needs, tools) {
  const log = new StepLog();
  const startMs = performance.now();
  const failures = await setUp({
    needs,
    log,
    keepGoing: true,
  });
  if (needs.includes("engine")) {
    await provideTestTools(log, tools);
  }
  return failures.map((failure) => {
    log.note(`${failure.message}\nTo mend it: ${failure.remedy}`);
    const firstLine = failure.message.split("\n")[0] ?? "";
    return wholeCheck("set-up", false, performance.now() - startMs, firstLine);
  });
}

/**
 * Installs the tools that tests need beyond the product if apt can do so as root; for all others
 * names the missing ones, whose tests are skipped.
 * @param {StepLog} log
 * @param {readonly import("../setup/requirements.mjs").Requirement[]} others
 */
async function provideTestTools(log, others) {
  // Only root can simulate drives.
  const wanted = isAdministrator()
    ? [...testToolRequirements, ...laboratoryRequirements, ...others]
    : [...testToolRequirements, ...others];
  const missing = process.platform === "linux" ? missingFrom(wanted) : [];
  if (missing.length === 0) return;
  if (hasApt() && isAdministrator()) {
    log.begin("test tools");
    try {
      log.done((await provide(missing)).join(" "));
      return;
    } catch (error) {
      log.failed();
      log.note(/** @type {Error} */ (error).message);
    }
  }
  const what = missing.map((requirement) => requirement.what).join(", ");
  const remedy = hasApt() ? ` (${aptRemedy(missing)})` : "";
  log.note(`tests that need ${what} will be skipped${remedy}`);
}

/**
 * @param {string} name
 * @param {() => Promise<CheckResult>} run
 */
async function runOrExplain(name, run) {
  const built = (/** @type {string} */ file) => existsSync(path.join(projectRoot, "out", file));
  if (!packagesInstalled()) {
    return wholeCheck(name, false, 0, "not run: the packages are not installed");
  }
  if (name === "packaged" && !unpackedApp()) {
    return wholeCheck(name, false, 0, "not run: there is no packaged app");
  }
  if (
    ["screens", "window", "hostile", "chromium"].includes(name) &&
    !(built("main/index.cjs") && findElectron())
  ) {
    return wholeCheck(name, false, 0, "not run: the app or Electron is not there");
  }
  return run();
}

/**
 * @param {string} name
 * @param {string} file under node_modules
 * @param {...string} args
 * @returns {Check}
 */
function script(name, file, ...args) {
  return async (output) => {
    const startMs = performance.now();
    const program = path.join(projectRoot, "node_modules", file);
    const exitCode = await runInForeground(process.execPath, [program, ...args], {
      cwd: projectRoot,
      env: process.env,
      output,
    });
    return wholeCheck(name, exitCode === 0, performance.now() - startMs);
  };
}

async function mutation() {
  const startMs = performance.now();
  const { ok, remark } = await checkMutants();
  return wholeCheck("mutation", ok, performance.now() - startMs, remark);
}

/** Unit tests, and the engine with the command line on real files: no window is needed. */
async function onShippedNode() {
  return existsSync(shippedNode)
    ? withReleaseBuild(() =>
        runVitest("shipped-node", {
          node: shippedNode,
          projects: ["unit", "native", "native-alone"],
        }),
      )
    : wholeCheck("shipped-node", false, 0, "not run: its Node.js is not there");
}

/** The screens over the mocked bridge, in the engine of the declared Electron or a later one. */
async function inChromium() {
  const browser = findProgram("chromium") ?? findProgram("google-chrome");
  return browser === null
    ? wholeCheck("chromium", false, 0, `not run: no Chromium (${aptRemedy(chromiumRequirements)})`)
    : withReleaseBuild(() =>
        runVitest("chromium", {
          projects: ["screens"],
          settings: { DRIVEPROOF_CHROMIUM: browser },
        }),
      );
}

/**
 * Tests the app as people get it, built for the declared Electron alone. Afterwards builds it for
 * every runtime of development again, because later commands may use another one.
 * @param {() => Promise<CheckResult>} check
 */
async function withReleaseBuild(check) {
  await buildApp({ release: true });
  try {
    return await check();
  } finally {
    await buildApp();
  }
}

/**
 * @param {string} project
 * @param {...string} others projects of vitest that belong to the same check
 * @returns {Check}
 */
function vitest(project, ...others) {
  return (output) => runVitest(project, { projects: [project, ...others], output });
}

/**
 * @param {string} name
 * @param {{ projects: readonly string[], node?: string, settings?: Record<string, string>,
 *   output?: Output }} options settings: of the environment, for the tests
 */
async function runVitest(name, { projects, node = process.execPath, settings = {}, output }) {
  const startMs = performance.now();
  const reportFile = path.join(resultsFolder, `${name}.json`);
  const skippedFile = path.join(resultsFolder, `${name}-skipped.json`);
  mkdirSync(resultsFolder, { recursive: true });
  // A report of an earlier run must not pass for this one's.
  for (const file of [reportFile, skippedFile]) rmSync(file, { force: true });
  const reporter = fileURLToPath(new URL("skipped-tests-reporter.mjs", import.meta.url));
  const command = [
    node,
    // Tests make many short-lived objects: more room for these saves a tenth of the work.
    "--max-semi-space-size=64",
    ...[path.join(projectRoot, "node_modules", "vitest", "vitest.mjs"), "run"],
    ...projects.flatMap((project) => ["--project", project]),
    ...["--reporter=default", `--reporter=${reporter}`],
    ...["--reporter=json", `--outputFile.json=${reportFile}`],
  ];
  const { DRIVEPROOF_XVFB, ...env } = electronEnvironment();
  const inVirtualDisplay = withDisplay.includes(name) && !hasDisplay();
  // Without -noreset the display restarts when its last window closes, and refuses the next one.
  const display = "-screen 0 1920x1200x24 -noreset";
  // Two displays that search for a free number from the same start may take the same one.
  const firstNumber = String(99 + 50 * withDisplay.indexOf(name));
  const [program = "", ...args] = inOwnMounts(
    inVirtualDisplay && findProgram("xvfb-run")
      ? ["xvfb-run", "-a", "-n", firstNumber, "-s", display, ...command]
      : command,
  );
  const exitCode = await runInForeground(program, args, {
    cwd: projectRoot,
    env: {
      ...env,
      ...settings,
      // Programs that a test starts as "node" get the same Node.js.
      PATH: [path.dirname(node), env.PATH].join(path.delimiter),
      DRIVEPROOF_SKIPPED_TESTS: skippedFile,
      ...((!isTerminal || typeof output === "number") && { NO_COLOR: "1" }),
      ...(DRIVEPROOF_XVFB && !inVirtualDisplay && { DRIVEPROOF_XVFB }),
    },
    ...(output !== undefined && { output }),
    ...(yielding.includes(name) && { niceness: 5 }),
  });
  return vitestCheck({
    name,
    exitCode,
    report: readJson(reportFile),
    skippedTests: readJson(skippedFile) ?? [],
    elapsedMs: performance.now() - startMs,
  });
}

/** @param {string} file */
function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}
