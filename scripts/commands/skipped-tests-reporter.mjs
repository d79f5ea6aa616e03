import { writeFileSync } from "node:fs";

/**
 * A vitest reporter that writes which tests were skipped and why: vitest's JSON report leaves out
 * the reason given to `context.skip(reason)`.
 */
export default class SkippedTestsReporter {
  /** @type {{ name: string, reason: string | null }[]} */
  #skipped = [];

  /** @param {import("vitest/node").TestCase} testCase */
  onTestCaseResult(testCase) {
    const result = testCase.result();
    if (result.state !== "skipped") return;
    this.#skipped.push({ name: testCase.fullName, reason: result.note ?? null });
  }

  onTestRunEnd() {
    const file = process.env.DRIVEPROOF_SKIPPED_TESTS;
    if (!file) throw new Error("DRIVEPROOF_SKIPPED_TESTS does not name the file to write");
    writeFileSync(file, JSON.stringify(this.#skipped));
  }
}
