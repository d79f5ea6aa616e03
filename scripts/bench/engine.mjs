import { createRequire } from "node:module";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { engineFigures, refilledFigures } from "./outputs.mjs";
import { runTool } from "./run-tool.mjs";
import { modeOf, savingSubjects } from "./tool.mjs";

const name = "DriveProof";

/** @typedef {import("./outputs.mjs").Report} Report */

/**
 * Inspects the flush modes with the shipped command line.
 * @param {string} folder
 * @param {string} profile
 * @param {readonly string[]} [more]
 * @returns {Promise<Report>}
 */
export async function inspect(folder, profile, more = []) {
  const { stdout } = await runTool(name, process.execPath, [
    path.join(projectRoot, "out", "main", "inspect-cli.cjs"),
    ...["--path", folder, "--profile", profile, "--tests", "flush", "--no-append"],
    ...["--json", "-", ...more],
  ]);
  return JSON.parse(stdout);
}

export function openSession() {
  const addon = path.join(projectRoot, "native", "build", "Release", "driveproof.node");
  return createRequire(addon)(addon).openSession();
}

/**
 * DriveProof's engine as shipped. `repeatedRounds` counts the rounds that it measured again after a
 * disturbance, which the other tools cannot do.
 * @param {string} folder
 * @returns {import("./tool.mjs").Tool & { repeatedRounds: number }}
 */
export function engineTool(folder) {
  return {
    name,
    does: "one inspection of one mode: random aligned blocks of a file filled block by block, or again in pieces of 1 MiB, and flushed; a warm-up before each round, the median of the rounds",
    version: null,
    missing: null,
    alike: true,
    subjects: savingSubjects,
    repeatedRounds: 0,
    async measure(subject, { profile }) {
      const report = await inspect(folder, profile, ["--modes", modeOf(subject)]);
      const rounds = report.flushModes.flatMap((mode) => mode.rounds);
      this.repeatedRounds += rounds.filter(({ repeated }) => repeated).length;
      return subject === "none-1048576" ? refilledFigures(report) : engineFigures(report, subject);
    },
  };
}
