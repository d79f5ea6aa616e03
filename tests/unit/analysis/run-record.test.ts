import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { RunRecord } from "#analysis/run-record";
import { type DriveErrorCode, driveError } from "#contract/drive-error";
import type { WordedEvent } from "#contract/engine-messages";
import { reportSchema } from "#contract/report";
import { reportInWords } from "#text/in-words";
import { recordOf } from "../../helpers/sample-record";
import { sampleVolume } from "../../helpers/sample-volume";
import {
  sampleCommitCounts,
  sampleCommitRuns,
  sampleVariants,
} from "../../helpers/workloads/commits";

const finishedAt = "2025-03-01T10:01:24.000Z";
const finished = { type: "finished", stopped: false, error: null } as const;
const stopped = { ...finished, stopped: true };
const flushes = planFor("quick", "linux", ["flush-modes"]);

it("the live view shows the drive's model name, or the volume's label if the model is not known", () => {
  const named = (model: string | null) => {
    const volume = sampleVolume({ name: "Macintosh HD" });
    return recordOf(flushes, [], { volume: { ...volume, drive: { ...volume.drive, model } } });
  };
  expect(named("APPLE SSD AP0512Q").live(0).volumeName).toBe("APPLE SSD AP0512Q");
  expect(named(null).live(0).volumeName).toBe("Macintosh HD");
});

describe("the record of a run with databases", () => {
  const plan = planFor("quick", "linux", ["commits"]);
  const runs = sampleCommitRuns(plan.workloads.commits);
  const results = runs.map((run) => ({ type: "commit-run", ...run }) as const);
  const record = (...events: WordedEvent[]) =>
    recordOf(plan, [{ type: "workload", workload: "commits", steps: runs.length }, ...events]);

  it("shows no result at first, a safe rate without its ratio, then the ratio, and counts the finished steps", () => {
    expect(record().live(0).commits).toBeNull();
    const half = record(...results.slice(0, 1)).live(1e9);
    expect(half.commits).toHaveLength(1);
    expect(half.commits?.[0]).toMatchObject({ ratio: null, relaxed: null });
    const whole = record(...results.slice(0, 2)).live(2e9);
    expect(whole.commits).toHaveLength(1);
    expect(whole.commits?.[0]?.ratio).toBeGreaterThan(1);
    expect(whole).toMatchObject({
      currentWorkload: "commits",
      stepsDone: 2,
      stepsTotal: runs.length,
    });
  });

  it('produces a valid, complete report with every result, the sum of the written bytes and the finding "commit-rate"', () => {
    const report = reportInWords(record(...results, finished).report(finishedAt));
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
    expect(record(stopped).report(finishedAt).commits).toBeNull();
  });

  it("reports lost records as the gravest finding of an aborted run", () => {
    const counts = sampleCommitCounts({ recordsFound: 1 });
    const lost = results.slice(0, 1).map((result) => ({ ...result, counts }));
    const error = driveError("wrong-data", "A database did not give back what it had confirmed.");
    const { verdict, commits } = record(...lost, { ...finished, error }).report(finishedAt);
    expect(commits?.[0]?.status).toBe("failed");
    expect(verdict.findings[0]).toMatchObject({ code: "commits-lost", severity: "bad" });
    expect(verdict.grade).toBe("poor");
  });
});

describe("the error of a report", () => {
  const met = driveError("drive-error", "the drive", { syscall: "fsync", osCode: 5, offset: 8192 });
  const fault = { type: "fault", error: met } as const;
  const other = (code: DriveErrorCode) => driveError(code, "another", { syscall: "unlinkat" });
  const reportAfter = (...events: WordedEvent[]) =>
    reportInWords(recordOf(flushes, events).report(finishedAt));

  it.each(["read-only", "engine-died", "unclear", "internal", "path-missing"] as const)(
    "is the drive error when the run ended with the follow-up error %s",
    (code) => {
      const report = reportAfter(fault, { ...finished, error: other(code) });
      expect(report.error).toMatchObject(met);
      expect(report.verdict.findings.map((finding) => finding.code)).toContain("drive-error");
    },
  );

  it("is the drive error when the person stopped the run afterwards", () => {
    expect(reportAfter(fault, stopped)).toMatchObject({ error: met, partial: true });
  });

  it("is the error with which one flush mode failed, if no other event reported an error", () => {
    const event = { type: "mode-failed", layout: "rewrite", mode: "fsync", error: met } as const;
    expect(reportAfter(event, stopped).error).toMatchObject(met);
  });

  it("is the error that ended the run, and not an earlier drive error, if data was wrong or the volume vanished", () => {
    for (const code of ["wrong-data", "volume-gone"] as const) {
      expect(reportAfter(fault, { ...finished, error: other(code) }).error).toMatchObject({ code });
    }
  });

  it("is null if a test lacked room but the run finished", () => {
    expect(reportAfter({ type: "fault", error: other("no-space") }, finished).error).toBeNull();
  });
});

it("the verification in a report adds up the bytes read and those that the disks delivered, the latter null if a pass did not count them", () => {
  const verificationOf = (...counted: (number | null)[]) =>
    recordOf(
      planFor("quick", "linux"),
      counted.map((deviceReadBytes) => ({
        type: "verification",
        verification: {
          blocksChecked: 10,
          aroundCache: true,
          mismatchCount: 0,
          mismatches: [],
          unreadable: [],
          bytesRead: 40_960,
          deviceReadBytes,
        },
      })),
    ).report(finishedAt).verification;
  expect(verificationOf(40_960, 1000)).toMatchObject({
    bytesRead: 81_920,
    deviceReadBytes: 41_960,
  });
  expect(verificationOf(null, 1000)).toMatchObject({ bytesRead: 81_920, deviceReadBytes: null });
  expect(verificationOf(1000, null)?.deviceReadBytes).toBeNull();
});

const step = {
  type: "step",
  step: { kind: "flush-round", layout: "rewrite", mode: "fsync", round: 0 },
} as const;
const progress = {
  type: "progress",
  operations: 10,
  elapsedNs: 1e9,
  bytes: 40_960,
  totalBytes: null,
  latency: null,
} as const;
const written = { type: "written", bytes: 45_056 } as const;

it("the live count of written bytes replaces the progress of a step with the step's total when the total arrives", () => {
  const bytes = (record: RunRecord) => record.live(2e9).bytesWritten;
  expect(bytes(recordOf(flushes, [step, progress]))).toBe(40_960);
  expect(bytes(recordOf(flushes, [step, progress, written]))).toBe(45_056);
});

describe("the count of written bytes in the report", () => {
  const phase = (name: "preparing" | "verifying" | "stopping") =>
    ({ type: "phase", phase: name }) as const;
  const bytesAfter = (...events: WordedEvent[]) =>
    recordOf(flushes, [...events, stopped]).report(finishedAt).bytesWritten;

  it("is not known if the engine ended in the middle of a step", () => {
    expect(bytesAfter(written, step, progress, phase("stopping"))).toBeNull();
  });

  it("is not known if the engine ended while it prepared files", () => {
    expect(bytesAfter(progress)).toBeNull();
  });

  it("is exact if the engine ended while it read back what was written", () => {
    const before = [phase("preparing"), written, phase("verifying")];
    expect(bytesAfter(...before, progress)).toBe(45_056);
    expect(bytesAfter(...before, phase("stopping"), progress)).toBe(45_056);
  });

  it("is exact if every step ended", () => {
    expect(bytesAfter(progress, written)).toBe(45_056);
  });
});
