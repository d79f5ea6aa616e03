import { describe, expect, it } from "vitest";
import { wasRestarted } from "#analysis/power-cut";
import type { CutSigns } from "#analysis/power-cut/cut-evidence";
import { type Boot, type PowerCutFound, sectorCodes } from "#contract/power-cut/state";
import { found, places, powerCutMode } from "../../../helpers/sample-power-cut-test";
import { type Circumstances, intact, judge, only, withLoss } from "./cut-drives";

const { absent } = sectorCodes;

describe("the verdict of judgePowerCut()", () => {
  const both = (fsync: PowerCutFound, none: PowerCutFound, changes: Partial<Circumstances> = {}) =>
    judge({
      found: [none, fsync],
      numbers: [
        { mode: "fsync", number: 30 },
        { mode: "none", number: 30 },
      ],
      ...changes,
    });
  const doubtOf = (result: ReturnType<typeof judge>) =>
    result.modes.find(({ mode }) => mode === "fsync")?.doubt;

  it('is "kept" if every confirmed save is there, saves without a flush were lost, and no flush of another mode helped', () => {
    const result = both(intact("fsync", 30), withLoss(intact("none", 30)));
    expect(result).toMatchObject({ outcome: "kept", control: "lost" });
    expect(result.modes[0]).toMatchObject({ mode: "none", verdict: "lost", lossExpected: true });
    expect(result.modes[1]).toMatchObject({ verdict: "kept", doubt: null, lossExpected: false });
  });

  it('is "lost" if a single confirmed save is missing', () => {
    const result = both(withLoss(intact("fsync", 30)), withLoss(intact("none", 30)));
    expect(result.outcome).toBe("lost");
    expect(result.modes[1]).toMatchObject({ verdict: "lost", failed: 1, counts: { lost: 1 } });
  });

  it('is "not-proven" if only a mode that promises no safety lost saves', () => {
    const result = judge({
      found: [withLoss(intact("none", 30))],
      numbers: [{ mode: "none", number: 30 }],
    });
    expect(result.outcome).toBe("not-proven");
  });

  it('is "not-proven" without evidence of a power cut, even if saves without a flush were lost', () => {
    const lossy = withLoss(intact("none", 30));
    for (const cut of [
      { deed: null },
      { deed: null, computerRestarted: false },
      { deed: null, computerRestarted: null, driveLost: true },
      { deed: "no-cut" as const },
    ]) {
      const result = both(intact("fsync", 30), lossy, { cut });
      expect(result).toMatchObject({ outcome: "not-proven", cut: { evidence: "none" } });
      expect(doubtOf(result)).toBe("no-power-cut");
    }
  });

  it('is "not-proven" for every mode if files are missing and nothing shows a power cut', () => {
    const gone = found("fsync", { missing: true });
    const result = both(gone, withLoss(intact("none", 30)), {
      cut: { deed: null, computerRestarted: false },
    });
    expect(result.outcome).toBe("not-proven");
    expect(result.modes.map(({ verdict, doubt }) => [verdict, doubt])).toEqual([
      ["not-proven", "changed-without-cut"],
      ["not-proven", "changed-without-cut"],
    ]);
    expect(result.modes[1]?.failed).toBeGreaterThan(0);
  });

  it('has the doubt "changed-without-cut" unless only unconfirmed saves are missing after a restart or the loss of the drive', () => {
    const lossy = withLoss(intact("none", 30));
    const doubtsAfter = (cut: Partial<CutSigns>) =>
      both(intact("fsync", 30), lossy, { cut: { deed: null, ...cut } }).modes.map(
        ({ mode, doubt }) => [mode, doubt],
      );
    const restarted = doubtsAfter({ computerRestarted: true });
    expect(restarted).toContainEqual(["none", "no-power-cut"]);
    expect(doubtsAfter({ computerRestarted: false, driveLost: true })).toEqual(restarted);
    const unsafeShutdowns = { before: 7, after: 7, stoodStill: true };
    expect(doubtsAfter({ unsafeShutdowns })).toContainEqual(["none", "drive-kept-power"]);
    // A computer that stayed on does not lose data in its memory, and without a power cut no drive
    // loses confirmed saves: somebody may have changed the files.
    expect(doubtsAfter({ computerRestarted: false })).toContainEqual([
      "none",
      "changed-without-cut",
    ]);
    expect(doubtOf(both(withLoss(intact("fsync", 30)), lossy, { cut: { deed: null } }))).toBe(
      "changed-without-cut",
    );
  });

  it('is "not-proven" if the counter of unsafe shutdowns did not rise, even if confirmed saves are missing', () => {
    const lossy = withLoss(intact("none", 30));
    const counting = (before: number, after: number, changes: Partial<CutSigns> = {}) =>
      both(intact("fsync", 30), lossy, {
        cut: { unsafeShutdowns: { before, after, stoodStill: true }, ...changes },
      });
    expect(doubtOf(counting(7, 7))).toBe("drive-kept-power");
    expect(counting(7, 7).outcome).toBe("not-proven");
    expect(doubtOf(counting(7, 8))).toBe(null);
    expect(doubtOf(counting(7, 8, { computerRestarted: null, deed: null }))).toBe(null);
    // The drive's counter outweighs the person's answer, which names a cut in both cases.
    const lost = both(withLoss(intact("fsync", 30)), lossy, {
      cut: { unsafeShutdowns: { before: 7, after: 7, stoodStill: true } },
    });
    expect(doubtOf(lost)).toBe("changed-without-cut");
    expect(lost.outcome).toBe("not-proven");
  });

  it('is "not-proven" if even the saves without a flush survived', () => {
    const result = both(intact("fsync", 30), intact("none", 30));
    expect(result.outcome).toBe("not-proven");
    expect(doubtOf(result)).toBe("control-survived");
  });

  it('is "not-proven" when neither the witness nor the disk knows of a save', () => {
    const result = judge({ found: [intact("fsync", 30)], numbers: [] });
    expect(result.modes[0]).toMatchObject({
      verdict: "not-proven",
      doubt: "nothing-acknowledged",
      provenBy: null,
      windowNs: null,
    });
  });

  it('is "not-proven" for a mode whose last save came before a flush of another mode, and "kept" for that other mode', () => {
    const result = judge({
      found: [intact("fsync", 30), intact("o_dsync", 30, 100)],
      numbers: [
        { mode: "fsync", number: 30 },
        { mode: "o_dsync", number: 30 },
      ],
    });
    expect(result.modes[0]).toMatchObject({
      verdict: "not-proven",
      doubt: "flushed-by-another",
      unaided: 0,
    });
    expect(result.modes[1]).toMatchObject({ verdict: "kept" });
    expect(result.outcome).toBe("kept");
  });

  it("does not assume that saves without a flush helped another mode's saves to reach the drive", () => {
    const result = both(intact("fsync", 30), withLoss(intact("none", 30, 100)));
    expect(doubtOf(result)).toBe(null);
  });

  it('is "not-proven" when a computer that stayed on read the files from its cache, but not after a restart', () => {
    const fromMemory = intact("fsync", 30);
    const cached = { ...fromMemory, log: { ...fromMemory.log, aroundCache: false } };
    const lossy = withLoss(intact("none", 30));
    const unplugged = { deed: "cable", computerRestarted: false, driveLost: true } as const;
    const unproven = both(cached, lossy, { cut: unplugged });
    expect(unproven.outcome).toBe("not-proven");
    expect(doubtOf(unproven)).toBe("read-from-memory");
    const restarted = both(cached, lossy);
    expect(doubtOf(restarted)).toBe(null);
    expect(restarted.readAroundCache).toBe(false);
  });

  it("is replaced by an error if the files of a mode were not read back", () => {
    const modes = [powerCutMode("fsync"), powerCutMode("none")];
    expect(() => judge({ modes, found: [intact("fsync", 30)], numbers: [] })).toThrow(/read back/);
  });
});

