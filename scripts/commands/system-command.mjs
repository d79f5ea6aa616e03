import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { StepLog, spokenTime } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { systemParts } from "../system/parts.mjs";

/**
 * `npm run test:system -- [PART …]`: what only a real Windows or Mac shows.
 * test-results/system/PART keeps the reports and the output of its programs.
 * @param {string[]} args
 * @returns {Promise<number>} 0 only if at least one part ran and none failed
 */
export async function main(args) {
  const wanted = systemParts.filter(({ name }) => args.length === 0 || args.includes(name));
  if (wanted.length === 0 || args.some((name) => !systemParts.some((part) => part.name === name))) {
    const names = systemParts.map(({ name }) => name).join(", ");
    process.stderr.write(`There is no such part; there are ${names}.\n`);
    return 2;
  }
  const count = { passed: 0, failed: 0, skipped: 0 };
  const possible = wanted.filter(({ name, why }) => {
    const reason = why();
    if (reason !== null) {
      process.stdout.write(`${name}: SKIPPED: ${reason}\n`);
      count.skipped += 1;
    }
    return reason === null;
  });
  if (possible.length > 0) {
    await setUp({ needs: ["packages", "engine"], log: new StepLog() });
  }
  for (const part of possible) {
    count[(await runPart(part)) ? "passed" : "failed"] += 1;
  }
  process.stdout.write(
    `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`,
  );
  return count.failed === 0 && count.passed > 0 ? 0 : 1;
}

/** @param {import("../system/parts.mjs").SystemPart} part */
async function runPart({ name, run }) {
  const startMs = performance.now();
  const results = path.join(projectRoot, "test-results", "system", name);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const scratch = mkdtempSync(path.join(os.tmpdir(), `driveproof-${name}-`));
  /** @type {string[]} */
  let problems;
  try {
    problems = await run({ scratch, results });
  } catch (error) {
    problems = [/** @type {Error} */ (error).message];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  for (const problem of problems) process.stdout.write(`${name}: FAILED: ${problem}\n`);
  const end = problems.length === 0 ? "passed" : "failed";
  process.stdout.write(`${name}: ${end}, ${spokenTime(performance.now() - startMs)}\n`);
  return problems.length === 0;
}
