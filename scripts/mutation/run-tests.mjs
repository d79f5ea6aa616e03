// Runs the tests of what judges in one process and ends with 1 at the first that fails. Stryker
// names the mutant that is alive in the environment. Its first run has none: it notes for each test
// file which mutants it reaches and how long it takes, and each later run takes only the files that
// reach its mutant, the quickest first.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startTests } from "@vitest/runner";
// @ts-expect-error a module that bundle.mjs makes
import loaders from "tests-of-what-judges";

/** @typedef {{ file: string, milliseconds: number, mutants: string[] }} Reach */

const reachFile = fileURLToPath(new URL("reach.json", import.meta.url));
const self = fileURLToPath(import.meta.url);

/** @type {import("@vitest/runner").VitestRunnerConfig} */
const config = {
  root: ".",
  setupFiles: [],
  name: undefined,
  passWithNoTests: false,
  testNamePattern: undefined,
  allowOnly: false,
  sequence: { seed: 0, hooks: "stack", setupFiles: "list" },
  chaiConfig: undefined,
  maxConcurrency: 1,
  testTimeout: 30_000,
  hookTimeout: 30_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  strictTags: false,
};

/** @param {import("@vitest/runner").Task} task */
function endIfFailed({ name, result }) {
  if (result?.state === "fail") {
    process.stdout.write(`${name}: ${result.errors?.[0]?.message ?? ""}\n`);
    process.exit(1);
  }
}

/** @param {string} file */
async function runFile(file) {
  const [task] = await startTests([file], {
    config,
    importFile: () => loaders[file](),
    onAfterRunTask: endIfFailed,
    onAfterRunSuite: endIfFailed,
  });
  if (task) {
    endIfFailed(task);
  }
}

/** Each file in a process of its own: what one has loaded, the next would not reach again. */
function noteReach() {
  const reach = Object.keys(loaders).map((file) => {
    const { status, stdout } = spawnSync(process.execPath, [self, file], { encoding: "utf8" });
    if (status !== 0) {
      process.stdout.write(`${file} fails without a mutant\n${stdout}`);
      process.exit(1);
    }
    return JSON.parse(stdout.slice(stdout.lastIndexOf("\n{")));
  });
  writeFileSync(reachFile, JSON.stringify(reach));
}

/** Says on standard output which mutants one file reaches. @param {string} file */
async function sayReach(file) {
  const begun = performance.now();
  await runFile(file);
  const milliseconds = Math.round(performance.now() - begun);
  // @ts-expect-error what Stryker's instrumented sources count
  const reached = globalThis.__stryker__?.mutantCoverage?.static ?? {};
  process.stdout.write(
    `\n${JSON.stringify({ file, milliseconds, mutants: Object.keys(reached) })}`,
  );
}

const [only] = process.argv.slice(2);
const alive = process.env.__STRYKER_ACTIVE_MUTANT__;
if (only !== undefined) {
  await sayReach(only);
} else if (alive === undefined) {
  noteReach();
} else {
  /** @type {Reach[]} */
  const reach = JSON.parse(readFileSync(reachFile, "utf8"));
  const reaching = reach.filter(({ mutants }) => mutants.includes(alive));
  for (const { file } of reaching.sort((a, b) => a.milliseconds - b.milliseconds)) {
    await runFile(file);
  }
}
