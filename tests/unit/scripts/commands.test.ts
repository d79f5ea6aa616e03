import path from "node:path";
import { describe, expect, it } from "vitest";
import { asksForPdf } from "../../../scripts/commands/inspect-command.mjs";
import { inspectionArguments } from "../../../scripts/commands/start-command.mjs";
import { summary, vitestCheck, wholeCheck } from "../../../scripts/commands/test-results.mjs";
import { hasDisplay } from "../../../scripts/setup/system-libraries.mjs";

describe("inspectionArguments()", () => {
  const situation = {
    cwd: "/home/ann/Documents",
    reports: "/home/ann/driveproof/reports",
    now: new Date("2026-11-21T06:32:18.500Z"),
  };
  const report = (extension: string) =>
    path.join(situation.reports, `2026-11-21T06-32-18.${extension}`);

  it("requests a quick inspection of the current folder with a JSON and a PDF report", () => {
    expect(inspectionArguments([], situation)).toEqual([
      ...["--path", situation.cwd],
      ...["--profile", "quick"],
      ...["--json", report("json")],
      ...["--pdf", report("pdf")],
    ]);
  });

  it('omits the default of each option that the person gives, as "--name value" or as "--name=value"', () => {
    const given = ["--profile=smoke", "--path", "/mnt/stick", "--tests", "flush"];
    expect(inspectionArguments(given, situation)).toEqual([
      ...["--json", report("json")],
      ...["--pdf", report("pdf")],
      ...given,
    ]);
  });

  it("adds nothing to the arguments of a plug test, which takes no profile", () => {
    for (const given of [
      ["--plug-test", "start"],
      ["--path", "/mnt", "--plug-test=remove"],
    ]) {
      expect(inspectionArguments(given, situation)).toEqual(given);
    }
  });
});

describe("asksForPdf()", () => {
  it.each([
    [["--pdf", "a.pdf"], true],
    [["--json", "-", "--pdf=a.pdf"], true],
    [[], false],
    [["--json", "-"], false],
    [["--pdfs"], false],
  ])("returns for the arguments %j the value %s", (args, asked) => {
    expect(asksForPdf(args)).toBe(asked);
  });
});

describe("hasDisplay()", () => {
  it("requires DISPLAY or WAYLAND_DISPLAY on Linux, and returns true on macOS without them", () => {
    expect(hasDisplay({}, "linux")).toBe(false);
    expect(hasDisplay({ DISPLAY: "" }, "linux")).toBe(false);
    expect(hasDisplay({ DISPLAY: ":0" }, "linux")).toBe(true);
    expect(hasDisplay({ WAYLAND_DISPLAY: "wayland-0" }, "linux")).toBe(true);
    expect(hasDisplay({}, "darwin")).toBe(true);
  });
});

describe("vitestCheck()", () => {
  const test = (status: string) => ({
    status,
    fullName: `saves a record (${status})`,
    failureMessages:
      status === "failed" ? ["Error: ended early:\nno drive\n    at a.test.ts:3"] : [],
  });
  const file = (status: string, ...tests: string[]) => ({
    status,
    name: "a.test.ts",
    message: "Cannot find module",
    assertionResults: tests.map(test),
  });
  const run = (counts: number[], files: ReturnType<typeof file>[], exitCode: number) => {
    const [numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0] = counts;
    const report = {
      numPassedTests,
      numFailedTests,
      numPendingTests,
      numTodoTests,
      testResults: files,
    };
    return vitestCheck({ name: "unit", exitCode, report, skippedTests: [], elapsedMs: 5 });
  };

  it("counts passed tests and failed tests, and adds up skipped and todo tests", () => {
    expect(run([3, 1, 2, 1], [file("failed", "passed", "failed")], 1)).toMatchObject({
      passed: 3,
      failed: 1,
      skipped: 3,
    });
  });

  it.each([
    ["a file that did not load", run([3, 0], [file("passed", "passed"), file("failed")], 1)],
    ["a run without a test", run([0, 0], [], 0)],
    ["a run in which all were skipped", run([0, 0, 4], [file("passed", "skipped")], 0)],
    ["a failure outside every test", run([3, 0], [file("passed", "passed")], 1)],
    [
      "a missing report",
      vitestCheck({ name: "unit", exitCode: 0, report: null, skippedTests: [], elapsedMs: 5 }),
    ],
  ])("counts %s as a failure", (_, result) => {
    expect(result.failed).toBe(1);
    expect(result.remark + result.failures.join()).not.toBe("");
  });

  it("names each failed test and each file that did not load, with the error but without the stack", () => {
    const files = [file("failed", "passed", "failed"), file("failed")];
    expect(run([1, 1], files, 1).failures).toEqual([
      "a.test.ts: Cannot find module",
      "saves a record (failed): Error: ended early:\n        no drive",
    ]);
  });

  it("returns no remark about a successful run", () => {
    expect(run([3, 0], [file("passed", "passed")], 0)).toMatchObject({ failed: 0, remark: "" });
  });
});

describe("summary()", () => {
  const native = {
    ...wholeCheck("native", true, 61_000),
    passed: 40,
    skipped: 2,
    skippedTests: [
      { name: "btrfs > keeps the file's name", reason: "mkfs.btrfs is not installed" },
      { name: "loses power", reason: null },
    ],
  };

  it("names every skipped test that has a reason, and counts the skipped tests without a reason", () => {
    const text = summary([native]);
    expect(text).toContain("2 TESTS WERE SKIPPED");
    expect(text).toContain("native: btrfs > keeps the file's name (mkfs.btrfs is not installed)");
    expect(text).toContain("native: 1 more, without a reason");
  });

  it("repeats the failures just before the totals", () => {
    const failed = { ...wholeCheck("unit", false, 10), failures: ["saves a record: expected 3"] };
    const lines = summary([failed, native]).split("\n");
    expect(lines.slice(-4)).toEqual([
      ...["What failed:", "    unit: saves a record: expected 3", ""],
      "40 passed, 1 failed, 2 skipped",
    ]);
  });

  it("does not mention skipped tests if no test was skipped", () => {
    expect(summary([wholeCheck("lint", true, 10)])).not.toContain("SKIPPED");
  });
});
