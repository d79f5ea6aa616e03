import { expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

function verificationOf(...counted: (number | null)[]) {
  const { app, host, startedAt } = sampleReport();
  const identity = { runId: "run-1", app, host, startedAt, warnings: [] };
  const record = new RunRecord({
    ...identity,
    volume: sampleVolume(),
    plan: planFor("quick", "linux"),
  });
  for (const deviceReadBytes of counted) {
    const verification = {
      ...{ blocksChecked: 10, aroundCache: true, mismatchCount: 0, mismatches: [], unreadable: [] },
      ...{ bytesRead: 40_960, deviceReadBytes },
    };
    record.apply({ type: "verification", verification }, 0);
  }
  return record.report("2026-01-01T00:01:00.000Z").verification;
}

it("a run record sums the bytes that the disks delivered, or null when one pass did not count them", () => {
  expect(verificationOf(40_960, 1000)).toMatchObject({
    bytesRead: 81_920,
    deviceReadBytes: 41_960,
  });
  expect(verificationOf(null, 1000)).toMatchObject({ bytesRead: 81_920, deviceReadBytes: null });
  expect(verificationOf(1000, null)?.deviceReadBytes).toBeNull();
});
