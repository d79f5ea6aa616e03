import { describe, expect, it } from "vitest";
import { plain } from "../../../helpers/read-verdict";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { textsOf } from "./first-page";

/** ZFS accepts direct requests but may serve them from memory, which no counter shows. */

const tests: SampleOptions = {
  reading: { deliveredShare: null },
  sustained: {},
  sweep: {},
  direct: {},
};
const zfs = { fileSystem: "zfs" };
const overlay = { fileSystem: "overlay", lowerMounts: [{ ...zfs, mountOptions: "rw" }] };

describe("the report", () => {
  it.each([zfs, overlay])(
    "does not claim on ZFS that reads and writes went around the computer's memory: %j",
    (volume) => {
      const report = sampleReport({ ...tests, volume });
      const { findings, answers } = report.verdict;
      const detailOf = (code: string) =>
        plain(findings.find((one) => one.code === code)?.detail ?? "");
      expect(findings.map(({ code }) => code)).not.toContain("direct-writes");
      expect(answers.map(({ reason }) => reason).join(" ")).not.toContain("written around it");
      for (const code of ["random-reads", "large-files"]) {
        expect(detailOf(code)).toContain("ZFS may have answered from the computer’s memory");
      }
      expect(detailOf("fast-cache-full")).toContain("ZFS may also have taken the first part");
      const page = textsOf(report).join(" ");
      expect(page).not.toContain("Read around the computer’s memory.");
    },
  );

  it("says on the first page that ZFS may have read from memory", () => {
    const page = textsOf(sampleReport({ ...tests, volume: zfs })).join(" ");
    expect(page).toContain("ZFS may have read from the computer’s memory.");
  });

  it("names the memory of ZFS only if the file system is ZFS", () => {
    const report = sampleReport(tests);
    expect(JSON.stringify(report.verdict)).not.toContain("ZFS");
    expect(report.verdict.findings.map(({ code }) => code)).toContain("direct-writes");
    expect(textsOf(report).join(" ")).toContain("Read around the computer’s memory.");
  });
});
