import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { runInForeground } from "../commands/foreground.mjs";
import { projectRoot } from "../setup/paths.mjs";
import { describeResult, isGood, mutationResult } from "./mutation-result.mjs";

/**
 * Mutation testing of electron/analysis, or of only the files that `DRIVEPROOF_MUTATE` names.
 * Prints the report and a sentence about the result.
 * @returns {Promise<{ ok: boolean, remark: string }>}
 */
export async function checkMutants() {
  const report = path.join(projectRoot, "test-results", "mutation.json");
  // A report of an earlier run must not pass for this one's.
  rmSync(report, { force: true });
  const stryker = path.join(projectRoot, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const files = process.env.DRIVEPROOF_MUTATE;
  const exitCode = await runInForeground(
    process.execPath,
    [
      stryker,
      ...["run", "tests/mutation/stryker.config.mjs"],
      ...(files ? ["--mutate", files] : []),
    ],
    { cwd: projectRoot, env: process.env },
  );
  if (exitCode !== 0 || !existsSync(report)) {
    return { ok: false, remark: `Stryker ended with ${exitCode}` };
  }
  const survivors = path.join(projectRoot, "tests", "mutation", "survivors.json");
  const result = mutationResult(
    JSON.parse(readFileSync(report, "utf8")),
    JSON.parse(readFileSync(survivors, "utf8")),
  );
  process.stdout.write(`${describeResult(result)}\n`);
  const { all, unexplained, outdated } = result;
  return {
    ok: isGood(result),
    remark: `${all.killed} of ${all.all} mutants killed, ${unexplained.length} survived without a reason, ${outdated.length} reasons outdated`,
  };
}
