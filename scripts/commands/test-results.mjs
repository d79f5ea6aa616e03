import { spokenTime } from "../setup/step-log.mjs";

const shownLines = 20;

/**
 * @typedef {{ name: string, reason: string | null }} SkippedTest
 * @typedef {{ name: string, passed: number, failed: number, skipped: number, elapsedMs: number,
 *   remark: string, skippedTests: readonly SkippedTest[], failures: readonly string[] }} CheckResult
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number,
 *   numTodoTests: number, testResults: readonly { status: string, name: string, message: string,
 *   assertionResults: readonly VitestAssertion[] }[] }} VitestReport
 * @typedef {{ status: string, fullName: string, failureMessages?: readonly string[] | null }} VitestAssertion
 */

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {number} elapsedMs
 * @param {string} [remark]
 * @returns {CheckResult}
 */
export function wholeCheck(name, ok, elapsedMs, remark = "") {
  const counts = ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  return { name, ...counts, skipped: 0, elapsedMs, remark, skippedTests: [], failures: [] };
}

/**
 * Counts of a vitest run. A file that failed to load, a run without any test and a failure outside
 * every test each count as a failed test.
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
    remark: "",
    skippedTests,
    failures: [
      ...brokenFiles.map((file) => `${file.name}: ${startOf(file.message)}`),
      ...report.testResults.flatMap((file) => file.assertionResults.flatMap(failureOf)),
    ],
  };
  if (result.failed > 0) return result;
  if (result.passed === 0) return { ...result, failed: 1, remark: "no test was run" };
  if (exitCode !== 0) return { ...result, failed: 1, remark: `vitest ended with ${exitCode}` };
  return result;
}

/** @param {VitestAssertion} test */
function failureOf({ status, fullName, failureMessages }) {
  return status === "failed" ? [`${fullName}: ${startOf(failureMessages?.[0] ?? "")}`] : [];
}

/**
 * The message without its stack. It contains the output of the program under test, often the only
 * trace of a rare failure.
 * @param {string} text
 */
function startOf(text) {
  const lines = text.trim().split("\n");
  const said = lines.filter((line) => !/^\s+at /.test(line));
  return said.slice(0, shownLines).join("\n        ");
}

/**
 * The table, the skipped tests, the failures and, as the very last line, the sums: the end of the
 * output alone shows what failed.
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
  const failures = results.flatMap((check) =>
    check.failures.map((failure) => `    ${check.name}: ${failure}`),
  );
  if (failures.length > 0) lines.push("", "What failed:", ...failures);
  lines.push(
    "",
    `${sum(results, "passed")} passed, ${sum(results, "failed")} failed, ${skippedTotal} skipped`,
  );
  return lines.join("\n");
}

/**
 * vitest leaves out a test without a reason if the preparation of its file failed.
 * @param {CheckResult} check
 */
function skippedLines(check) {
  const lines = check.skippedTests.flatMap(({ name, reason }) =>
    reason === null ? [] : [`    ${check.name}: ${name} (${reason})`],
  );
  const leftOut = check.skippedTests.length - lines.length;
  if (leftOut > 0) lines.push(`    ${check.name}: ${leftOut} more, without a reason`);
  return lines;
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
