import { describe, expect, it } from "vitest";
import type { WorstWindow } from "#contract/measures";
import type { FlushModeResult } from "#contract/mode-result";
import { tables } from "#tables/workloads/sustained-write";
import {
  promisingModes,
  roundsPanels,
  savesOverTime,
  waitSentence,
} from "../../../../../renderer/src/workloads/flush-modes/rounds";
import { sampleReport } from "../../../../helpers/sample-report";

const plain = (text: string | null) => text?.replace(/[\u202f\u00a0]/g, " ");

function sentence(slowestNs: number): string | undefined {
  const { flushModes } = sampleReport({
    modes: [
      // Long waits of a mode without a guarantee do not matter for the sentence.
      { mode: "none", iops: 100, slowestNs: 1_900_000_000 },
      { mode: "fsync", iops: 400, slowestNs: 50_000_000 },
      { mode: "fdatasync", iops: 400, slowestNs },
    ],
  });
  return plain(waitSentence(flushModes));
}

describe("promisingModes()", () => {
  it("returns the measured modes whose saves survive, or may survive, a power cut", () => {
    const of = (modes: Parameters<typeof sampleReport>[0]) =>
      promisingModes(sampleReport(modes).flushModes).map(({ mode }) => mode);
    expect(of({})).toEqual(["fsync", "fdatasync", "o_dsync", "o_sync", "o_direct_dsync"]);
    expect(of({ os: "macos" })).toEqual(["f_fullfsync"]);
    expect(of({ modes: [{ mode: "fsync", refusal: "EINVAL" }] })).toEqual([]);
  });
});

describe("waitSentence()", () => {
  it("states the longest wait in a mode that promises to survive a power cut, and how noticeable the wait is", () => {
    expect(sentence(1_400_000_000)).toMatch(/one save took 1\.4 s: a program .* stands still/);
    expect(sentence(410_000_000)).toMatch(/one save took 410 ms, a pause that can just be noticed/);
    expect(sentence(50_000_000)).toMatch(/No save had to wait .* \d+ were through within 200 ms\./);
  });

  it("returns null without measurements", () => {
    expect(waitSentence(sampleReport({ modes: [] }).flushModes)).toBeNull();
  });
});

describe("the sentence about the slowest period of a measurement", () => {
  const worst: WorstWindow = {
    round: 1,
    startNs: 0,
    elapsedNs: 410e6,
    operations: 1,
    slowestNs: 410e6,
  };
  const saves = (changes: Partial<WorstWindow>) => {
    const result = { ...resultOf(), worstWindow: { ...worst, ...changes } };
    return plain(roundsPanels([result], sampleReport())[0]?.worst ?? null);
  };
  const writes = (changes: Partial<WorstWindow>) => {
    const report = sampleReport({ sustained: {} });
    const worstWindow = { ...worst, ...changes };
    const sustained = report.sustained && { ...report.sustained, worstWindow };
    return plain(tables({ ...report, sustained })[0]?.rows[0]?.remarks?.[0] ?? null);
  };

  it("distinguishes one long operation from a period with few operations", () => {
    expect(saves({})).toBe("worst: one save took 410 ms (round 2)");
    expect(saves({ operations: 7, slowestNs: 50e6 })).toBe("worst: 7 saves in 410 ms (round 2)");
    expect(saves({ operations: 0, slowestNs: null })).toBe("worst: 0 saves in 410 ms (round 2)");
    expect(writes({})).toBe("worst stretch: one write took 410 ms, from 0 ns on");
    expect(writes({ slowestNs: 50e6 })).toBe("worst stretch: one write in 410 ms, from 0 ns on");
  });
});

function resultOf(slowestNs?: number): FlushModeResult {
  const slowest = slowestNs === undefined ? {} : { slowestNs };
  const [result] = sampleReport({ modes: [{ mode: "fsync", iops: 100, ...slowest }] }).flushModes;
  if (result === undefined) {
    throw new Error("the sample has a mode");
  }
  return result;
}

describe("savesOverTime()", () => {
  it("joins the rounds without the time between them, with a gap in the line after each round", () => {
    const result = resultOf();
    const { rounds, totalNs, points } = savesOverTime(result);
    expect(totalNs).toBe(result.rounds.reduce((sum, { elapsedNs }) => sum + elapsedNs, 0));
    expect(rounds.map(({ fromNs }) => fromNs)).toEqual([0, 2e9, 4e9, 6e9, 8e9]);
    expect(points.map(({ atNs }) => atNs)).toEqual(
      points.map(({ atNs }) => atNs).sort((a, b) => a - b),
    );
    // The line has a gap after each round.
    expect(points.filter(({ rate }) => rate === null).map(({ atNs }) => atNs)).toEqual([
      2e9, 4e9, 6e9, 8e9, 10e9,
    ]);
  });

  it("returns rates whose sum, weighted by time, equals the number of operations", () => {
    const result = resultOf();
    const { points } = savesOverTime(result);
    const done = points.reduce((sum, { atNs, rate }, index) => {
      const next = points[index + 1];
      return next === undefined ? sum : sum + ((rate ?? 0) * (next.atNs - atNs)) / 1e9;
    }, 0);
    expect(done).toBeCloseTo(result.operations, 3);
  });

  it("places the slowest period of a round at its time in the joined rounds", () => {
    const result = resultOf(700e6);
    const { worst } = savesOverTime(result);
    const { worstWindow } = result;
    expect(worstWindow?.elapsedNs).toBe(700e6);
    expect(worst?.fromNs).toBe((worstWindow?.round ?? 0) * 2e9 + (worstWindow?.startNs ?? 0));
    expect(savesOverTime({ ...result, worstWindow: null }).worst).toBeNull();
  });
});
