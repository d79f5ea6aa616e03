import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import type { PowerCutTest } from "#contract/power-cut/test";
import { isPowerCutReport, reportSchema } from "#contract/report";
import { powerCutLines, resultTable } from "../../../../electron/main/cli/terminal-table";
import { reportCsv } from "../../../../electron/main/export/report-csv";
import { powerCutReportOn, verdictOn } from "../../../helpers/judged";
import { plain } from "../../../helpers/read-verdict";
import { counted, cutOn } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

function reportOf(test: PowerCutTest, earlier: PowerCutTest[] = [], options: SampleOptions = {}) {
  const { app, host, volume } = sampleUnjudgedReport(options);
  return powerCutReportOn({ app, host, volume, warnings: [], test, earlier });
}

describe("the report of a plug test", () => {
  it("is a valid report that contains no figures of an inspection and answers only about saves and the honesty of the drive", () => {
    const report = reportOf(cutOn(3, "lost"));
    expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
    expect(isPowerCutReport(report)).toBe(true);
    expect(report).toMatchObject({
      runId: report.powerCut?.tests[0]?.testId,
      partial: false,
      error: null,
      flushModes: [],
      bytesWritten: null,
      verification: null,
    });
    expect(report.verdict.answers.map(({ question }) => question)).toEqual([
      "saved-means-saved",
      "honesty",
    ]);
  });

  it("contains the warnings about the volume", () => {
    const { app, host, volume } = sampleUnjudgedReport();
    const warnings = [{ code: "volume", message: "The model of the drive is not known." }];
    const test = cutOn(1, "kept");
    expect(powerCutReportOn({ app, host, volume, warnings, test, earlier: [] }).warnings).toEqual(
      warnings,
    );
  });

  it('answers "Not known", but says that no confirmed save was lost, if an overlay hides where its data is kept', () => {
    const volume = { fileSystem: "overlay", lowerMounts: null };
    const [saved] = reportOf(cutOn(1, "kept", counted), [], { volume }).verdict.answers;
    expect(saved?.word).toBe("Not known");
    expect(saved?.reason).toBe(
      "Nothing confirmed by ordinary saves was lost in one power cut, as the system shows. Where the data is kept, on a drive or in memory, cannot be seen from here.",
    );
  });

  it.each([
    ["lost", {}, "poor", "bad: No", "bad: No"],
    ["kept", {}, "fair", "info: Yes, by the person’s word", "info: No evidence available"],
    ["kept", counted, "fair", "info: Yes, in one power cut", "info: Evidence seen"],
    ["not-proven", {}, "unknown", "caution: Not known", "info: No evidence available"],
  ] as const)(
    'has for the outcome "%s" (%j) the grade "%s" and the answers "%s" and "%s"',
    (outcome, cut, grade, saved, honesty) => {
      const { verdict } = reportOf(cutOn(1, outcome, cut));
      expect(verdict.grade).toBe(grade);
      const answers = verdict.answers.map(({ severity, word }) => `${severity}: ${word}`);
      expect(answers).toEqual([saved, honesty]);
    },
  );

  it("begins with the headline of the new test, but also counts the earlier tests in its grade and answer", () => {
    const report = reportOf(cutOn(2, "kept", counted), [cutOn(1, "lost")]);
    expect(plain(report.verdict.headline)).toBe(
      "With writes that nothing confirms this computer lost the last 4.2 seconds; with ordinary saves it lost nothing.",
    );
    expect(report.verdict.grade).toBe("poor");
    expect(report.verdict.answers[0]?.reason).toMatch(/lost in 1 of 2 power cuts/);
  });

  it('says for the outcome "not-proven" why the test proves nothing', () => {
    const { verdict } = reportOf(cutOn(1, "not-proven"));
    expect(verdict.answers[0]?.reason).toMatch(/even writes that nothing protects survived/);
    expect(verdict.findings.map(({ code }) => code)).toContain("power-cut-not-proven");
    expect(verdict.answers[1]).toMatchObject({
      question: "honesty",
      word: "No evidence available",
      severity: "info",
      reason: "The plug test proves nothing for the drive or against it.",
    });
  });

  it('contains an error of the drive, and then answers "No", only if no cut of the power or pulled cable can explain the error', () => {
    const writingError = driveError("drive-error", "fsync: EIO", { syscall: "fsync", osCode: 5 });
    const { app, host, volume } = sampleUnjudgedReport();
    const reportWith = (cut: Partial<PowerCutTest["cut"]>, error = writingError) =>
      powerCutReportOn({
        app,
        host,
        volume,
        warnings: [],
        earlier: [],
        writingError: error,
        test: cutOn(1, "not-proven", { driveLost: true, computerRestarted: false, ...cut }),
      });
    const { verdict, error } = reportWith({ deed: "no-cut" });
    expect(error).toEqual(writingError);
    expect(verdict.grade).toBe("poor");
    expect(verdict.answers[0]).toMatchObject({ word: "No", severity: "bad" });
    expect(verdict.answers[0]?.reason).not.toMatch(/Not proven/);
    expect(verdict.findings[0]?.code).toBe("drive-error");
    const stayed = { before: 7, after: 7, stoodStill: true };
    expect(reportWith({ deed: "cable", unsafeShutdowns: stayed }).error).toEqual(writingError);
    // If the user pulled out the drive, or may have, an error of the drive is no fault.
    expect(reportWith({ deed: "cable" }).error).toBeNull();
    expect(reportWith({ deed: null }).error).toBeNull();
    const full = driveError("no-space", "The volume is full.");
    expect(reportWith({ deed: "no-cut" }, full).error).toBeNull();
  });

  it("says what the number of cuts proves, with the rule of three and its confidence", () => {
    const ten = Array.from({ length: 10 }, (_, day) => cutOn(day + 1, "kept", counted));
    const [last] = ten.slice(-1);
    const { verdict } = reportOf(last ?? cutOn(1, "kept"), ten);
    expect(verdict.grade).toBe("good");
    const [saved] = verdict.answers;
    expect(plain(saved?.reason ?? "")).toMatch(
      /by ordinary saves was lost in 10 power cuts, as the system shows/,
    );
    expect(plain(saved?.reason ?? "")).toMatch(/rule of three \(3 \/ 10\).*30 %.*95 % confidence/);
  });

  it('calls the test of a USB drive "unplug test"', () => {
    const [, honesty] = reportOf(cutOn(1, "not-proven"), [], { drive: { kind: "usb" } }).verdict
      .answers;
    expect(honesty?.reason).toBe("The unplug test proves nothing for the drive or against it.");
  });

  it('does not take its headline from the test of another run, and has the grade "unknown" without a test', () => {
    const report = reportOf(cutOn(1, "kept", counted));
    const { headline } = verdictOn({ ...report, runId: "another" });
    expect(headline).not.toMatch(/this computer lost/);
    expect(verdictOn({ ...report, powerCut: null }).grade).toBe("unknown");
  });

  it('has the grade "unknown" if a simulated drive kept all saves, and "poor" if it lost some', () => {
    const virtual = { host: { virtualMachine: "KVM" } };
    const { verdict } = reportOf(cutOn(1, "kept", counted), [], virtual);
    expect(verdict.grade).toBe("unknown");
    expect(verdict.answers[0]?.reason).toMatch(/simulated/);
    expect(reportOf(cutOn(1, "lost"), [], virtual).verdict.grade).toBe("poor");
  });
});

