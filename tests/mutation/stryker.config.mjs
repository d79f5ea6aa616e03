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
    "electron/analysis/facts/**/*.ts",
    "electron/analysis/verdict.ts",
    "electron/analysis/verdict/**/*.ts",
    // What the verdict says of single workloads.
    "electron/analysis/workloads/*/{findings,append-cost,spaced-saves,heat}.ts",
    "electron/analysis/workloads/*/{throughput,direct-writes,commit-rate,commit-evidence}.ts",
    // Whether a drive is as large as it says.
    "electron/analysis/workloads/capacity/{judge,untested,results,loss,free-space,plan,reduce,estimate}.ts",
    // What the drive says of its condition, and what heat did to its speed.
    "electron/analysis/health/**/*.ts",
    "electron/analysis/power-cut.ts",
    "electron/analysis/power-cut/**/*.ts",
  ],
  testRunner: "in-one-process",
  plugins: ["./scripts/mutation/test-runner.mjs"],
  coverageAnalysis: "perTest",
  buildCommand: "node scripts/mutation/bundle.mjs",
  // The copy that is mutated: the sources, their tests, and nothing that was built.
  ignorePatterns: ["/out", "/dist", "/native/build", "/native/prebuilds", "/.runtime", "/reports"],
  tempDirName: "test-results/mutation-copy",
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: "test-results/mutation.json" },
  // Far above what the tests of a mutant take: a busy computer must not kill one. Most endless loops
  // come by their mutant and are counted, not timed.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Each mutant evaluates its test files anew, and what is evaluated stays in memory.
  maxTestRunnerReuse: 250,
  concurrency: 2,
};
