// Runs the tests of what judges in one process and ends with 1 at the first that fails. Stryker
// names the mutant that is alive in the environment.

import { startTests } from "@vitest/runner";
import fc from "fast-check";
// @ts-expect-error a module that bundle.mjs makes
import parts from "tests-of-what-judges";

// The same examples for every mutant: one that lives today must not die by chance tomorrow.
fc.configureGlobal({ seed: 20 });

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

/** @typedef {{ mutants: string[], files: Record<string, () => Promise<unknown>> }} Part */

const alive = process.env.__STRYKER_ACTIVE_MUTANT__ ?? "";
// Those of the mutant's own part come first: they are the most likely to kill it.
const ordered = [...parts].sort(
  (/** @type {Part} */ a, /** @type {Part} */ b) =>
    Number(b.mutants.includes(alive)) - Number(a.mutants.includes(alive)),
);
const files = Object.assign({}, ...ordered.map((/** @type {Part} */ part) => part.files));

for (const file of Object.keys(files)) {
  const [task] = await startTests([file], {
    config,
    importFile: (path) => files[path](),
    onAfterRunTask: endIfFailed,
    onAfterRunSuite: endIfFailed,
  });
  if (task) {
    endIfFailed(task);
  }
}
