import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../setup/paths.mjs";
import { lastLines } from "../setup/run-program.mjs";
import { StepLog, spokenTime } from "../setup/step-log.mjs";
import { setUp } from "../setup/steps.mjs";
import { missingFrom, provide } from "../setup/system-libraries.mjs";
import { ctrlC } from "../windows-engine/ctrl-c.mjs";
import { reportFile, setUpLaboratory } from "../windows-engine/laboratory.mjs";
import { windowsMachine, wineRequirement } from "../windows-engine/windows-machine.mjs";

/**
 * @typedef {{ name: string, state: string, note: string | null, errors: string[] }} TestResult
 * @typedef {import("../windows-engine/windows-machine.mjs").WindowsMachine} WindowsMachine
 * @typedef {import("../windows-engine/laboratory.mjs").Laboratory} Laboratory
 */

/**
 * Limit of a test file in milliseconds. The slowest file starts the whole program 36 times: nine
 * minutes on two busy processors.
 */
const LIMIT_MS = 1_800_000;

/** For this test file Wine logs every file that is opened. */
const traced = "windows-open-flags";

/**
 * `npm run test:windows-engine -- [NAME …]`: the engine's own tests, those of Windows alone and a
 * whole inspection, run by the Windows prebuild, under Wine if this is no Windows. Names choose
 * among the test files.
 * @param {string[]} args
 * @returns {Promise<number>} 0 only if nothing failed
 */
export async function main(args) {
  if (process.platform !== "win32" && process.platform !== "linux") {
    process.stderr.write("This needs Windows, or Linux with Wine.\n");
    return 2;
  }
  const startMs = performance.now();
  const log = new StepLog();
  const wine = process.platform === "linux";
  await setUp({
    needs: ["packages", "app", "cross-compiler", ...(wine ? /** @type {const} */ (["wine"]) : [])],
    log,
  });
  if (wine) {
    const missing = missingFrom([wineRequirement]);
    if (missing.length > 0) {
      log.begin("Wine");
      log.done((await provide(missing)).join(" "));
    }
  }
  log.begin("Windows");
  const machine = await windowsMachine();
  log.progress(machine.name);
  const laboratory = await setUpLaboratory({
    machine,
    progress: (text) => log.progress(text),
  });
  log.done(machine.name);
  mkdirSync(path.join(projectRoot, "test-results"), { recursive: true });
  rmSync(reportFile(), { force: true });
  try {
    const results = await runAll(machine, laboratory, args);
    return summarise(results, performance.now() - startMs);
  } finally {
    machine.shutDown();
    laboratory.takeDown();
  }
}

/**
 * @param {WindowsMachine} machine
 * @param {Laboratory} laboratory
 * @param {readonly string[]} wanted
 */
async function runAll(machine, laboratory, wanted) {
  /** @param {string} name */
  const isWanted = (name) => wanted.length === 0 || wanted.some((part) => name.includes(part));
  /** @type {{ name: string, tests: TestResult[] }[]} */
  const results = [];
  for (const unit of laboratory.unitPrograms.filter(({ name }) => isWanted(name))) {
    results.push({ name: unit.name, tests: [await runProgram(machine, laboratory, unit)] });
  }
  /**
   * @param {string} name
   * @param {() => Promise<TestResult[]>} run
   */
  const add = async (name, run) => {
    const startMs = performance.now();
    const tests = await run();
    results.push({ name, tests });
    process.stdout.write(
      `${name}: ${counted(tests)} in ${spokenTime(performance.now() - startMs)}\n`,
    );
  };
  for (const name of laboratory.testNames.filter(isWanted)) {
    await add(name, () => runTestFile(machine, laboratory, name));
  }
  if (isWanted("ctrl-c")) await add("ctrl-c", () => ctrlC(machine, laboratory));
  return results;
}

/**
 * A C++ program counts as one test: it ends at the first check that fails.
 * @param {WindowsMachine} machine
 * @param {Laboratory} laboratory
 * @param {Laboratory["unitPrograms"][number]} unit
 * @returns {Promise<TestResult>}
 */
