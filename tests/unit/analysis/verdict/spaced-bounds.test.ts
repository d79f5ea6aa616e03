import { describe, expect, it } from "vitest";
import { factsOf } from "#analysis/verdict/facts";
import { spacedFindings } from "#analysis/workloads/flush-modes/spaced-saves";
import { isSyncing } from "#contract/flush-mode";
import { type SpacedSaves, spacedSavesSchema } from "#contract/workloads/flush-modes";
import { said } from "../../../helpers/judged";
import { sampleModes } from "../../../helpers/sample-modes";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { linux } from "./scenario";

/**
 * The figures at which the verdict's words about saves after a rest, compared with saves in a row,
 * change.
 */

interface Given {
  readonly restedNs?: number;
  readonly rowNs?: number;
  readonly rested?: number | null;
  readonly row?: number | null;
  /**
   * Flushes counted in each round that asks for none; such a round takes two seconds by default.
   */
  readonly others?: readonly (number | null)[];
  readonly otherElapsedNs?: readonly number[];
  readonly modes?: typeof sampleModes.linux;
  readonly slowed?: boolean;
  readonly broken?: boolean;
}

function findingOf(given: Given) {
  const { restedNs = 800_000, rowNs = 170_000, rested = 2, row = 1 } = given;
  const { others = [0], otherElapsedNs = [2_000_000_000], modes = linux(5880, 1) } = given;
  const report = sampleUnjudgedReport({ modes, spaced: { p50Ns: 800_000, flushesPerSave: 2 } });
  const spaced: SpacedSaves = spacedSavesSchema.parse(report.spacedSaves);
  const flushModes = report.flushModes.map((mode) =>
    !isSyncing(mode.mode)
      ? {
          ...mode,
          rounds: mode.rounds.map((round, index) => ({
            ...round,
            elapsedNs: otherElapsedNs[index % otherElapsedNs.length] ?? 0,
            deviceFlushes: others[index % others.length] ?? null,
          })),
        }
      : {
          ...mode,
          status: given.broken ? "failed" : mode.status,
          slowdown: given.slowed
            ? { fastPerSecond: 9, slowPerSecond: 5, fastUntilBytes: 1, slowFromBytes: 1 }
            : null,
          deviceFlushesPerSync: row,
          latencyNs: mode.latencyNs && { ...mode.latencyNs, p50: rowNs },
        },
  );
  const spacedSaves = {
    ...spaced,
    deviceFlushesPerSync: rested,
    latencyNs: { ...spaced.latencyNs, p50: restedNs },
  };
  return spacedFindings(factsOf({ ...report, flushModes, spacedSaves }))[0];
}

const titleOf = (given: Given) => said(findingOf(given)?.title ?? null);
const shares = (given: Given) =>
  /share some of the flushes/.test(said(findingOf(given)?.means ?? null));

describe("the finding about saves after a pause", () => {
  it("appears when these saves take at least a quarter longer than saves in a row", () => {
    expect(titleOf({ restedNs: 1_250_000, rowNs: 1_000_000 })).toMatch(/takes longer than/);
    expect(findingOf({ restedNs: 1_249_999, rowNs: 1_000_000 })).toBeUndefined();
  });

  it("appears when these saves take at most four fifths of the time of saves in a row", () => {
    expect(titleOf({ restedNs: 800_000, rowNs: 1_000_000 })).toMatch(/takes less time/);
    expect(findingOf({ restedNs: 800_001, rowNs: 1_000_000 })).toBeUndefined();
  });

  it("is absent if saves became slow during the run", () => {
    expect(findingOf({ slowed: true })).toBeUndefined();
  });

  it("is absent when saves in a row failed", () => {
    expect(findingOf({ broken: true })).toBeUndefined();
  });
});

describe("the claim that saves in a row share flushes", () => {
  it("requires at least half a flush more for each save after a pause than for each save in a row", () => {
    expect(shares({ rested: 1.5, row: 1 })).toBe(true);
    expect(shares({ rested: 1.49, row: 1 })).toBe(false);
  });

  it("subtracts the flushes of other programs at the highest rate seen in rounds that send no flush themselves", () => {
    // 100 saves with their rests take 1.08 s; at 100 flushes per second other programs send 1.08
    // per save.
    expect(shares({ rested: 3.1, row: 1.5, others: [0, 200] })).toBe(true);
    expect(shares({ rested: 3.07, row: 1.5, others: [0, 200] })).toBe(false);
  });

  it("requires counted flushes for both kinds of saves and for at least one round that sends no flush itself", () => {
    expect(shares({ rested: null, row: 1 })).toBe(false);
    expect(shares({ rested: 2, row: null })).toBe(false);
    expect(shares({ others: [null] })).toBe(false);
    expect(shares({ others: [null, 0] })).toBe(true);
    expect(shares({ others: [0], otherElapsedNs: [0] })).toBe(false);
    expect(shares({ others: [0], otherElapsedNs: [0, 2_000_000_000] })).toBe(true);
    const waiting = linux(5880, 1).filter(({ mode }) => isSyncing(mode));
    expect(shares({ modes: waiting })).toBe(false);
  });

  it("is absent for modes whose flushes cannot be counted", () => {
    const modes = sampleModes.linux.filter(
      ({ mode }) => mode === "none" || mode === "o_direct_dsync",
    );
    const { title, seen, means } = findingOf({ modes, rested: 0, row: 0 }) ?? {};
    expect(said(title ?? null)).toMatch(/takes longer than/);
    expect(`${said(seen ?? null)} ${said(means ?? null)}`).not.toMatch(/flush/);
  });
});
