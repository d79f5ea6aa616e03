import { describe, expect, it } from "vitest";
import { buildPlainWrites } from "#analysis/workloads/flush-modes/plain-writes";
import { profiles, refilledRounds } from "#analysis/workloads/flush-modes/plan";
import { roundOf } from "#analysis/workloads/flush-modes/results";
import { plainWritesSchema } from "#contract/workloads/flush-modes";
import { verdictOn } from "../../../../helpers/judged";
import { plain } from "../../../../helpers/read-verdict";
import { type SampleOptions, sampleUnjudgedReport } from "../../../../helpers/sample-report";
import { sampleRound } from "../../../../helpers/sample-round";

const codeOf = ({ code }: { code: string }) => code;

function findingOf(plainRatios: readonly number[], options: SampleOptions = {}) {
  const verdict = verdictOn(sampleUnjudgedReport({ ...options, plainRatios }));
  const finding = verdict.findings.find(({ code }) => code === "plain-writes");
  return finding && { ...finding, detail: plain(finding.detail) };
}

describe("the finding about plain writes", () => {
  it("states the rate and the duration of a round for both ways of filling the file", () => {
    const finding = findingOf([3, 2.9]);
    expect(finding?.severity).toBe("info");
    expect(finding?.title).toBe(
      "How fast plain writes are depends on how the file was written before",
    );
    expect(finding?.detail).toContain("380 000 blocks of 4 KiB a second");
    expect(finding?.detail).toContain("filled in pieces of 4 KiB");
    expect(finding?.detail).toContain("125 000 in the same file filled in pieces of 1 MiB");
    expect(finding?.detail).toContain("A round took about 2.0 s and 5.9 s.");
    expect(finding?.detail).toContain(
      "Both end in the computer’s memory. The difference lies in how the system keeps the file there",
    );
  });

  it("says that the way of filling the file matters, even if writes are faster after filling in large pieces", () => {
    expect(findingOf([0.5, 0.5])?.title).toContain("depends on how the file was written before");
  });

  it("says that the way of filling the file matters little only if no round differs by over a quarter", () => {
    const alike = "How the file was written before makes little difference to plain writes";
    expect(findingOf([1.1, 0.9])?.title).toBe(alike);
    expect(findingOf([1.2, 1.22])?.title).toBe(alike);
    expect(findingOf([1.2, 1.22])?.detail).toContain("which takes about as long for both here");
    expect(findingOf([1.1, 1.3])).toBeUndefined();
    expect(findingOf([0.9, 0.79])).toBeUndefined();
  });

  it("is absent without two rounds whose ratios between the two ways of filling the file agree and are both clear", () => {
    expect(findingOf([3])).toBeUndefined();
    expect(findingOf([4, 2])).toBeUndefined();
    expect(findingOf([1.6, 1.4])).toBeUndefined();
    expect(findingOf([0.6, 0.7])).toBeUndefined();
    expect(findingOf([])).toBeUndefined();
  });

  it("is absent if the two rates that it would state contradict the ratios of the rounds", () => {
    const withRates = (asFilled: readonly number[], refilled: readonly number[]) => {
      const report = sampleUnjudgedReport({ plainRatios: [1, 1] });
      const rounds = (rates: readonly number[]) =>
        rates.map((rate, round) =>
          sampleRound({ mode: "none", round, operations: rate, elapsedNs: 1e9 }),
        );
      const plainWrites = buildPlainWrites(
        "pwrite",
        { pieceBytes: 4096, rounds: rounds(asFilled) },
        { pieceBytes: 1 << 20, rounds: rounds(refilled) },
      );
      const flushModes = report.flushModes.map((mode) =>
        mode.mode === "none" ? { ...mode, rounds: rounds(asFilled).map(roundOf) } : mode,
      );
      return verdictOn({ ...report, flushModes, plainWrites }).findings.map(codeOf);
    };
    // In both rounds that have rates before and after the refill, plain writes were twice as fast
    // before it, but not by the median of all rounds.
    expect(withRates([9e5, 3e5, 3e5, 3e5], [4.5e5, 1.5e5])).not.toContain("plain-writes");
    expect(withRates([9e5, 9e5, 3e5, 3e5], [9e5, 9e5])).not.toContain("plain-writes");
    expect(withRates([9e5, 9e5, 9e5, 9e5], [4.5e5, 4.5e5])).toContain("plain-writes");
  });

  it("is absent if the volume is in the computer's memory, or if no plain writes were measured", () => {
    expect(findingOf([3, 3], { volume: { fileSystem: "tmpfs" } })).toBeUndefined();
    const report = sampleUnjudgedReport({ plainRatios: [3, 3] });
    const flushModes = report.flushModes.filter(({ mode }) => mode !== "none");
    expect(verdictOn({ ...report, flushModes }).findings.map(codeOf)).not.toContain("plain-writes");
  });
});