async function runProgram(machine, laboratory, { name, program, inFolder, keepsFiles }) {
  const folder = path.join(laboratory.home, `${name}-folder`);
  mkdirSync(folder, { recursive: true });
  const output = path.join(laboratory.home, `${name}.log`);
  const args = inFolder ? [machine.pathOf(folder)] : [];
  const code = await machine.run(program, args, { output, environment: {}, limitMs: LIMIT_MS });
  const left = readdirSync(folder);
  const errors = [
    ...(code === 0 ? [] : [`exit code ${code}:\n${lastLines(output, 20)}`]),
    ...(left.length === 0 || keepsFiles ? [] : [`left behind: ${left.join(", ")}`]),
  ];
  process.stdout.write(`${name}: ${errors.length === 0 ? "holds" : "FAILED"}\n`);
  return { name, state: errors.length === 0 ? "pass" : "fail", note: null, errors };
}

/**
 * @param {WindowsMachine} machine
 * @param {Laboratory} laboratory
 * @param {string} name
 * @returns {Promise<TestResult[]>}
 */
async function runTestFile(machine, laboratory, name) {
  /** @param {string} file */
  const bundled = (file) => machine.pathOf(path.join(laboratory.tests, file));
  const result = path.join(laboratory.home, `${name}.json`);
  const output = path.join(laboratory.home, `${name}.log`);
  rmSync(result, { force: true });
  const code = await machine.node(
    bundled("run-tests.mjs"),
    [bundled(`${name}.mjs`), machine.pathOf(result)],
    {
      output,
      environment: {
        ...laboratory.environment,
        ...(name === traced && {
          WINEDEBUG: "-all,trace+file",
          DRIVEPROOF_OPEN_TRACE: machine.pathOf(output),
        }),
      },
      limitMs: LIMIT_MS,
    },
  );
  /** @param {string} error */
  const broken = (error) => ({ name, state: "fail", note: null, errors: [error] });
  if (!existsSync(result)) {
    return [broken(`ended (exit code ${code}) without a result:\n${lastLines(output, 30)}`)];
  }
  const { tests, errors } = JSON.parse(readFileSync(result, "utf8"));
  return [
    ...tests,
    ...errors.map(broken),
    ...(code === 0 ? [] : [broken(`ended with exit code ${code}:\n${lastLines(output, 30)}`)]),
  ];
}

/**
 * @param {readonly { name: string, tests: TestResult[] }[]} results
 * @param {number} elapsedMs
 */
function summarise(results, elapsedMs) {
  const all = results.flatMap(({ name, tests }) => tests.map((test) => ({ file: name, ...test })));
  const failed = all.filter(({ state }) => state === "fail");
  const skipped = all.filter(({ state }) => !["pass", "fail"].includes(state));
  for (const { file, name, errors } of failed) {
    process.stdout.write(`\nFAILED ${file} > ${name}\n${errors.join("\n")}\n`);
  }
  if (skipped.length > 0) process.stdout.write(`\n${skipped.length} TESTS WERE SKIPPED\n`);
  for (const { file, name, note } of skipped) {
    process.stdout.write(`  ${file}: ${name} (${note ?? "of another system"})\n`);
  }
  process.stdout.write(inspectionTable());
  writeFileSync(
    path.join(projectRoot, "test-results", "windows-engine.json"),
    JSON.stringify(results, null, 2),
  );
  process.stdout.write(`\n${counted(all)} in ${spokenTime(elapsedMs)}\n`);
  return failed.length === 0 && all.some(({ state }) => state === "pass") ? 0 : 1;
}

/** @param {readonly TestResult[]} tests */
function counted(tests) {
  /** @param {string} wanted */
  const count = (wanted) => tests.filter(({ state }) => state === wanted).length;
  const [passed, failed] = [count("pass"), count("fail")];
  return `${passed} passed, ${failed} failed, ${tests.length - passed - failed} skipped`;
}

/**
 * The inspection's figures as a table, mode by mode. Under Wine they are Wine's, not those of any
 * Windows.
 */
function inspectionTable() {
  const file = reportFile();
  if (!existsSync(file)) return "";
  const { flushModes, commits } = JSON.parse(readFileSync(file, "utf8"));
  /**
   * @param {string} name
   * @param {{ status: string, reason: string | null }} result
   * @param {string} count
   */
  const line = (name, { status, reason }, count) =>
    `  ${name.padEnd(28)} ${status === "measured" ? `measured, ${count}` : `${status}: ${reason}`}`;
  const lines = [
    ...flushModes.map((/** @type {any} */ result) =>
      line(result.mode, result, `${result.operations} operations`),
    ),
    ...(commits ?? []).map((/** @type {any} */ result) =>
      line(
        `${result.variant} × ${result.recordsPerTransaction}`,
        result,
        `${result.records} records`,
      ),
    ),
  ];
  return `\nThe inspection (${path.relative(projectRoot, file)}):\n${lines.join("\n")}\n`;
}