describe("the part of the output about plug tests", () => {
  it("has a CSV row for every test and mode", () => {
    const report = reportOf(cutOn(2, "lost", counted), [cutOn(1, "kept")]);
    const [header = "", ...lines] = reportCsv(report).trimEnd().split("\r\n");
    const names = header.split(",");
    const rows = lines.map((line) => {
      const cells = (`${line},`.match(/("([^"]|"")*"|[^,]*),/g) ?? []).map((cell) =>
        cell.slice(0, -1),
      );
      expect(cells).toHaveLength(names.length);
      return Object.fromEntries(names.map((name, place) => [name, cells[place]]));
    });
    expect(rows).toHaveLength(6);
    expect(rows.every(({ workload }) => workload === "power-cut")).toBe(true);
    expect(rows[4]).toMatchObject({
      round: "1",
      testId: report.runId,
      mode: "fsync",
      systemCall: "pwrite(4096) + fsync(fd)",
      status: "lost",
      acknowledged: "12345",
      survived: "1027",
      stale: "12",
      torn: "5",
      failed: "17",
      reordered: "2",
      lostSpanNs: "38000000",
      unsafeShutdownsBefore: "57",
      unsafeShutdownsAfter: "58",
    });
    expect(rows[1]).toMatchObject({ round: "0", status: "kept", unsafeShutdownsAfter: "" });
    expect(rows[5]).toMatchObject({ status: "unavailable", acknowledged: "", failed: "" });
  });

  it("shows in a terminal the headline, the counter of unsafe shutdowns, the system call below the row of fsync, and the sum of both tests", () => {
    const report = reportOf(cutOn(2, "lost", counted), [cutOn(1, "kept")]);
    const lines = resultTable(report).map(plain);
    expect(lines[0]).toMatch(/^With writes that nothing confirms this computer lost/);
    const text = lines.join("\n");
    expect(text).toMatch(/rose from 57 to 58/);
    expect(text).toMatch(
      /fsync +12 345 +1 027 +0 +12 +5 +0 +0 +2 +38 ms\n {2}pwrite\(4096\) \+ fsync/,
    );
    expect(text).toMatch(/All plug tests of this drive: .* 1 of 2 cuts/);
    expect(text).not.toMatch(/written in all/);
  });

  it("is empty in a terminal if the report contains no plug test", () => {
    const report = { ...reportOf(cutOn(1, "kept")), powerCut: null };
    expect(powerCutLines(report)).toEqual([]);
  });
});
