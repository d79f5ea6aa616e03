import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { driveError } from "#contract/drive-error";
import { reportSchema } from "#contract/report";
import { reportInWords } from "#text/in-words";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";
import {
  sampleCommitCounts,
  sampleCommitRuns,
  sampleVariants,
} from "../../helpers/workloads/commits";

const plan = planFor("quick", "linux", ["commits"]);
const runs = sampleCommitRuns(plan.workloads.commits);
const finishedAt = "2025-03-01T10:01:24.000Z";

function newRecord(): RunRecord {
  const { app, host, startedAt } = sampleReport();
  const record = new RunRecord({
    runId: "run-1",
    app,
    host,
    volume: sampleVolume(),
    plan,
    startedAt,
    warnings: [],
  });
  record.apply({ type: "workload", workload: "commits", steps: runs.length }, 0);
  return record;
}

describe("the record of a run with databases", () => {
  it("shows each result and the finished steps as they arrive", () => {
    const record = newRecord();
    expect(record.live(0).commits).toBeNull();
    const [first, second] = runs;
    if (!first || !second) {
      throw new Error("the sample has runs");
    }
    record.apply({ type: "commit-run", ...first }, 1e9);
    const half = record.live(1e9);
    expect(half.commits).toHaveLength(1);
    expect(half.commits?.[0]).toMatchObject({ ratio: null, relaxed: null });
    record.apply({ type: "commit-run", ...second }, 2e9);
    const whole = record.live(2e9);
    expect(whole.commits).toHaveLength(1);
    expect(whole.commits?.[0]?.ratio).toBeGreaterThan(1);
    expect(whole).toMatchObject({
      currentWorkload: "commits",
      stepsDone: 2,
      stepsTotal: runs.length,
    });
  });

  it("produces a valid report with every result", () => {
    const record = newRecord();
    runs.forEach((run, index) => {
      record.apply({ type: "commit-run", ...run }, index * 1e8);
    });
    record.apply({ type: "finished", stopped: false, error: null }, 1e10);
    const report = reportInWords(record.report(finishedAt));
    expect(reportSchema.safeParse(report).error).toBeUndefined();
    expect(report.partial).toBe(false);
    expect(report.bytesWritten).toBe(
      runs.reduce((sum, { counts }) => sum + (counts?.bytesWritten ?? 0), 0),
    );
    const { shapes } = plan.workloads.commits;
    expect(report.commits).toHaveLength(sampleVariants.length * shapes.length);
    expect(report.verdict.findings.map(({ code }) => code)).toContain("commit-rate");
  });

  it("sets the commits to null when no database ran", () => {
    const record = newRecord();
    record.apply({ type: "finished", stopped: true, error: null }, 1e9);
    expect(record.report(finishedAt).commits).toBeNull();
  });

  it("reports lost records as the gravest finding of an aborted run", () => {
    const record = newRecord();
    const [first] = runs;
    const counts = sampleCommitCounts({ recordsFound: 1 });
    if (!first) {
      throw new Error("the sample has runs");
    }
    record.apply({ type: "commit-run", ...first, counts }, 1e9);
    const error = driveError("wrong-data", "A database did not give back what it had confirmed.");
    record.apply({ type: "finished", stopped: false, error }, 2e9);
    const { verdict, commits } = record.report(finishedAt);
    expect(commits?.[0]?.status).toBe("failed");
    expect(verdict.findings[0]).toMatchObject({ code: "commits-lost", severity: "bad" });
    expect(verdict.grade).toBe("poor");
  });
});
