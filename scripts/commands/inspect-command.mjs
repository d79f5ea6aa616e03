import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { StepLog } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { electronEnvironment } from "./electron-environment.mjs";
import { runInForeground } from "./foreground.mjs";

/**
 * Only Electron can make a PDF.
 * @param {readonly string[]} args
 */
export function asksForPdf(args) {
  return args.some((arg) => arg === "--pdf" || arg.startsWith("--pdf="));
}

/**
 * `npm run inspect -- …`: an inspection on the command line. npm starts scripts in the project's
 * folder; the inspection runs in the person's folder, so that paths mean what was typed.
 * @param {string[]} args
 * @returns {Promise<number>} exit code of the inspection
 */
export async function main(args) {
  return inspect(args, process.env.INIT_CWD || process.cwd());
}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
export async function inspect(args, cwd) {
  await setUp({
    needs: asksForPdf(args) ? ["packages", "engine", "electron"] : ["packages", "engine"],
    log: new StepLog({ quiet: true }),
  });
  const cli = path.join(projectRoot, "out", "main", "inspect-cli.cjs");
  return runInForeground(process.execPath, [cli, ...args], {
    cwd,
    env: electronEnvironment(),
  });
}