describe("the loss that judgePowerCut() measures", () => {
  it("includes missing saves and counts as overtaken those of them that are older than a surviving save", () => {
    const left = intact("fsync", 30);
    const oldest = Math.min(...left.slots.numbers);
    const numbers = left.slots.numbers.map((number) => (number === oldest ? 0 : number));
    const overtaken = { ...left, slots: { ...left.slots, numbers } };
    const acknowledged = [{ mode: "fsync" as const, number: 30 }];
    expect(only(judge({ found: [overtaken], numbers: acknowledged }))).toMatchObject({
      failed: 1,
      reordered: 1,
    });
    const atTheEnd = { ...left, log: places(Array(7).fill({ sectors: [absent] })) };
    const cutShort = only(judge({ found: [atTheEnd], numbers: acknowledged }));
    expect(cutShort.reordered).toBe(cutShort.failed - 1); // the last append, 30, is the newest
  });

  it("is counted up to the last number found on the disk if the witness lagged behind", () => {
    const numbers = [{ mode: "fsync" as const, number: 29 }];
    const newest = { order: 30, elapsedNs: 30_000, returned: numbers };
    const left = { ...withLoss(intact("fsync", 29)), newest };
    const mode = only(
      judge({ found: [left], numbers: [{ mode: "fsync", number: 5 }], elapsedNs: 5_000 }),
    );
    expect(mode).toMatchObject({ verdict: "lost", provenBy: "disk", lostSpanNs: 30_000 - 28_000 });
  });
});

