import { describe, expect, it } from "vitest";
import { type CutMoment, latestCutNs, windowNs } from "#analysis/power-cut/window";
import type { PowerCutFound } from "#contract/power-cut/state";
import { longestWindowNs } from "#contract/power-cut/test";
import { found, places } from "../../../helpers/sample-power-cut-test";
import { intact, judge } from "./cut-drives";

const ms = 1_000_000;

/**
 * Records a millisecond apart, each of which the witness confirmed `lagMs` later; `null`: never.
 */
function spaced(left: PowerCutFound, lagMs: number | null): PowerCutFound {
  const timed = (file: PowerCutFound["slots"]) => ({
    ...file,
    elapsedNs: file.numbers.map((number) => number * ms),
    witnessedNs: file.numbers.map((number) =>
      lagMs === null ? 0 : Math.max(number - lagMs, 0) * ms,
    ),
  });
  return { ...left, slots: timed(left.slots), log: timed(left.log) };
}

const held = [{ mode: "fsync" as const, number: 200 }];
const fsyncOf = (seen: Parameters<typeof judge>[0]) => judge(seen).modes[0];

describe("latestCutNs()", () => {
  /**
   * Records with their times, and with the latest time that the witness had confirmed by then, in
   * ms.
   */
  const recordsOf = (
    mode: PowerCutFound["mode"],
    ...records: readonly { number: number; atMs: number; witnessedMs: number }[]
  ) => {
    const slots = places(
      records.map(({ number, atMs }) => ({ number, elapsedNs: atMs * ms })),
      { witnessedNs: records.map(({ witnessedMs }) => witnessedMs * ms) },
    );
    return found(mode, { slots });
  };
  const known = { acknowledged: { numbers: [], elapsedNs: null }, ending: null, wasStopped: false };
  const cut = { deed: "plug", computerRestarted: true } as const;
  const latestMs = (changes: Partial<CutMoment> & Pick<CutMoment, "found">) => {
    const latestNs = latestCutNs({ ...known, cut, ...changes });
    return latestNs === null ? null : latestNs / ms;
  };
  const steady = [
    { number: 1, atMs: 100, witnessedMs: 80 },
    { number: 2, atMs: 200, witnessedMs: 170 },
    { number: 3, atMs: 300, witnessedMs: 280 },
  ];

  it("adds the longest witness lag to the time of the newest save that the witness holds", () => {
    const left = [recordsOf("fsync", ...steady)];
    expect(latestMs({ found: left, acknowledged: { numbers: [], elapsedNs: 305 * ms } })).toBe(335);
  });

  it("dates the newest typed save number by its record in the same mode, and returns null if it has none or an old one", () => {
    const left = [
      recordsOf("fsync", ...steady, { number: 7, atMs: 290, witnessedMs: 280 }),
      recordsOf("o_dsync", { number: 7, atMs: 240, witnessedMs: 235 }),
    ];
    const typed = (...numbers: CutMoment["acknowledged"]["numbers"]) =>
      latestMs({ found: left, acknowledged: { numbers, elapsedNs: null } });
    expect(typed({ mode: "fsync", number: 3 })).toBe(330);
    expect(typed({ mode: "fsync", number: 2 }, { mode: "fsync", number: 3 })).toBe(330);
    expect(typed({ mode: "fsync", number: 3 }, { mode: "o_dsync", number: 7 })).toBe(330);
    // The save of o_dsync at 240 ms reached the witness 30 ms later, which is before the newest
    // record.
    expect(typed({ mode: "o_dsync", number: 7 })).toBeNull();
    // Without a record of the number, or with a mode that was not tested, there is no time.
    expect(typed({ mode: "fsync", number: 9 })).toBeNull();
    expect(typed({ mode: "o_sync", number: 3 })).toBeNull();
  });

  it("returns null when the witness holds no number, even with a known lag", () => {
    const late = [
      { number: 1, atMs: 50, witnessedMs: 30 },
      { number: 2, atMs: 100, witnessedMs: 0 },
    ];
    expect(latestMs({ found: [recordsOf("fsync", ...late)] })).toBeNull();
  });

  it("returns null if, apart from initial content or a broken record, only one record is left to measure the lag of the witness", () => {
    const one = { number: 7, atMs: 100, witnessedMs: 50 };
    const acknowledged = { numbers: [], elapsedNs: 100 * ms };
    for (const number of [0, -1]) {
      const left = [recordsOf("fsync", { number, atMs: 0, witnessedMs: 0 }, one)];
      expect(latestMs({ found: left, acknowledged })).toBeNull();
    }
  });

  it("measures the lag over the five seconds before the newest record, inclusive", () => {
    const acknowledged = { numbers: [], elapsedNs: 7000 * ms };
    const behind = (atMs: number) =>
      recordsOf(
        "fsync",
        { number: 1, atMs, witnessedMs: atMs - 900 },
        { number: 2, atMs: 6990, witnessedMs: 6960 },
        { number: 3, atMs: 7000, witnessedMs: 6980 },
      );
    expect(latestMs({ found: [behind(1999)], acknowledged })).toBe(7030);
    expect(latestMs({ found: [behind(2000)], acknowledged })).toBe(7900);
  });

  it("adds the longest operation's time to the failed operation's start if the computer stayed on or a cable was pulled, else returns null", () => {
    const ending = { numbers: [], failedAtNs: 203 * ms, longestNs: 9 * ms };
    const at = (changes: Partial<CutMoment["cut"]>) =>
      latestMs({ found: [], ending, cut: { ...cut, ...changes } });
    expect(at({ computerRestarted: false, deed: null })).toBe(212);
    expect(at({ computerRestarted: true, deed: "cable" })).toBe(212);
    expect(at({ computerRestarted: true, deed: null })).toBeNull();
  });
});

