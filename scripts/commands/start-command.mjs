import { mkdirSync } from "node:fs";
import path from "node:path";
import { findElectron } from "../setup/electron-runtime.mjs";
import { SetupFailure } from "../setup/failure.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { StepLog } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { hasDisplay } from "../setup/system-libraries.mjs";
import { electronEnvironment } from "./electron-environment.mjs";
import { runInForeground } from "./foreground.mjs";
import { inspect } from "./inspect-command.mjs";

/**
 * `npm start`: the window; without a display an inspection of the current folder.
 * @param {string[]} args passed on
 * @returns {Promise<number>} exit code of what was started
 */
export async function main(args) {
  const log = new StepLog();
  await setUp({ log });
  if (!hasDisplay()) {
    log.note(
      "No display found, so DriveProof works on the command line instead; unless told otherwise it inspects the current folder.",
    );
    const reports = path.join(projectRoot, "reports");
    mkdirSync(reports, { recursive: true });
    return inspect(
      inspectionArguments(args, { cwd: currentFolder(), reports, now: new Date() }),
      currentFolder(),
    );
  }
  const electron = findElectron();
  if (!electron) throw new SetupFailure("Electron has vanished", "npm run setup");
  return runInForeground(electron.executable, [...electron.args, ...args], {
    cwd: currentFolder(),
    env: electronEnvironment(),
  });
}

/** npm itself goes from the person's folder to the project's. */
function currentFolder() {
  return process.env.INIT_CWD || process.cwd();
}

/**
 * The options of the inspection that replaces the window: a quick one of the current folder, with
 * both reports. Given options replace the defaults.
 * @param {readonly string[]} given
 * @param {{ cwd: string, reports: string, now: Date }} situation
 * @returns {string[]}
 */
export function inspectionArguments(given, { cwd, reports, now }) {
  const isGiven = (/** @type {string} */ option) =>
    given.some((arg) => arg === option || arg.startsWith(`${option}=`));
  // A plug test has no profile and, before it is finished, no report.
  if (isGiven("--plug-test")) return [...given];
  const timestamp = now.toISOString().slice(0, 19).replaceAll(":", "-");
  const assumed = {
    "--path": cwd,
    "--profile": "quick",
    "--json": path.join(reports, `${timestamp}.json`),
    "--pdf": path.join(reports, `${timestamp}.pdf`),
  };
  const missing = Object.entries(assumed).filter(([option]) => !isGiven(option));
  return [...missing.flat(), ...given];
}
