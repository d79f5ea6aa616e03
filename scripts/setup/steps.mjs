import { accessSync, constants, mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { packagedAppStep } from "../package/packaged-app-step.mjs";
import { zigStep } from "../prebuild/zig.mjs";
import { windowsNodeStep } from "../windows-engine/node-for-windows.mjs";
import { addonStep, addonUpToDate } from "./addon.mjs";
import { appStep } from "./app-build.mjs";
import { databaseSourcesStep } from "./database-sources.mjs";
import { electronStep } from "./electron-runtime.mjs";
import { SetupFailure } from "./failure.mjs";
import { packagesStep } from "./packages.mjs";
import { projectRoot, runtimeDirectory } from "./paths.mjs";
import { isAlive, withSetupLock } from "./setup-lock.mjs";
import { shippedNodeStep } from "./shipped-node.mjs";
import { StepLog } from "./step-log.mjs";
import { systemLibrariesStep } from "./system-libraries.mjs";

/**
 * One thing that must be in place. `upToDate` looks, quickly and without changing anything, and
 * says in a few words what it found; `null` means that `run` has something to do.
 * @typedef {{ name: string, requires: readonly string[], upToDate: () => string | null,
 *   run: (progress: (text: string) => void) => Promise<string | undefined> }} Step
 *
 * What the command that comes after needs.
 * packages: the npm packages. app: the built app. engine: the app and the compiled addon. electron: a
 * window or a PDF. cross-compiler: addons for other systems. packaged-app: the installed program.
 * wine: what the Windows engine is tested with under Wine. shipped-node: the Node.js of the declared Electron.
 * @typedef {"packages" | "app" | "engine" | "electron" | "cross-compiler" | "packaged-app" | "wine" |
 *   "shipped-node"} Need
 */

/**
 * The steps in their order: those that can stop at once and need a person come first.
 * @param {readonly Need[]} needs
 * @param {{ retryElectron: boolean, retryDatabases: boolean }} options
 * @returns {Step[]}
 */
function stepsFor(needs, { retryElectron, retryDatabases }) {
  const forElectron = needs.includes("electron");
  const forEngine = needs.includes("engine");
  const forOtherSystems = needs.includes("cross-compiler");
  const steps = [];
  if (forElectron || forEngine) {
    const forCompiler = forEngine && !addonUpToDate();
    const libraries = systemLibrariesStep({ forElectron, forCompiler });
    if (libraries) steps.push(libraries);
  }
  steps.push(packagesStep());
  if (forElectron) steps.push(electronStep({ retry: retryElectron }));
  if (forEngine || forOtherSystems) {
    steps.push(databaseSourcesStep({ retry: retryDatabases }));
  }
  if (forEngine) steps.push(addonStep());
  if (forEngine || needs.includes("app")) steps.push(appStep());
  if (forOtherSystems) steps.push(zigStep());
  if (needs.includes("shipped-node")) steps.push(shippedNodeStep());
  if (needs.includes("wine")) steps.push(windowsNodeStep());
  if (needs.includes("packaged-app")) steps.push(packagedAppStep());
  return steps;
}

/**
 * Puts missing things in place, or throws a `SetupFailure` with the remedy. If nothing is missing
 * it only looks, and takes no lock, so that a folder one may not write to can still be used.
 * @param {{ needs?: readonly Need[], log?: StepLog, retryElectron?: boolean,
 *   retryDatabases?: boolean, keepGoing?: boolean }} options
 *   keepGoing: collect failures instead of throwing the first, and do what does not depend on them
 * @returns {Promise<SetupFailure[]>}
 */
export async function setUp({
  needs = ["packages", "engine", "electron"],
  log = new StepLog(),
  retryElectron = false,
  retryDatabases = false,
  keepGoing = false,
}) {
  const steps = stepsFor(needs, { retryElectron, retryDatabases });
  const states = steps.map((step) => step.upToDate());
  if (states.every((state) => state !== null)) {
    steps.forEach((step, index) => {
      log.upToDate(step.name, states[index] ?? "");
    });
    return [];
  }
  const lock = path.join(runtimeDirectory(), "setup.lock");
  /** @param {number | null} owner */
  const onWait = (owner) =>
    log.note(`another set-up is running${owner ? ` (process ${owner})` : ""}; waiting for it`);
  assertWritable();
  return withSetupLock(lock, { onWait }, () => runSteps({ steps, log, keepGoing }));
}

/**
 * @param {{ steps: Step[], log: StepLog, keepGoing: boolean }} options
 */
async function runSteps({ steps, log, keepGoing }) {
  removeLeftovers();
  const failures = [];
  const failedSteps = new Set();
  for (const step of steps) {
    if (step.requires.some((name) => failedSteps.has(name))) {
      failedSteps.add(step.name);
      log.note(`${step.name} … not tried, because a step it needs failed`);
      continue;
    }
    // Another set-up may have done the step while this one waited for the lock.
    const state = step.upToDate();
    if (state !== null) {
      log.upToDate(step.name, state);
      continue;
    }
    log.begin(step.name);
    try {
      log.done(await step.run((text) => log.progress(text)));
    } catch (error) {
      log.failed();
      if (!keepGoing || !(error instanceof SetupFailure)) throw error;
      failures.push(error);
      failedSteps.add(step.name);
    }
  }
  return failures;
}

function assertWritable() {
  try {
    mkdirSync(runtimeDirectory(), { recursive: true });
    accessSync(runtimeDirectory(), constants.W_OK);
  } catch (error) {
    throw new SetupFailure(
      `this folder cannot be written to (${/** @type {Error} */ (error).message})`,
      "copy the project to a folder of your own, then try again",
    );
  }
}

/**
 * Removes what a killed command left half done. The number at the end of a name is that of its
 * process: one that still lives, such as a `prebuild` beside this set-up, keeps its folder.
 */
export function removeLeftovers(root = projectRoot) {
  for (const name of readdirSync(runtimeDirectory(root))) {
    const owner = /^tmp-.*?(\d*)$/.exec(name)?.[1];
    if (owner !== undefined && (owner === "" || !isAlive(Number(owner)))) {
      rmSync(path.join(runtimeDirectory(root), name), { recursive: true, force: true });
    }
  }
}
