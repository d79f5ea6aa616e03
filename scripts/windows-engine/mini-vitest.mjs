// Replaces "vitest" in the test files that run inside Windows: vitest's own parts without its
// server and workers, which need packages for Windows and pipes that Wine does not have.

import { pathToFileURL } from "node:url";
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  addCustomEqualityTesters,
  chai,
  customMatchers,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";
import { startTests } from "@vitest/runner";

export {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  it,
  test,
} from "@vitest/runner";

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign(
  (value, message) => chai.expect(value, message),
  chai.expect,
  globalThis[ASYMMETRIC_MATCHERS_OBJECT],
  {
    getState: () => getState(expect),
    setState: (state) => setState(state, expect),
    extend: (matchers) => chai.expect.extend(expect, matchers),
    addEqualityTesters: addCustomEqualityTesters,
  },
);
setState(
  { assertionCalls: 0, isExpectingAssertions: false, expectedAssertionsNumber: null },
  expect,
);
expect.extend(customMatchers);

/**
 * Limit of one test in milliseconds, as in the project "native" of vitest.config.ts. Under Wine
 * each start of the whole program takes some ten seconds on two busy processors, and a test makes
 * up to four.
 */
const limitMs = process.env.DRIVEPROOF_WINE === undefined ? 60_000 : 240_000;

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
  testTimeout: limitMs,
  hookTimeout: limitMs,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  strictTags: false,
};

/** The tests use only this part of vitest's `vi`. */
export const vi = {
  setConfig: ({ testTimeout }) => {
    config.testTimeout = testTimeout;
  },
};

/**
 * Runs the tests of one file. `tell` is called with each test that has ended; a test for which
 * `reasonAgainst` returns a reason is skipped with it.
 * @returns what the file itself failed with, outside its tests
 */
export async function runFile(file, { tell, reasonAgainst }) {
  const [task] = await startTests([file], {
    config,
    importFile: (path) => import(pathToFileURL(path).href),
    onBeforeRunTask: (test) => {
      const reason = test.mode === "run" ? reasonAgainst(nameOf(test)) : null;
      if (reason !== null) {
        test.mode = "skip";
        test.result = { state: "skip", note: reason };
      }
    },
  });
  visit(task, [], tell);
  return errorsOf(task);
}

/** The name includes those of the suites around the test. */
function nameOf(test) {
  const names = [test.name];
  for (let suite = test.suite; suite; suite = suite.suite) names.unshift(suite.name);
  return names.join(" > ");
}

/** Calls `tell` for every test below a task, with the names of the suites around it. */
function visit(task, names, tell) {
  for (const child of task.tasks ?? []) {
    const path = [...names, child.name];
    if (child.type === "suite") {
      visit(child, path, tell);
      for (const error of errorsOf(child)) {
        tell({ name: path.join(" > "), state: "fail", note: null, errors: [error] });
      }
    } else {
      tell({
        name: path.join(" > "),
        state: child.result?.state ?? child.mode,
        note: child.result?.note ?? null,
        errors: errorsOf(child),
      });
    }
  }
}

function errorsOf(task) {
  return (task.result?.errors ?? []).map((error) => error.stack ?? String(error.message ?? error));
}
