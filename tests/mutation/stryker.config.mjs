/**
 * Mutation testing of what judges: single faults are put into it, one after the other, and each must
 * turn a test red. `npm test -- mutation` runs it and compares what survives with survivors.json.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  packageManager: "npm",
  mutate: [
    "electron/analysis/statistics.ts",
    "electron/analysis/confidence.ts",
    "electron/analysis/guarantee.ts",
    "electron/analysis/verdict.ts",
    "electron/analysis/verdict/**/*.ts",
    "electron/analysis/power-cut.ts",
    "electron/analysis/power-cut/**/*.ts",
  ],
  // All tests in one program without vitest around them: see scripts/mutation/bundle.mjs.
  testRunner: "command",
  plugins: [],
  coverageAnalysis: "off",
  buildCommand: "node scripts/mutation/bundle.mjs",
  commandRunner: { command: "node test-results/mutation-tests/run-tests.mjs" },
  // The copy that is mutated: the sources, their tests, and nothing that was built.
  ignorePatterns: ["/out", "/dist", "/native/build", "/native/prebuilds", "/.runtime", "/reports"],
  tempDirName: "test-results/mutation-copy",
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: "test-results/mutation.json" },
  // An endless loop; the first run, which takes all files one by one, would set too long a limit.
  timeoutMS: 10_000,
  timeoutFactor: 0.2,
  concurrency: 2,
};
