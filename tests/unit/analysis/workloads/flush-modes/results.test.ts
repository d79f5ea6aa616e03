import { describe, expect, it } from "vitest";
import { noLatency } from "#analysis/statistics";
import {
  buildFlushModeResult,
  type FlushModeParts,
  minOperationsOfCutRound,
  withComparisons,
} from "#analysis/workloads/flush-modes/results";
import { driveError } from "#contract/drive-error";
import { type FlushModeResult, flushModeResultSchema } from "#contract/mode-result";
import type { FlushRoundCounts } from "#contract/workloads/flush-modes";
import { sampleRound } from "../../../../helpers/sample-modes";
import { calmEvidence } from "../../../../helpers/sample-round";

function result(parts: Partial<FlushModeParts>) {
  return buildFlushModeResult({
    mode: "fdatasync",
    systemCall: "pwrite + fdatasync",
    guarantee: "power-loss",
    refusal: null,
    failure: null,
    rounds: [],
    ...parts,
  });
}

function round(number: number, iops: number, more: Partial<FlushRoundCounts> = {}) {
  return { ...sampleRound({ mode: "fdatasync", round: number, iops }), ...more };
}

const empty: Partial<FlushRoundCounts> = { operations: 0, bytes: 0, latency: noLatency };

describe("buildFlushModeResult()", () => {
  it("returns the median, the minimum and the maximum rate of the rounds, and the sum of their operations", () => {
    const built = result({ rounds: [round(0, 100), round(1, 50), round(2, 400)] });
    expect(built).toMatchObject({ status: "measured", reason: null });
    expect([built.iops, built.iopsMin, built.iopsMax]).toEqual([100, 50, 400]);
    expect(built.operations).toBe(200 + 100 + 800);
    expect(built.rounds.map(({ iops }) => iops)).toEqual([100, 50, 400]);
    expect(built.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(built.operations);
    expect(flushModeResultSchema.safeParse(built).success).toBe(true);
  });

  it("returns the rate 0 and no latency for a full round in which no operation completed", () => {
    const built = result({ rounds: [round(0, 1, empty)] });
    expect(built).toMatchObject({ status: "measured", iops: 0, operations: 0, latencyNs: null });
    expect(built.deviceFlushesPerSync).toBeNull();
  });

  it.each(["stopped", "error"] as const)(
    'includes a round that ended with "%s" only if it completed at least ten operations',
    (by) => {
      const cut = (operations: number) =>
        round(1, 10, { operations, endedBy: by, elapsedNs: 20_000_000 });
      expect(result({ rounds: [round(0, 100), cut(minOperationsOfCutRound - 1)] }).iops).toBe(100);
      expect(result({ rounds: [round(0, 100), cut(minOperationsOfCutRound)] }).rounds).toHaveLength(
        2,
      );
    },
  );

  it("leaves out a round that took no time", () => {
    expect(result({ rounds: [round(0, 100), round(1, 5, { elapsedNs: 0 })] }).iopsMax).toBe(100);
  });

  it("returns the reason why the system refused a mode, and no figures", () => {
    const built = result({ refusal: "Invalid argument (EINVAL)" });
    expect(built).toMatchObject({
      status: "unavailable",
      reason: "Invalid argument (EINVAL)",
      iops: null,
      iopsMin: null,
      iopsMax: null,
      latencyNs: null,
      deviceFlushesPerSync: null,
    });
  });

  it("returns the reason why a mode failed and the figures measured before the failure", () => {
    const failure = driveError("drive-error", "The drive returned an error.", { syscall: "fsync" });
    expect(result({ failure, rounds: [round(0, 100)] })).toMatchObject({
      status: "failed",
      reason: "The drive returned an error.",
      iops: 100,
    });
  });

  it("states that a mode has no figures because the run ended before its turn", () => {
    expect(result({})).toMatchObject({
      status: "unavailable",
      statements: [{ code: "reason.mode-without-round" }],
    });
  });

  it("returns the flushes per operation of all rounds, or null if the flushes of one round are not known", () => {
    const counted = [round(0, 100, { deviceFlushes: 200 }), round(1, 100, { deviceFlushes: 240 })];
    expect(result({ rounds: counted }).deviceFlushesPerSync).toBeCloseTo(1.1);
    const unknown = [...counted, round(2, 100, { deviceFlushes: null })];
    expect(result({ rounds: unknown }).deviceFlushesPerSync).toBeNull();
    const none = counted.map((each) => ({ ...each, deviceFlushes: 0 }));
    expect(result({ rounds: none }).deviceFlushesPerSync).toBe(0);
  });
});

describe("writeAmplification", () => {
  const reaching = (bytes: number | null) => ({
    ...round(0, 100),
    evidence: { ...calmEvidence, deviceBytesWritten: bytes },
  });
  const { bytes } = round(0, 100);

  it("is the number of bytes that reached the drive divided by the bytes written in all rounds", () => {
    const built = result({ rounds: [reaching(3 * bytes), reaching(bytes)] });
    expect(built.writeAmplification).toBe(2);
  });

  it("is null without a round, if one round did not count the bytes that reached the drive, and for writes that stay in memory", () => {
    expect(result({ rounds: [reaching(bytes), reaching(null)] }).writeAmplification).toBeNull();
    expect(result({ mode: "none", rounds: [reaching(bytes)] }).writeAmplification).toBeNull();
    expect(result({ rounds: [] }).writeAmplification).toBeNull();
  });
});

describe("withComparisons()", () => {
  const rounds = (...rates: number[]) => rates.map((rate, number) => round(number, rate));
  const notDifferent = (results: FlushModeResult[], mode: string) =>
    results.find((each) => each.mode === mode)?.notDifferentFrom;

  it("compares modes round by round, so that rounds which are slow for all modes do not hide a difference", () => {
    const wavy = Array.from({ length: 12 }, (_, at) => 100 * (1 + (at % 4)));
    const compared = withComparisons([
      result({ mode: "fsync", rounds: rounds(...wavy) }),
      result({ mode: "fdatasync", rounds: rounds(...wavy.map((rate) => 1.2 * rate)) }),
      result({ mode: "o_sync", rounds: rounds(...wavy.map((rate, at) => rate + (at % 3) - 1)) }),
    ]);
    expect(notDifferent(compared, "fsync")).toEqual(["o_sync"]);
    expect(notDifferent(compared, "fdatasync")).toEqual([]);
  });

  it("does not compare a mode that has only one round or was refused", () => {
    const six = rounds(100, 101, 102, 103, 104, 105);
    const compared = withComparisons([
      result({ mode: "fsync", rounds: six }),
      result({ mode: "fdatasync", rounds: rounds(200, 202, 204, 206, 208, 210) }),
      result({ mode: "o_dsync", rounds: rounds(110) }),
      result({ mode: "o_sync", refusal: "open: EINVAL" }),
    ]);
    expect(notDifferent(compared, "fsync")).toEqual([]);
    expect(notDifferent(compared, "o_dsync")).toEqual([]);
    expect(notDifferent(compared, "o_sync")).toEqual([]);
  });

  it("accepts six rounds as proof of a difference between two modes, but not between three", () => {
    const each = (["fsync", "fdatasync", "o_sync"] as const).map((mode, at) =>
      result({
        mode,
        rounds: rounds(...[100, 101, 102, 103, 104, 105].map((rate) => rate * (at + 1))),
      }),
    );
    expect(notDifferent(withComparisons(each.slice(0, 2)), "fsync")).toEqual([]);
    expect(notDifferent(withComparisons(each), "fsync")).toEqual(["fdatasync", "o_sync"]);
  });
});
