// A test runner for Stryker: vitest's own runner without its server and workers, all tests in one
// process that stays for many mutants. Each mutant gets the tests that reach it, the quickest file
// first, until one fails.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

/**
 * Makes the path when it is needed: only after loading this file does Stryker change to the folder
 * of the copy.
 * @param {string} name
 */
const inCopy = (name) => path.resolve("test-results/mutation-tests", name);
/** @param {string} name */
const urlOf = (name) => pathToFileURL(inCopy(name)).href;
/** @param {string} name @returns {any} */
const readJson = (name) => JSON.parse(readFileSync(inCopy(name), "utf8"));

/** Stryker's instrumented sources read the active mutant here, and count in it. @type {any} */
const stryker = { mutantCoverage: { static: {}, perTest: {} } };
Object.assign(globalThis, { __stryker__: stryker });

const config = {
  root: ".",
  setupFiles: [],
  passWithNoTests: false,
  allowOnly: false,
  sequence: { seed: 0, hooks: "stack", setupFiles: "list" },
  maxConcurrency: 1,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  retry: 0,
  includeTaskLocation: false,
  tags: [],
  strictTags: false,
};

/** @typedef {Record<string, number>} Hits how often each mutant was reached */
/** @typedef {import("@vitest/runner").Task} Task */

/** @param {Task} task @returns {import("@vitest/runner").Test[]} */
const testsIn = (task) => (task.type === "test" ? [task] : task.tasks.flatMap(testsIn));

/** @param {Task} task @returns {string} */
const messageOf = ({ name, result }) => `${name}: ${result?.errors?.[0]?.message ?? "failed"}`;

class TestRunner {
  /** Counts the evaluations of a file: each makes its tests anew. */
  #evaluations = 0;

  capabilities() {
    // Mutants in code that runs while modules are loaded need a new process.
    return { reloadEnvironment: false };
  }

  async dryRun() {
    await this.#load();
    const { static: whileLoading } = takeHits();
    /** @type {Record<string, Hits>} */
    const perTest = {};
    /** @type {Hits} */
    const whileCollecting = {};
    /** @type {Record<string, number>} */
    const durations = {};
    const tests = [];
    for (const file of readJson("files.json")) {
      const begun = performance.now();
      const ran = await this.#run(file, null);
      durations[file] = performance.now() - begun;
      if (ran.failure !== null) {
        return { status: "error", errorMessage: `${file}: ${ran.failure}` };
      }
      const { static: collecting, perTest: each } = takeHits();
      addHits(whileCollecting, collecting);
      for (const test of ran.tests) {
        const id = idOf(file, test);
        perTest[id] = addHits({ ...each[test.id] }, collecting);
        const timeSpentMs = test.result?.duration ?? 0;
        tests.push({ id, name: id, status: "success", timeSpentMs });
      }
    }
    writeFileSync(inCopy("durations.json"), JSON.stringify(durations));
    // A mutant that a file reaches at every evaluation needs no new process.
    const onlyOnce = Object.entries(whileLoading).filter(
      ([mutant, count]) => count > (whileCollecting[mutant] ?? 0),
    );
    return {
      status: "complete",
      tests,
      mutantCoverage: { static: Object.fromEntries(onlyOnce), perTest },
    };
  }

