import { describe, expect, it } from "vitest";
import {
  disturbances,
  disturbancesTogether,
  disturbedRounds,
} from "../../../../../electron/analysis/workloads/flush-modes/disturbance";
import type { RoundEvidence } from "../../../../../electron/contract/round-evidence";
import { unitSpace } from "../../../../../electron/text/format";
import { sampleReport } from "../../../../helpers/sample-report";

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
    expect(disturbances(busy, 1e6)).toEqual([`other programs wrote at least 40${unitSpace}MB`]);
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

describe("disturbancesTogether", () => {
  const round = (changes: Partial<RoundEvidence>) => ({
    bytes: 1e6,
    evidence: { ...calm, ...changes },
  });

  it("names every kind once, from the least to the most, and in how many rounds of all", () => {
    const rounds = [
      round({ otherProgramsBytes: 40e6, cpuStealShare: 0.124 }),
      round({ otherProgramsBytes: 1e6, cpuStealShare: 0.124 }),
      round({ otherProgramsBytes: 1_498e6 }),
      round({ throttleEvents: 2 }),
    ];
    expect(disturbancesTogether(rounds)).toEqual([
      `other programs wrote at least 40${unitSpace}MB to 1.5${unitSpace}GB (in 2 of them)`,
      "other virtual machines took 12 % of the processor's time (in 2 of them)",
      "the processor slowed down because it was hot (in 1 of them)",
    ]);
  });

  it("does not count what is the same in all", () => {
    const busy = round({ otherProgramsBytes: 40e6 });
    expect(disturbancesTogether([busy, busy])).toEqual([
      `other programs wrote at least 40${unitSpace}MB`,
    ]);
  });

  it("holds each round to its own bytes, and says nothing of calm or unknown ones", () => {
    expect(disturbancesTogether([{ ...round({ otherProgramsBytes: 40e6 }), bytes: 1e9 }])).toEqual(
      [],
    );
    expect(disturbancesTogether([round({ cpuStealShare: null })])).toEqual([]);
    expect(disturbancesTogether([])).toEqual([]);
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
      /^While fsync was measured, in round 2, other programs wrote at least 4\d(\.\d)?\sMB\./,
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
