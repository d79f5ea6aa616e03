import { describe, expect, it } from "vitest";
import { sectorCodes } from "#contract/power-cut/state";
import {
  found,
  named,
  places,
  powerCutMode,
  smallLayout,
} from "../../../helpers/sample-power-cut-test";
import { intact, judge, only, withLoss } from "./cut-drives";

/** Traces in the remaining files, and what they show about the saves that are missing. */

const { absent } = sectorCodes;
const held = (number: number) => [{ mode: "fsync" as const, number }];
const nothing = (count: number) => places(Array(count).fill({ sectors: [absent] }));
/**
 * Files of a mode in which only the named files are left. Of 24 operations the 16th creates the
 * first file and the 24th renames it.
 */
const namesAlone = (...names: ReturnType<typeof named>[]) =>
  found("fsync", { slots: nothing(smallLayout.slotCount), log: nothing(6), names });
const judgedAt = (number: number, left: ReturnType<typeof found>) =>
  only(judge({ found: [left], numbers: held(number) }));

describe("judgePowerCut() counts a failed save as overtaken", () => {
  it("by a later renaming of a file that survived", () => {
    const renamed = judgedAt(24, namesAlone(named("1.renamed", { number: 16 })));
    // Everything but the renaming is missing, and all of it came before the renaming.
    expect(renamed).toMatchObject({ failed: 13, reordered: 13, counts: { lost: 13, survived: 1 } });
  });

  it("by a later creation of a file that survived", () => {
    const created = judgedAt(23, namesAlone(named("1.created", { number: 16 })));
    const failed = judgedAt(23, namesAlone());
    expect(created.failed).toBe(failed.failed - 1);
    expect(created.reordered).toBeGreaterThan(0);
    // Saves after the creation of the file do not count as overtaken by it.
    expect(created.reordered).toBeLessThan(created.failed);
    expect(failed.reordered).toBe(0);
  });

  it("by a renaming only if the renamed file holds the record of the save that created the file", () => {
    for (const content of [{ number: 0 }, { sectors: [absent] }]) {
      expect(judgedAt(24, namesAlone(named("1.renamed", content))).reordered).toBe(0);
    }
  });

  it("only by a later save, and not by its own file that remains under two names", () => {
    const whole = intact("fsync", 24);
    const both = [named("1.created", { number: 16 }), named("1.renamed", { number: 16 })];
    expect(judgedAt(24, { ...whole, names: both })).toMatchObject({
      counts: { nameBoth: 1 },
      failed: 1,
      reordered: 0,
    });
  });
});

describe("judgePowerCut() counts a save as helped by a flush of another mode", () => {
  const both = (other: ReturnType<typeof found>) =>
    judge({
      found: [intact("fsync", 30), other],
      numbers: [...held(30), { mode: "o_dsync", number: 16 }],
    }).modes[0];

  it("even if only a created file of the other mode remains", () => {
    const file = named("1.created", { number: 16, order: 100 });
    expect(both(found("o_dsync", { names: [file] }))).toMatchObject({
      doubt: "flushed-by-another",
      unaided: 0,
    });
  });

  it("unless the save came after the last remaining save of the other mode", () => {
    // The order numbers of the first mode end with 31.
    const file = (order: number) => named("1.created", { number: 16, order });
    expect(both(found("o_dsync", { names: [file(31)] }))?.unaided).toBe(0);
    expect(both(found("o_dsync", { names: [file(30)] }))?.unaided).toBe(1);
    expect(both(found("o_dsync", { names: [file(29)] }))?.unaided).toBe(2);
  });
});

