import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { StepLog, spokenTime } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { inspectVolume } from "../volumes/inspected-volume.mjs";
import { volumeMakers } from "../volumes/makers.mjs";

/**
 * `npm run test:volumes -- [--all] [NAME …]`: inspects new volumes of this system's file systems,
 * once whole and once killed in the middle. test-results/volumes keeps the reports. With `--all` a
 * volume that cannot be made here is a failure, too.
 * @param {string[]} args
 * @returns {Promise<number>} 0 only if at least one was inspected and none failed
 */
export async function main(args) {
  const makers = volumeMakers();
  const isEach = args.includes("--all");
  const names = args.filter((arg) => arg !== "--all");
  const wanted = makers.filter(({ name }) => names.length === 0 || names.includes(name));
  if (wanted.length === 0) {
    const known = makers.map(({ name }) => name).join(", ");
    process.stderr.write(`There is no such volume; there are ${known || "none on this system"}.\n`);
    return 2;
  }
  await setUp({ needs: ["packages", "engine"], log: new StepLog() });
  const results = path.join(projectRoot, "test-results", "volumes");
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const count = { inspected: 0, failed: 0, skipped: 0 };
  for (const maker of wanted) {
    const state = await inspectOne(maker, path.join(results, `${maker.name}.json`));
    count[state] += 1;
  }
  process.stdout.write(
    `\n${count.inspected} inspected, ${count.failed} failed, ${count.skipped} skipped\n`,
  );
  return exitCodeOf(count, { isEach });
}

/**
 * @param {{ inspected: number, failed: number, skipped: number }} count
 * @param {{ isEach: boolean }} demand isEach: none may be skipped
 */
export function exitCodeOf({ inspected, failed, skipped }, { isEach }) {
  return failed === 0 && inspected > 0 && !(isEach && skipped > 0) ? 0 : 1;
}

/**
 * @param {import("../volumes/makers.mjs").VolumeMaker} maker
 * @param {string} reportFile
 * @returns {Promise<"inspected" | "failed" | "skipped">}
 */
async function inspectOne(maker, reportFile) {
  const startMs = performance.now();
  const scratch = mkdtempSync(path.join(os.tmpdir(), "driveproof-volume-"));
  /** @param {string} text */
  const say = (text) => process.stdout.write(`${maker.name}: ${text}\n`);
  try {
    const why = maker.why();
    if (why !== null) {
      say(`SKIPPED: ${why}`);
      return "skipped";
    }
    const volume = maker.make(scratch);
    try {
      const made = await inspectVolume(volume.folder, reportFile, maker.sectors);
      const { problems, fileSystem, measured } = made;
      const time = spokenTime(performance.now() - startMs);
      for (const problem of problems) say(`FAILED: ${problem}`);
      say(`${fileSystem}, ${measured} ways of saving measured, ${time}`);
      return problems.length === 0 ? "inspected" : "failed";
    } finally {
      volume.remove();
    }
  } catch (error) {
    say(`FAILED: ${/** @type {Error} */ (error).message}`);
    return "failed";
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
