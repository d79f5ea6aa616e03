import { describe, expect, it } from "vitest";
import { disturbances, isDisturbed } from "#analysis/disturbance";
import { disturbedRounds } from "#analysis/workloads/flush-modes/disturbed-rounds";
import type { RoundEvidence } from "#contract/round-evidence";
import { unitSpace } from "#text/format";
import { tell, tellAll } from "#text/statements";
import { sampleReport } from "../../../../helpers/sample-report";

const calm: RoundEvidence = {
  levels: [{ device: "sda", flushes: 10, bytesWritten: 40_960 }],
  followed: null,
  deviceBytesWritten: 40_960,
  otherProgramsBytes: 0,
  cpuStealShare: 0,
  throttleEvents: 0,
};

const round = (changes: Partial<RoundEvidence>, bytes = 1e6) => ({
  bytes,
  evidence: { ...calm, ...changes },
});
const wordsOf = (...rounds: Parameters<typeof disturbances>[0]) => disturbances(rounds).map(tell);

describe("a round", () => {
  it("does not count as disturbed if no disturbance was measured or if disturbances are unknown", () => {
    const unknown = { otherProgramsBytes: null, cpuStealShare: null, throttleEvents: null };
    for (const quiet of [round({}), round(unknown)]) {
      expect(disturbances([quiet])).toEqual([]);
      expect(isDisturbed(quiet)).toBe(false);
    }
  });

  it("counts as disturbed if other programs wrote much compared with what the test itself wrote", () => {
    const busy = round({ otherProgramsBytes: 40e6 });
    expect(wordsOf(busy)).toEqual([`other programs wrote at least 40${unitSpace}MB`]);
    expect(isDisturbed(busy)).toBe(true);
    expect(wordsOf({ ...busy, bytes: 1e9 })).toEqual([]);
    expect(isDisturbed({ ...busy, bytes: 1e9 })).toBe(false);
    expect(wordsOf(round({ otherProgramsBytes: 3e6 }, 0))).toEqual([]);
  });

  it("counts as disturbed if other virtual machines took 12 %, but not 4.9 %, of the processor time or the hot processor slowed down", () => {
    expect(wordsOf(round({ cpuStealShare: 0.124, throttleEvents: 2 }))).toEqual([
      "other virtual machines took 12 % of the processor’s time",
      "the processor slowed down because it was hot",
    ]);
    expect(isDisturbed(round({ cpuStealShare: 0.124 }))).toBe(true);
    expect(isDisturbed(round({ throttleEvents: 2 }))).toBe(true);
    expect(wordsOf(round({ cpuStealShare: 0.049 }))).toEqual([]);
    expect(isDisturbed(round({ cpuStealShare: 0.049 }))).toBe(false);
  });
});

describe("disturbances()", () => {
  it("lists every kind of disturbance once, with its smallest and largest amount and the number of its rounds", () => {
    const rounds = [
      round({ otherProgramsBytes: 40e6, cpuStealShare: 0.124 }),
      round({ otherProgramsBytes: 1e6, cpuStealShare: 0.124 }),
      round({ otherProgramsBytes: 1_498e6 }),
      round({ throttleEvents: 2 }),
    ];
    expect(wordsOf(...rounds)).toEqual([
      `other programs wrote at least 40${unitSpace}MB to 1.5${unitSpace}GB (in 2 of them)`,
      "other virtual machines took 12 % of the processor’s time (in 2 of them)",
      "the processor slowed down because it was hot (in 1 of them)",
    ]);
  });

  it("leaves out the number of rounds if a kind of disturbance affected every round", () => {
    const busy = round({ otherProgramsBytes: 40e6 });
    expect(wordsOf(busy, busy)).toEqual([`other programs wrote at least 40${unitSpace}MB`]);
  });
});

describe("disturbedRounds()", () => {
  const mode = { mode: "fsync", iops: 100, flushesPerSave: 1 } as const;
  const disturbed = sampleReport({
    modes: [{ ...mode, disturbedRounds: [1, 3], repeatedRounds: [3] }],
  });
  const calm = sampleReport({ modes: [{ ...mode, repeatedRounds: [0] }] });

  it("warns of every disturbed round with its mode, number and cause, and says if it was measured again", () => {
    const warnings = disturbedRounds(disturbed.flushModes, null);
    expect(warnings.map(({ code }) => code)).toEqual(["disturbed-round", "disturbed-round"]);
    const [first, second] = warnings.map(({ statements }) => tellAll(statements));
    expect(first).toMatch(
      /^While fsync was measured, in round 2, other programs wrote at least 4\d(\.\d)?\sMB\./,
    );
    expect(first).not.toContain("measured again");
    expect(second).toMatch(/in round 4, .*measured again/);
  });

  it("mentions a growing file in the warning of a disturbed round that appended to a file", () => {
    const [warning] = disturbedRounds([], disturbed.flushModes);
    expect(tellAll(warning?.statements ?? [])).toContain("fsync to a growing file was measured");
  });

  it("does not warn of undisturbed rounds, even if they were repeated", () => {
    expect(disturbedRounds(calm.flushModes, calm.flushModes)).toEqual([]);
  });
});
