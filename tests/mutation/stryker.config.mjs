/**
 * Mutation testing of the code that judges: Stryker puts in one fault after the other, and each
 * must turn a test red. `npm test -- mutation` runs this and compares the survivors with
 * survivors.json.
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
    // Findings on single workloads.
    "electron/analysis/workloads/*/{findings,append-cost,spaced-saves,heat}.ts",
    "electron/analysis/workloads/*/{throughput,direct-writes,commit-rate,commit-evidence}.ts",
    // The judgement whether a drive is as large as it says.
    "electron/analysis/workloads/capacity/{judge,untested,results,loss,free-space,plan,reduce,estimate}.ts",
    // The drive's report on its health, and the effect of heat on its speed.
    "electron/analysis/health/**/*.ts",
    "electron/analysis/power-cut.ts",
    "electron/analysis/power-cut/**/*.ts",
  ],
  testRunner: "in-one-process",
  plugins: ["./scripts/mutation/test-runner.mjs"],
  coverageAnalysis: "perTest",
  buildCommand: "node scripts/mutation/bundle.mjs",
  // The copy that is mutated has the sources and their tests, and nothing that was built.
  ignorePatterns: ["/out", "/dist", "/native/build", "/native/prebuilds", "/.runtime", "/reports"],
  tempDirName: "test-results/mutation-copy",
  reporters: ["progress-append-only", "json"],
  jsonReporter: { fileName: "test-results/mutation.json" },
  // Milliseconds, far more than the tests of a mutant take, so that a busy computer lets none time
  // out. Most endless loops hit their mutant so often that Stryker's hit limit ends them first.
  timeoutMS: 60_000,
  dryRunTimeoutMinutes: 30,
  // Starts a new test process after some mutants: each mutant loads its test files again, and
  // loaded modules stay in memory.
  maxTestRunnerReuse: 250,
  concurrency: 2,
};
