import { prebuild, rebuildElsewhere } from "../prebuild/prebuild.mjs";
import { checkTable } from "../prebuild/report.mjs";
import { targets } from "../prebuild/targets.mjs";
import { StepLog, spokenTime } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";

/**
 * `npm run prebuild -- [--twice] [TARGET …]`: builds and checks the addon for every system, or for
 * the named ones. `--twice` builds each a second time from nothing and compares the two.
 * @param {string[]} args
 * @returns {Promise<number>} 0 only if every check passed
 */
export async function main(args) {
  const twice = args.includes("--twice");
  const names = args.filter((arg) => arg !== "--twice");
  const known = targets.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) {
    process.stderr.write(`There is no target ${unknown}; there are ${known.join(", ")}.\n`);
    return 2;
  }
  const startMs = performance.now();
  const log = new StepLog();
  await setUp({ needs: ["packages", "cross-compiler"], log });
  const chosen = targets.filter(({ name }) => names.length === 0 || names.includes(name));
  const prebuilds = [];
  for (const target of chosen) {
    log.begin(target.name);
    const result = await prebuild(target);
    log.done(result.warnings === null ? "already built" : undefined);
    if (twice) result.problems.push(...(await differences(target, result.sha256, log)));
    prebuilds.push(result);
  }
  process.stdout.write(`\n${checkTable(prebuilds).join("\n")}\n`);
  for (const { target, problems } of prebuilds) {
    for (const problem of problems) process.stdout.write(`${target.name} ${problem}\n`);
  }
  process.stdout.write(
    `\n${prebuilds.length} prebuilds in ${spokenTime(performance.now() - startMs)}` +
      `${twice ? ", each built twice" : ""}\n`,
  );
  return prebuilds.every(({ problems }) => problems.length === 0) ? 0 : 1;
}

/**
 * @param {import("../prebuild/targets.mjs").Target} target
 * @param {string} sha256 of the first build
 * @param {StepLog} log
 */
async function differences(target, sha256, log) {
  log.begin(`${target.name} again`);
  const again = await rebuildElsewhere(target);
  log.done(again === sha256 ? "byte for byte the same" : "DIFFERENT");
  return again === sha256 ? [] : [`came out different the second time: ${again}`];
}