it("a save that another save was overwriting at the cut counts neither as evidence of a cut nor as overtaken nor as lost", () => {
  // Takes the oldest slot, so that saves after it exist.
  const left = intact("none", 30);
  const number = Math.min(...left.slots.numbers);
  const place = left.slots.numbers.indexOf(number);
  // Save 31 was overwriting the slot and was not confirmed yet.
  const sectors = [31, 31, ...Array<number>(14).fill(number)];
  const replacing: PowerCutFound = {
    ...left,
    slots: {
      ...left.slots,
      numbers: left.slots.numbers.map((one) => (one === number ? -1 : one)),
      broken: [{ place, sectors }],
    },
  };
  const result = judge({
    found: [replacing, intact("fsync", 30)],
    numbers: [
      { mode: "none", number: 30 },
      { mode: "fsync", number: 30 },
    ],
    cut: { computerRestarted: null },
    elapsedNs: 50_000,
  });
  expect(result.control).toBe("kept");
  const [none, fsync] = result.modes;
  expect(none).toMatchObject({ counts: { inFlight: 1 }, failed: 0, reordered: 0 });
  expect(none?.lostSpanNs).toBe(null);
  expect(fsync?.doubt).toBe("control-survived");
});

describe("wasRestarted()", () => {
  const written = { writingSince: "2026-11-21T10:00:00.000Z", bootId: "first" };
  const later = "2026-11-21T10:02:00.000Z";
  const earlier = "2026-11-20T08:00:00.000Z";
  const nowMs = Date.parse("2026-11-21T10:10:00.000Z");
  const restarted = (test: Parameters<typeof wasRestarted>[0], boot: Boot) =>
    wasRestarted(test, boot, nowMs);

  it("compares the boot identities, whatever the clock says", () => {
    expect(restarted(written, { id: "first", at: later })).toBe(false);
    expect(restarted(written, { id: "second", at: earlier })).toBe(true);
  });

  it("compares the times of writing and of the last boot if one boot identity is missing", () => {
    const unnamed = { ...written, bootId: null };
    expect(restarted(unnamed, { id: "second", at: later })).toBe(true);
    expect(restarted(unnamed, { id: "second", at: earlier })).toBe(false);
    expect(restarted(unnamed, { id: "second", at: written.writingSince })).toBe(false);
    expect(restarted(written, { id: null, at: later })).toBe(true);
    expect(restarted(written, { id: null, at: earlier })).toBe(false);
  });

  it("returns null if the clock is before the start of the writing and a boot identity is missing, but compares two known identities", () => {
    const fallen = { at: "2015-01-01T00:00:10.000Z", id: null };
    const nowMs = Date.parse("2015-01-01T00:05:00.000Z");
    expect(wasRestarted({ ...written, bootId: null }, fallen, nowMs)).toBe(null);
    expect(wasRestarted(written, { ...fallen, id: "second" }, nowMs)).toBe(true);
    const atOnce = Date.parse(written.writingSince);
    expect(wasRestarted(written, { id: null, at: earlier }, atOnce)).toBe(false);
  });

  it("returns null for a test that never began writing", () => {
    expect(restarted({ writingSince: null, bootId: null }, { id: "first", at: later })).toBe(null);
  });
});