describe("buildPlainWrites()", () => {
  const round = (number: number, elapsedNs: number, operations = 1000) =>
    sampleRound({ mode: "none", round: number, operations, elapsedNs });

  it("returns the piece size, the rate and the time of a round for both ways of filling the file, and the median ratio", () => {
    const asFilled = { pieceBytes: 4096, rounds: [round(0, 1e9), round(1, 2e9), round(2, 4e9)] };
    const refilled = { pieceBytes: 1 << 20, rounds: [round(0, 3e9), round(2, 8e9)] };
    const built = buildPlainWrites("pwrite", asFilled, refilled);
    expect(plainWritesSchema.parse(built)).toMatchObject({
      systemCall: "pwrite",
      states: [
        { pieceBytes: 4096, operations: 3000, iops: 500, iopsMin: 250, iopsMax: 1000 },
        { pieceBytes: 1 << 20, operations: 2000, roundNs: 5.5e9 },
      ],
      // The ratios by round are 3 and 2.
      ratio: 2.5,
    });
    expect(built?.states[0]?.roundNs).toBe(2e9);
    expect(built?.refilledRounds.map(({ round: number }) => number)).toEqual([0, 2]);
  });

  it("returns figures for one way of filling the file and no ratio if it was not refilled, and null without rounds before the refill", () => {
    const asFilled = { pieceBytes: 4096, rounds: [round(0, 1e9)] };
    const built = buildPlainWrites("pwrite", asFilled, { pieceBytes: 1 << 20, rounds: [] });
    expect(built).toMatchObject({ states: [{ pieceBytes: 4096 }], ratio: null });
    expect(buildPlainWrites("pwrite", { pieceBytes: 4096, rounds: [] }, asFilled)).toBeNull();
  });

  it("computes the ratio only from rounds that wrote something after both ways of filling the file", () => {
    const asFilled = { pieceBytes: 4096, rounds: [round(0, 1e9), round(1, 1e9)] };
    const rounds = [round(0, 1e9, 0), round(1, 2e9)];
    expect(buildPlainWrites("pwrite", asFilled, { pieceBytes: 1 << 20, rounds })?.ratio).toBe(2);
  });
});

describe("refilledRounds()", () => {
  const plan = profiles.quick("linux");
  const roundsOf = (rounds: number, refilled: number) =>
    refilledRounds({ ...plan, rounds, plainWrites: { rounds: refilled, pieceBytes: 1 << 20 } });

  it("returns the first and the last round, and any further rounds evenly spread between them", () => {
    expect(roundsOf(4, 2)).toEqual([0, 3]);
    expect(roundsOf(12, 3)).toEqual([0, 6, 11]);
    expect(roundsOf(1, 2)).toEqual([0]);
    expect(roundsOf(5, 1)).toEqual([0]);
  });

  it("returns no round if the plan contains no plain writes, which the quick plan contains only on Linux", () => {
    expect(refilledRounds({ ...plan, modes: ["fsync"] })).toEqual([]);
    expect(refilledRounds({ ...plan, plainWrites: null })).toEqual([]);
    expect(profiles.quick("linux").plainWrites).not.toBeNull();
    expect(profiles.quick("macos").plainWrites).toBeNull();
    expect(profiles.quick("windows").plainWrites).toBeNull();
  });
});
