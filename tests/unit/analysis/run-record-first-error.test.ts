import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { type DriveErrorCode, driveError } from "#contract/drive-error";
import { reportInWords } from "#text/in-words";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

const met = driveError("drive-error", "the drive", { syscall: "fsync", osCode: 5, offset: 8192 });
const other = (code: DriveErrorCode) => driveError(code, "another", { syscall: "unlinkat" });

function newRecord(): RunRecord {
  const { app, host, startedAt } = sampleReport();
  const plan = planFor("quick", "linux", ["flush-modes"]);
  const volume = sampleVolume();
  return new RunRecord({ runId: "run-1", app, host, volume, plan, startedAt, warnings: [] });
}

function errorAfter(
  events: readonly Parameters<RunRecord["apply"]>[0][],
  end: Pick<Extract<Parameters<RunRecord["apply"]>[0], { type: "finished" }>, "stopped" | "error">,
) {
  const record = newRecord();
  for (const event of [...events, { type: "finished" as const, ...end }]) {
    record.apply(event, 1e9);
  }
  return reportInWords(record.report("2025-03-01T10:01:24.000Z"));
}

describe("the error of a report", () => {
  it.each(["read-only", "engine-died", "unclear", "internal", "path-missing"] as const)(
    "is the first drive error when the run ended with the follow-up error %s",
    (code) => {
      const report = errorAfter([{ type: "fault", error: met }], {
        ...{ stopped: false, error: other(code) },
      });
      expect(report.error).toMatchObject(met);
      expect(report.verdict.findings.map((finding) => finding.code)).toContain("drive-error");
    },
  );

  it("is the drive error when the person stopped a hung engine afterwards", () => {
    const report = errorAfter([{ type: "fault", error: met }], { stopped: true, error: null });
    expect(report).toMatchObject({ error: met, partial: true });
  });

  it("is the error of one mode when no other event named the drive", () => {
    const event = { type: "mode-failed", layout: "rewrite", mode: "fsync", error: met } as const;
    expect(errorAfter([event], { stopped: true, error: null }).error).toMatchObject(met);
  });

  it("is the last error when that one says more about the drive", () => {
    for (const code of ["wrong-data", "volume-gone"] as const) {
      const end = { stopped: false, error: other(code) };
      expect(errorAfter([{ type: "fault", error: met }], end).error).toMatchObject({ code });
    }
  });

  it("is null when one test lacked room and the other tests went on", () => {
    const full = { type: "fault", error: other("no-space") } as const;
    expect(errorAfter([full], { stopped: false, error: null }).error).toBeNull();
  });
});
