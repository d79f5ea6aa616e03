import { describe, expect, it } from "vitest";
import { disturbances, disturbedRounds } from "../../../electron/analysis/disturbance";
import type { RoundEvidence } from "../../../electron/contract/round-evidence";
import { sampleReport } from "../../helpers/sample-report";

const calm: RoundEvidence = {
  levels: [{ device: "sda", flushes: 10, bytesWritten: 40_960 }],
  followed: null,
  deviceBytesWritten: 40_960,
  otherProgramsBytes: 0,
  cpuStealShare: 0,
  throttleEvents: 0,
};

describe("disturbances", () => {
  it("are none on a calm computer, nor where nothing is known", () => {
    expect(disturbances(calm, 1e6)).toEqual([]);
    const unknown = { otherProgramsBytes: null, cpuStealShare: null, throttleEvents: null };
    expect(disturbances({ ...calm, ...unknown }, 1e6)).toEqual([]);
  });

  it("name what other programs wrote, unless it is little beside what was measured", () => {
    const busy = { ...calm, otherProgramsBytes: 40e6 };
    expect(disturbances(busy, 1e6)).toEqual(["other programs wrote at least 40 MB"]);
    expect(disturbances(busy, 1e9)).toEqual([]);
    expect(disturbances({ ...calm, otherProgramsBytes: 3e6 }, 0)).toEqual([]);
  });

  it("name what other virtual machines took, and heat", () => {
    expect(disturbances({ ...calm, cpuStealShare: 0.124, throttleEvents: 2 }, 1e6)).toEqual([
      "other virtual machines took 12 % of the processor's time",
      "the processor slowed down because it was hot",
    ]);
    expect(disturbances({ ...calm, cpuStealShare: 0.049 }, 1e6)).toEqual([]);
  });
});

describe("disturbedRounds", () => {
  const mode = { mode: "fsync", iops: 100, flushesPerSave: 1 } as const;
  const disturbed = sampleReport({
    modes: [{ ...mode, disturbedRounds: [1, 3], repeatedRounds: [3] }],
  });
  const calm = sampleReport({ modes: [{ ...mode, repeatedRounds: [0] }] });

  it("warns of every round with its mode, its number and what happened", () => {
    const warnings = disturbedRounds(disturbed.flushModes, null);
    expect(warnings.map(({ code }) => code)).toEqual(["disturbed-round", "disturbed-round"]);
    const [first, second] = warnings.map(({ message }) => message);
    expect(first).toMatch(
      /^While fsync was measured, in round 2, other programs wrote at least 4\d MB\./,
    );
    expect(first).not.toContain("measured again");
    expect(second).toMatch(/in round 4, .*measured again/);
  });

  it("tells the layouts apart", () => {
    const [warning] = disturbedRounds([], disturbed.flushModes);
    expect(warning?.message).toContain("fsync to a growing file was measured");
  });

  it("says nothing of calm rounds, measured again or not", () => {
    expect(disturbedRounds(calm.flushModes, calm.flushModes)).toEqual([]);
  });
});