describe("the age of the newest save at the cut (blind window)", () => {
  it("is the time from the newest record to the cut, 0 if that record is newer, and null without a record or a cut time", () => {
    expect(windowNs([], 5)).toBeNull();
    expect(windowNs([{ elapsedNs: 3 }, { elapsedNs: 2 }], 5)).toBe(2);
    expect(windowNs([{ elapsedNs: 7 }], 5)).toBe(0);
    expect(windowNs([{ elapsedNs: 3 }], null)).toBeNull();
  });

  it("spans the time from the newest checked save to the witness's newest number plus its lag", () => {
    const found = [spaced(intact("fsync", 200), 30)];
    const mode = fsyncOf({ found, numbers: held, elapsedNs: 205 * ms });
    // The witness had every save until 205 ms. The newest record is of 200 ms, and the witness
    // lagged by 30 ms.
    expect(mode).toMatchObject({ verdict: "kept", windowNs: (205 + 30 - 200) * ms });
  });

  it('leads to the verdict "not-proven" if it exceeds its limit', () => {
    const judged = (lagMs: number) =>
      fsyncOf({ found: [spaced(intact("fsync", 200), lagMs)], numbers: held });
    const limit = longestWindowNs / ms;
    expect(judged(limit)).toMatchObject({ verdict: "kept", windowNs: longestWindowNs });
    expect(judged(limit + 1)).toMatchObject({ verdict: "not-proven", doubt: "window-too-long" });
  });

  it("is not known when the witness confirmed nothing", () => {
    const found = [spaced(intact("fsync", 200), null)];
    expect(fsyncOf({ found, numbers: held, elapsedNs: 200 * ms })).toMatchObject({
      verdict: "not-proven",
      doubt: "window-not-known",
      windowNs: null,
    });
  });

  it("is not known when a witness confirms records that were not written yet", () => {
    const found = spaced(intact("fsync", 200), 30);
    const ahead = {
      ...found,
      slots: { ...found.slots, witnessedNs: found.slots.witnessedNs.map(() => 10 ** 15) },
    };
    expect(fsyncOf({ found: [ahead], numbers: held, elapsedNs: 205 * ms })).toMatchObject({
      verdict: "not-proven",
      doubt: "window-not-known",
    });
  });

  it("is not known when the writing was stopped or failed before the cut, but is if the pulling of a cable made it fail", () => {
    const found = [spaced(intact("fsync", 200), 30)];
    const seen = { found, numbers: held, elapsedNs: 205 * ms };
    expect(fsyncOf({ ...seen, wasStopped: true })).toMatchObject({
      verdict: "not-proven",
      doubt: "window-not-known",
    });
    // The bus was reset, and the plug was pulled at another time.
    const ending = { numbers: held, failedAtNs: 203 * ms, longestNs: 9 * ms };
    const cut = { deed: "plug", driveLost: true, computerRestarted: true } as const;
    expect(fsyncOf({ ...seen, ending, cut })).toMatchObject({ doubt: "window-not-known" });
    expect(fsyncOf({ ...seen, ending, cut: { ...cut, deed: "cable" } })).toMatchObject({
      windowNs: 12 * ms,
    });
  });
});
