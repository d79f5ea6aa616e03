import { spokenTime } from "../setup/step-log.mjs";

/**
 * @typedef {{ name: string, reason: string | null }} SkippedTest
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, elapsedMs: number,
 *   remark: string, skippedTests: readonly SkippedTest[] }} CheckResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, testResults: readonly { status: string, name: string, message: string,
 *   assertionResults: readonly { status: string }[] }[] }} VitestReport
 */

/**
 * A check that passes or fails as a whole.
 * @param {string} name
 * @param {boolean} ok
 * @param {number} elapsedMs
 * @param {string} [remark]
 * @returns {CheckResult}
 */
export function wholeCheck(name, ok, elapsedMs, remark = "") {
  const counts = ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { name, ...counts, skipped: 0, elapsedMs, remark, skippedTests: [] };
}

/**
 * Counts of a vitest run. It cannot look better than it was: a file that failed to load, a run
 * without any test and a failure outside every test each count as a failed test.
 * @param {{ name: string, exitCode: number, report: VitestReport | null,
 *   skippedTests: readonly SkippedTest[], elapsedMs: number }} run
 * @returns {CheckResult}
 */
export function vitestCheck({ name, exitCode, report, skippedTests, elapsedMs }) {
  if (!report) return wholeCheck(name, false, elapsedMs, "vitest left no report");
  const brokenFiles = report.testResults.filter(
    (file) =>
      file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  );
  const result = {
    name,
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    elapsedMs,
    remark: brokenFiles.map((file) => `${file.name}: ${file.message}`).join("; "),
    skippedTests,
  };
  if (result.failed > 0) return result;
  if (result.passed === 0) return { ...result, failed: 1, remark: "no test was run" };
  if (exitCode !== 0) return { ...result, failed: 1, remark: `vitest ended with ${exitCode}` };
  return result;
}

/**
 * The table, the skipped tests, and as the very last line the sums.
 * @param {readonly CheckResult[]} results
 * @returns {string}
 */
export function summary(results) {
  const lines = ["", "check        passed  failed  skipped  time"];
  for (const { name, passed, failed, skipped, elapsedMs, remark } of results) {
    const counts = `${cell(passed, 6)}  ${cell(failed, 6)}  ${cell(skipped, 7)}`;
    const remarkText = remark ? `  ${remark}` : "";
    lines.push(`${name.padEnd(11)}  ${counts}  ${spokenTime(elapsedMs)}${remarkText}`);
  }
  const skippedTotal = sum(results, "skipped");
  if (skippedTotal > 0) {
    lines.push("", `!!! ${skippedTotal} TESTS WERE SKIPPED: what they guard was not checked here`);
    for (const check of results) lines.push(...skippedLines(check));
  }
  lines.push(
    "",
    `${sum(results, "passed")} passed, ${sum(results, "failed")} failed, ${skippedTotal} skipped`,
  );
  return lines.join("\n");
}

/** @param {CheckResult} check */
function skippedLines(check) {
  return check.skippedTests.map(
    ({ name, reason }) => `    ${check.name}: ${name} (${reason ?? "no reason given"})`,
  );
}

/**
 * @param {readonly CheckResult[]} results
 * @param {"passed" | "failed" | "skipped"} count
 */
function sum(results, count) {
  return results.reduce((total, result) => total + result[count], 0);
}

/**
 * @param {number} value
 * @param {number} width
 */
function cell(value, width) {
  return String(value).padStart(width);
}
