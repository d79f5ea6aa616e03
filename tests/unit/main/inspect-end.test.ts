import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { endOf } from "../../../electron/main/cli/inspect-command";
import { sampleReport } from "../../helpers/sample-report";

describe("how an inspection ended", () => {
  const failedTest = { code: "test-failed", message: "One test could not go on." };

  it("is nobody's stop where one test found no room", () => {
    const { exitCode, sentence } = endOf(
      sampleReport({ report: { partial: true, warnings: [failedTest] } }),
    );
    expect(exitCode).toBe(3);
    expect(sentence).not.toMatch(/[Ss]topped/);
  });

  it("is told as it was", () => {
    expect(endOf(sampleReport())).toEqual({ exitCode: 0, sentence: null });
    expect(endOf(sampleReport({ report: { partial: true } })).exitCode).toBe(130);
    const error = driveError("volume-gone", "The drive was removed.");
    expect(endOf(sampleReport({ report: { partial: true, error } }))).toEqual({
      exitCode: 3,
      sentence: "The drive was removed.",
    });
  });
});