describe("judgePowerCut()", () => {
  it("counts each save of a missing folder that no later save replaced as lost or as a missing file name", () => {
    const { counts, failed, unaided, reordered } = judgedAt(30, found("fsync", { missing: true }));
    expect(counts).toEqual({
      acknowledged: 30,
      replaced: 14,
      inFlight: 0,
      survived: 0,
      lost: 15,
      stale: 0,
      torn: 0,
      corrupted: 0,
      misplaced: 0,
      unreadable: 0,
      nameMissing: 1,
      nameOld: 0,
      nameBoth: 0,
    });
    expect({ failed, unaided, reordered }).toEqual({ failed: 16, unaided: 0, reordered: 0 });
  });

  it("counts each save of an unreadable folder that no later save replaced as unreadable, and the whole time as lost", () => {
    const left = { ...intact("fsync", 30), fault: "readdir: EIO, Input/output error" };
    const mode = only(judge({ found: [left], numbers: held(30), elapsedNs: 50_000 }));
    expect(mode).toMatchObject({ counts: { survived: 0, unreadable: 16 }, unaided: 0 });
    expect(mode.lostSpanNs).toBe(50_000);
  });
});

describe("the lost time", () => {
  it("begins at the newest surviving save before the first missing one, even if later saves survived", () => {
    const left = intact("fsync", 29);
    const ages = [...left.slots.numbers].sort((a, b) => a - b);
    const [, second = 0, third = 0] = ages;
    const lost = [second, ages.at(-1) ?? 0];
    const numbers = left.slots.numbers.map((number) => (lost.includes(number) ? 0 : number));
    const mode = only(
      judge({
        found: [{ ...left, slots: { ...left.slots, numbers } }],
        numbers: held(29),
        elapsedNs: 50_000,
      }),
    );
    expect(mode).toMatchObject({ failed: 2, counts: { lost: 2 } });
    // The save before the lost ones is a slot, a log record or the creation of the file (16).
    const before = [...left.slots.numbers, ...left.log.numbers, 16].filter((n) => n < second);
    expect(mode.lostSpanNs).toBe(50_000 - Math.max(...before) * 1000);
    expect(third).toBeGreaterThan(second);
  });

  it("is not known when neither the witness nor the disk shows when the last save was confirmed", () => {
    expect(judgedAt(29, withLoss(intact("fsync", 29))).lostSpanNs).toBeNull();
  });

  it("begins at the newest confirmed save that survived, even if a record position holds a later save that was not confirmed", () => {
    const left = withLoss(intact("fsync", 29));
    const first = Math.min(...left.slots.numbers.filter((number) => number > 0));
    const numbers = left.slots.numbers.map((number) => (number === first ? 33 : number));
    const later = { ...left, slots: { ...left.slots, numbers } };
    const mode = only(judge({ found: [later], numbers: held(29), elapsedNs: 50_000 }));
    expect(mode).toMatchObject({ failed: 1, lostSpanNs: 50_000 - 28_000 });
  });

  it("ends with the failed operation if the engine recorded one", () => {
    const ending = { numbers: held(29), failedAtNs: 41_000, longestNs: 9 };
    const mode = only(
      judge({ found: [withLoss(intact("fsync", 29))], numbers: [], elapsedNs: 50_000, ending }),
    );
    expect(mode.lostSpanNs).toBe(41_000 - 28_000);
  });
});

it("the mode without a flush has no result as a control if none of its saves was confirmed, even if its files are gone", () => {
  const result = judge({
    found: [withLoss(intact("none", 30)), intact("fsync", 30)],
    numbers: held(30),
  });
  expect(result.control).toBeNull();
  expect(result.modes[1]).toMatchObject({ verdict: "kept" });
});

describe("judgePowerCut()", () => {
  it("counts no failures of a mode that the system refused, even if the person typed save numbers for that mode", () => {
    const modes = [powerCutMode("fsync", { refusal: "openat: EINVAL" })];
    const result = only(
      judge({ modes, found: [found("fsync", { missing: true })], numbers: held(30) }),
    );
    expect(result).toMatchObject({
      verdict: "unavailable",
      doubt: null,
      failed: 0,
      reordered: 0,
      unaided: 0,
    });
    expect(result.counts).toMatchObject({
      acknowledged: 30,
      replaced: 30,
      lost: 0,
      nameMissing: 0,
    });
  });

  it("reports the guarantee of a mode that the system does not have as unknown", () => {
    const result = only(
      judge({
        found: [intact("f_fullfsync", 30)],
        numbers: [{ mode: "f_fullfsync", number: 30 }],
      }),
    );
    expect(result).toMatchObject({ guarantee: "unknown", lossExpected: true });
  });
});
