import { describe, expect, it } from "vitest";
import type { FlushModeResult } from "../../../../../electron/contract/workloads/flush-modes";
import { savesOverTime } from "../../../../../renderer/src/workloads/flush-modes/rounds";
import { sampleReport } from "../../../../helpers/sample-report";

function resultOf(slowestNs?: number): FlushModeResult {
  const slowest = slowestNs === undefined ? {} : { slowestNs };
  const [result] = sampleReport({ modes: [{ mode: "fsync", iops: 100, ...slowest }] }).flushModes;
  if (result === undefined) {
    throw new Error("the sample has a mode");
  }
  return result;
}

describe("savesOverTime", () => {
  it("lays the rounds one behind the other without what was between them", () => {
    const result = resultOf();
    const { rounds, totalNs, points } = savesOverTime(result);
    expect(totalNs).toBe(result.rounds.reduce((sum, { elapsedNs }) => sum + elapsedNs, 0));
    expect(rounds.map(({ fromNs }) => fromNs)).toEqual([0, 2e9, 4e9, 6e9, 8e9]);
    expect(points.map(({ atNs }) => atNs)).toEqual(
      points.map(({ atNs }) => atNs).sort((a, b) => a - b),
    );
    // The line is broken after each round.
    expect(points.filter(({ rate }) => rate === null).map(({ atNs }) => atNs)).toEqual([
      2e9, 4e9, 6e9, 8e9, 10e9,
    ]);
  });

  it("holds every operation: rate times length is what was done", () => {
    const result = resultOf();
    const { points } = savesOverTime(result);
    const done = points.reduce((sum, { atNs, rate }, index) => {
      const next = points[index + 1];
      return next === undefined ? sum : sum + ((rate ?? 0) * (next.atNs - atNs)) / 1e9;
    }, 0);
    expect(done).toBeCloseTo(result.operations, 3);
  });

  it("puts the worst stretch where it was, in its round", () => {
    const result = resultOf(700e6);
    const { worst } = savesOverTime(result);
    const { worstWindow } = result;
    expect(worstWindow?.elapsedNs).toBe(700e6);
    expect(worst?.fromNs).toBe((worstWindow?.round ?? 0) * 2e9 + (worstWindow?.startNs ?? 0));
    expect(savesOverTime({ ...result, worstWindow: null }).worst).toBeNull();
  });
});
