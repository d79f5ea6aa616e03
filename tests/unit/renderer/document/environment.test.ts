import { expect, it } from "vitest";
import type { WorkloadId } from "#contract/workloads/index";
import { Environment } from "../../../../renderer/src/document/environment";
import { markupOf } from "../../../helpers/markup";
import { sampleReport } from "../../../helpers/sample-report";
import { sampleOfTests } from "../../../helpers/sample-tests";

function environmentOf(tests: readonly WorkloadId[]): string {
  const { verdict } = sampleReport();
  const report = { ...sampleOfTests(tests, { capacity: "whole" }), verification: null, verdict };
  return markupOf(Environment, { report });
}

it('the printed environment section lists "Read back and compared" as "not done" only if a test ran whose data is read back', () => {
  expect(environmentOf(["capacity"])).not.toContain("Read back and compared");
  expect(environmentOf(["document-saves"])).not.toContain("Read back and compared");
  expect(environmentOf(["flush-modes", "capacity"])).toMatch(
    /Read back and compared.{0,20}not done/,
  );
});

it('the printed environment section lists a missing serial number as "Not stated", and not as "Not known"', () => {
  const text = environmentOf(["flush-modes"]);
  expect(text).toMatch(/<dt class="quiet">Not stated<\/dt><dd>Serial number, Firmware/);
  expect(text).not.toMatch(/<dt class="quiet">Not known<\/dt>/);
});

it("the printed environment section says that reads on ZFS bypassed the system's memory only if the drive's counters show these reads", () => {
  const around = "around the system’s memory";
  const readBackOn = (fileSystem: string, deviceReadBytes: number | null) => {
    const report = sampleReport({ volume: { fileSystem } });
    const { verification } = report;
    const counted = verification && { ...verification, deviceReadBytes };
    return markupOf(Environment, { report: { ...report, verification: counted } });
  };
  expect(readBackOn("ext4", null)).toContain(around);
  expect(readBackOn("zfs", null)).toContain("perhaps from the system’s memory");
  expect(readBackOn("zfs", null)).not.toContain(around);
  expect(readBackOn("zfs", 0)).not.toContain(around);
  expect(readBackOn("zfs", 1e12)).toContain(around);
});