  /** @param {any} options */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation }) {
    // A mutant in code that runs while modules are loaded must be active before they are.
    if (mutantActivation === "runtime") {
      await this.#load();
    }
    // An endless loop is recognized by how often it reaches its mutant, not by its time.
    Object.assign(stryker, {
      activeMutant: activeMutant.id,
      hitCount: hitLimit === undefined ? undefined : 0,
      hitLimit,
    });
    const wanted = testFilter && new Set(testFilter);
    let nrOfTests = 0;
    for (const file of likeliestFirst(activeMutant.fileName)) {
      const ran = await this.#run(file, wanted ?? null);
      nrOfTests += ran.tests.length;
      if (ran.failure !== null) {
        kills.set(file, (kills.get(file) ?? 0) + 1);
        return { status: "killed", killedBy: [ran.killer], failureMessage: ran.failure, nrOfTests };
      }
    }
    return { status: "survived", nrOfTests };
  }

  /** Evaluates every module once, in the same order in each process. */
  async #load() {
    if (this.#evaluations > 0) {
      return;
    }
    this.#evaluations += 1;
    for (const file of readJson("files.json")) {
      // The tests of a file are made when it is run, in a separate evaluation.
      await this.#run(file, new Set(), true).catch(() => {});
    }
  }

  /**
   * The wanted tests of one file, until one fails.
   * @param {string} file @param {Set<string> | null} wanted
   */
  async #run(file, wanted, isFirst = false) {
    if (wanted !== null && !isFirst && ![...wanted].some((id) => id.startsWith(`${file} `))) {
      return { tests: [], failure: null, killer: "" };
    }
    this.#evaluations += 1;
    const { startTests } = await import(urlOf("start-tests.mjs"));
    const query = isFirst ? "" : `?${this.#evaluations}`;
    let isOver = false;
    const [task] = await startTests([file], {
      config,
      importFile: () => import(`${urlOf(`${file}.mjs`)}${query}`),
      onBeforeRunTask: (/** @type {any} */ test) => {
        if (isOver || (wanted !== null && !wanted.has(idOf(file, test)))) {
          test.mode = "skip";
        } else {
          stryker.currentTestId = test.id;
        }
      },
      onAfterRunTask: (/** @type {any} */ test) => {
        stryker.currentTestId = undefined;
        isOver ||= test.result?.state === "fail";
      },
    });
    stryker.currentTestId = undefined;
    const tests = testsIn(task).filter(({ result }) => result !== undefined);
    const failed = tests.find(({ result }) => result?.state === "fail");
    const isBroken = task.result?.state === "fail";
    return {
      tests,
      failure: failed ? messageOf(failed) : isBroken ? messageOf(task) : null,
      killer: failed ? idOf(file, failed) : file,
    };
  }
}

/** @param {string} file @param {{ id: string }} test */
function idOf(file, { id }) {
  return `${file} ${id}`;
}

/**
 * The folder or file below electron/analysis or, for a workload, the workload's own folder.
 * @param {string} file
 */
function partOf(file) {
  return /^(?:workloads\/)?[\w-]+/.exec(file)?.[0];
}

/** How many mutants each file has killed in this process. @type {Map<string, number>} */
const kills = new Map();

/**
 * The tests of the mutant's own file or folder, then all others; files with more kills come first,
 * then quicker ones.
 * @param {string} mutated
 */
function likeliestFirst(mutated) {
  /** @type {Record<string, number>} */
  const durations = existsSync(inCopy("durations.json")) ? readJson("durations.json") : {};
  const part = partOf(mutated.replaceAll("\\", "/").replace(/^.*electron\/analysis\//, ""));
  /** @param {string} file */
  const rank = (file) => [
    partOf(file) === part ? 0 : 1,
    -(kills.get(file) ?? 0),
    durations[file] ?? 0,
  ];
  return Object.keys(durations).sort((a, b) => {
    const [ranksOfB, differs] = [rank(b), (/** @type {number} */ each) => each !== 0];
    return (
      rank(a)
        .map((each, place) => each - (ranksOfB[place] ?? 0))
        .find(differs) ?? 0
    );
  });
}

/**
 * What was reached since the last call.
 * @returns {{ static: Hits, perTest: Record<string, Hits> }}
 */
function takeHits() {
  // The instrumented sources keep a reference to this object: its fields are replaced, not the
  // object.
  const taken = { ...stryker.mutantCoverage };
  Object.assign(stryker.mutantCoverage, { static: {}, perTest: {} });
  return taken;
}

/** @param {Hits} sum @param {Hits} more */
function addHits(sum, more) {
  for (const [mutant, count] of Object.entries(more)) {
    sum[mutant] = (sum[mutant] ?? 0) + count;
  }
  return sum;
}

export const strykerPlugins = [
  declareClassPlugin(PluginKind.TestRunner, "in-one-process", /** @type {any} */ (TestRunner)),
];
