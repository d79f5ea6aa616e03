import { describe, expect, it } from "vitest";
import { headlineOf } from "#analysis/power-cut/headline";
import { flushModeIds } from "#contract/flush-mode";
import type { PowerCutModeResult, PowerCutTest } from "#contract/power-cut/test";
import { tell } from "#text/statements";
import { mockPowerCutTest } from "../../../helpers/mock-app/power-cut-guides";

const [, sample] = mockPowerCutTest("kept").modes;

const mode = (id: PowerCutModeResult["mode"], changes: Partial<PowerCutModeResult> = {}) => {
  if (sample === undefined) {
    throw new Error("the sample has no second mode");
  }
  return { ...sample, mode: id, ...changes };
};
const lost = (changes: Partial<PowerCutModeResult> = {}) => ({
  verdict: "lost" as const,
  failed: 530,
  lostSpanNs: 4_200_000_000,
  ...changes,
});

const say = (modes: PowerCutModeResult[], cut: Partial<PowerCutTest["cut"]> = {}) => {
  const test = mockPowerCutTest("kept");
  const shown = { ...test.cut, evidence: "system" as const, ...cut };
  return tell(headlineOf({ ...test, modes, cut: shown })).replace(/\s/gu, " ");
};

describe("headlineOf()", () => {
  it("contrasts the modes that lost saves with those that kept them", () => {
    const ordinary = mode("fsync", lost({ guarantee: "os-crash", lossExpected: true }));
    expect(say([ordinary, mode("f_fullfsync")])).toBe(
      "With ordinary saves this computer lost the last 4.2 seconds; with full flushes it lost nothing.",
    );
  });

  it("claims neither loss nor safety when nothing shows a power cut", () => {
    const none = { evidence: "none" } as const;
    expect(say([mode("fsync")], none)).toMatch(/^This plug test proves nothing/);
    expect(say([mode("none", lost()), mode("fsync")], none)).not.toMatch(/lost nothing|seconds/);
    expect(say([mode("fsync", lost())], none)).toBe(
      say([mode("fsync", { doubt: "changed-without-cut" })]),
    );
  });

  it("says that the test proves nothing if unconfirmed saves are missing but no power cut is known", () => {
    const open = { verdict: "not-proven", doubt: "no-power-cut" } as const;
    const modes = [mode("none", { ...open, failed: 530, lossExpected: true }), mode("fsync", open)];
    expect(say(modes, { evidence: "none" })).toBe(
      "This plug test proves nothing: no power cut is known.",
    );
  });

  it("says that no save was lost or known to have been at risk if the flushes of another mode helped all saves", () => {
    const open = { verdict: "not-proven" } as const;
    expect(say([mode("fsync", { ...open, doubt: "flushed-by-another" })])).toMatch(
      /no save was lost, and none is known to have been at risk\.$/,
    );
  });

  it("names in one clause the modes that lost the same length of time, and other losses separately", () => {
    const sentence = say([
      mode("none", lost()),
      mode("o_direct", lost()),
      mode("fsync", lost({ failed: 1, lostSpanNs: null })),
      mode("o_dsync"),
    ]);
    expect(sentence).toBe(
      "With writes that nothing confirms and writes around memory that nothing confirms this computer lost the last 4.2 seconds; with ordinary saves it lost one confirmed save; with writes confirmed one by one (O_DSYNC) it lost nothing.",
    );
  });

  it("uses the singular for one lost save", () => {
    expect(say([mode("fsync", lost({ failed: 1, reordered: 1 }))])).toBe(
      "With ordinary saves this computer lost 1 save of the last 4.2 seconds.",
    );
  });

  it("says how many saves of the lost time are missing if later saves survived", () => {
    expect(say([mode("fsync", lost({ failed: 1204, reordered: 3 }))])).toBe(
      "With ordinary saves this computer lost 1 204 saves of the last 4.2 seconds.",
    );
  });

  it("says that the drive lost saves if the computer stayed on and the drive stopped answering", () => {
    const cut = { computerRestarted: false, driveLost: true };
    expect(say([mode("none", lost()), mode("fsync")], cut)).toMatch(/this drive lost the last/);
  });

  it("says that the computer lost saves if it restarted, even if the drive stopped answering", () => {
    const cut = { computerRestarted: true, driveLost: true };
    expect(say([mode("none", lost()), mode("fsync")], cut)).toMatch(/this computer lost the last/);
  });

  it('counts saves when the lost time is not known, and otherwise names the time as "1.0 second" or "1 min 5 s"', () => {
    const counted = lost({ failed: 1204, lostSpanNs: null });
    expect(say([mode("fsync", counted)])).toBe(
      "With ordinary saves this computer lost 1 204 confirmed saves.",
    );
    const lostFor = (lostSpanNs: number) => say([mode("fsync", lost({ lostSpanNs }))]);
    expect(lostFor(1_000_000_000)).toBe(
      "With ordinary saves this computer lost the last 1.0 second.",
    );
    expect(lostFor(65_000_000_000)).toBe(
      "With ordinary saves this computer lost the last 1 min 5 s.",
    );
  });

  it("does not call lost saves confirmed if nothing confirms the saves of their mode", () => {
    const uncounted = lost({ failed: 15, lostSpanNs: null, lossExpected: true });
    expect(say([mode("none", uncounted), mode("fsync")])).toBe(
      "With writes that nothing confirms this computer lost 15 saves; with ordinary saves it lost nothing.",
    );
    expect(say([mode("none", { ...uncounted, failed: 1 })])).toMatch(/lost one save\.$/);
  });

  it('separates three modes with a comma and an "and"', () => {
    expect(say([mode("fsync"), mode("fdatasync"), mode("o_sync")])).toMatch(
      /^With ordinary saves, saves of the data alone \(fdatasync\) and writes confirmed one by one/,
    );
  });

  it("does not say that a mode lost nothing if the test proves nothing about that mode", () => {
    const open = mode("fsync", { verdict: "not-proven", doubt: "control-survived" });
    expect(say([mode("none", lost()), open])).toMatch(
      /; about ordinary saves the test proves nothing\.$/,
    );
    expect(say([open])).toMatch(/gave no result/);
    // If another mode kept everything, the test has a result.
    expect(say([mode("none", lost()), mode("o_dsync"), open])).toBe(
      "With writes that nothing confirms this computer lost the last 4.2 seconds; with writes confirmed one by one (O_DSYNC) it lost nothing.",
    );
    expect(say([open])).not.toMatch(/lost nothing/);
    expect(say([mode("fsync", { verdict: "unavailable", refusal: "EINVAL" })])).not.toMatch(
      /lost nothing/,
    );
  });

  it("adds that only the person reports the cut if nothing else shows it", () => {
    expect(say([mode("fsync")], { evidence: "person" })).toBe(
      "With ordinary saves this computer lost nothing, if the power was cut as the person says.",
    );
  });

  it("claims no loss when files changed without a power cut", () => {
    const changed = lost({ verdict: "not-proven", doubt: "changed-without-cut" });
    const sentence = say([mode("none", changed), mode("fsync", changed)], { evidence: "none" });
    expect(sentence).toMatch(/no power cut is known/);
    const open = mode("fsync", { verdict: "not-proven", doubt: "no-power-cut" });
    expect(say([open, mode("none", changed)], { evidence: "none" })).toBe(sentence);
    expect(sentence).not.toMatch(/lost/);
  });

  it("gives every mode of one system a different name", () => {
    const names = flushModeIds.map((id) => say([mode(id)]));
    const twice = names.filter((name, place) => names.indexOf(name) !== place);
    // Two modes have the same words: the ordinary save of Windows and that of the other systems.
    expect(twice).toEqual([say([mode("flush_file_buffers")])]);
    for (const name of names) {
      expect(name).toMatch(/^With \w.* this computer lost nothing\.$/);
    }
  });
});
