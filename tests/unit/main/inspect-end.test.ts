import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { endOf } from "../../../electron/main/cli/inspect-command";
import { sampleReport } from "../../helpers/sample-report";
import { sampleOfTests } from "../../helpers/sample-tests";

describe("endOf()", () => {
  const failedTest = { code: "test-failed", message: "One test could not go on." };

  it('returns exit code 3 and does not say "stopped" if one test could not go on', () => {
    const { exitCode, sentence } = endOf(
      sampleReport({ report: { partial: true, warnings: [failedTest] } }),
    );
    expect(exitCode).toBe(3);
    expect(sentence).not.toMatch(/[Ss]topped/);
  });

  it.each(["false", "false-or-damaged", "damaged"] as const)(
    'returns exit code 4, also after a stop, if the capacity test judges the drive "%s"',
    (capacity) => {
      expect(endOf(sampleReport({ capacity }))).toEqual({ exitCode: 4, sentence: null });
      const stopped = endOf(sampleReport({ capacity, report: { partial: true } }));
      expect(stopped.exitCode).toBe(4);
      expect(stopped.sentence).toMatch(/^Stopped/);
    },
  );

  it("returns exit code 0 if the capacity test finds all it wrote, on the whole drive or on a part of it", () => {
    expect(endOf(sampleReport({ capacity: "whole" })).exitCode).toBe(0);
    expect(endOf(sampleReport({ capacity: "part" })).exitCode).toBe(0);
  });

  it("returns exit code 3 if the system refused every measurement, or 130 if the run is also partial", () => {
    const refused = { refusal: "open: EINVAL, Invalid argument" };
    const unjudged = sampleOfTests(["parallel-saves"], { parallel: refused });
    const report = { ...unjudged, verdict: sampleReport().verdict };
    const { exitCode, sentence } = endOf(report);
    expect(exitCode).toBe(3);
    expect(sentence).toMatch(/^Nothing could be measured/);
    expect(endOf({ ...report, partial: true }).exitCode).toBe(130);
  });

  it("returns exit code 0 for a complete run, 130 for a stop, and 3 with the message for an error", () => {
    expect(endOf(sampleReport())).toEqual({ exitCode: 0, sentence: null });
    expect(endOf(sampleReport({ report: { partial: true } })).exitCode).toBe(130);
    const error = driveError("volume-gone", "The drive was removed.");
    expect(endOf(sampleReport({ report: { partial: true, error } }))).toEqual({
      exitCode: 3,
      sentence: "The drive was removed.",
    });
  });
});
