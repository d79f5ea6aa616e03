import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { brokenModesIn, longestWriteIn, savesIn } from "#analysis/workloads/index";
import type { Stream } from "#contract/workloads/buffer-sweep";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { sampleSustained } from "../../../helpers/workloads/sustained-write";

/** The questions that the verdict asks of every workload. */

const stream: Stream = {
  systemCall: "pwrite + fdatasync",
  unbuffered: true,
  reason: null,
  bytes: 1e9,
  elapsedNs: 5e8,
  bytesPerSecond: 2e9,
};

describe("longestWriteIn()", () => {
  const plan = planFor("standard", "linux").workloads["sustained-write"];
  const sustained = sampleSustained(plan, { fastBytes: null, settleNs: 30e9 });
  const longest = (report: NonNullable<SampleOptions["report"]>) =>
    longestWriteIn(sampleUnjudgedReport({ report }));

  it("returns the sustained write, including its flush, when it wrote more than the stream", () => {
    const long = longest({ sustained, stream });
    expect(long?.bytes).toBe(sustained.bytes);
    // The write takes 30 s, and its final flush another 30 s.
    expect(long?.bytesPerSecond).toBeCloseTo((sustained.bytesPerSecond ?? 0) / 2, -3);
  });

  it("returns the stream if the sustained write wrote no more bytes, did not end with a flush or took no time", () => {
    const asLong = { ...sustained, bytes: stream.bytes };
    expect(longest({ sustained: asLong, stream })?.bytesPerSecond).toBe(2e9);
    expect(longest({ sustained: { ...sustained, settleNs: null }, stream })?.bytes).toBe(1e9);
    expect(longest({ sustained: { ...sustained, elapsedNs: 0 }, stream })?.bytes).toBe(1e9);
  });

  it("returns null if there is no stream and the sustained write is missing or wrote nothing", () => {
    expect(longest({ sustained: { ...sustained, bytes: 0 }, stream: null })).toBeNull();
    expect(longest({ sustained: null, stream: null })).toBeNull();
  });
});

it("savesIn() returns the modes and block size of the flush test, whether a pace is set, and whether the plan includes the test", () => {
  const report = sampleUnjudgedReport({});
  const saves = savesIn(report);
  expect(saves.modes).toEqual(report.flushModes);
  expect(saves).toMatchObject({ blockBytes: 4096, isPaced: false, isPlanned: true });
  const others = { ...report, plan: { ...report.plan, tests: ["commits" as const] } };
  expect(savesIn(others).isPlanned).toBe(false);
  const paced = { ...report.plan.workloads["flush-modes"], paceOperationsPerSecond: 30 };
  const workloads = { ...report.plan.workloads, "flush-modes": paced };
  expect(savesIn({ ...report, plan: { ...report.plan, workloads } }).isPaced).toBe(true);
});

it("brokenModesIn() returns one entry for each failed mode of the flush test and of the chunked writes", () => {
  const report = sampleUnjudgedReport({ modes: [{ mode: "fsync" }], chunked: "ordinary" });
  const failed = <Mode extends object>(modes: readonly Mode[] = []) =>
    modes.map((mode) => ({ ...mode, status: "failed" as const }));
  const broken = {
    ...report,
    flushModes: failed(report.flushModes),
    chunked: report.chunked && { ...report.chunked, modes: failed(report.chunked.modes) },
  };
  expect(brokenModesIn(report)).toEqual([]);
  expect(brokenModesIn(broken)).toHaveLength(
    broken.flushModes.length + (broken.chunked?.modes.length ?? 0),
  );
});
