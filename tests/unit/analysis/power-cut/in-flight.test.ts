import { describe, expect, it } from "vitest";
import { checkMode } from "#analysis/power-cut/check";
import { isIllegible } from "#analysis/power-cut/fate";
import { nextInSlot, operationOf } from "#analysis/power-cut/schedule";
import { type PowerCutFound, sectorCodes } from "#contract/power-cut/state";
import { powerCutMode, smallLayout } from "../../../helpers/sample-power-cut-test";
import { intact } from "./cut-drives";

const { damaged, unreadable, zero } = sectorCodes;
const last = 30;
const whole = intact("fsync", last);
/** For each slot the first operation after `last` that overwrites it. */
const rewrites = Array.from({ length: 40 }, (_, index) => last + 1 + index)
  .map((number) => ({ number, ...operationOf(smallLayout, true, number) }))
  .filter(({ kind }) => kind === "overwrite")
  .filter(({ place }, index, all) => all.findIndex((one) => one.place === place) === index);

/** The files of the mode, in which this slot cannot be read. */
const withIllegible = (slot: number, changes: Partial<PowerCutFound>): PowerCutFound => ({
  ...whole,
  ...changes,
  slots: {
    ...whole.slots,
    numbers: whole.slots.numbers.map((number, place) => (place === slot ? -1 : number)),
    broken: [{ place: slot, sectors: Array<number>(16).fill(damaged) }],
  },
});

describe('checkMode() gives an illegible record the fate "inFlight"', () => {
  const newest = { order: last, elapsedNs: 30_000, returned: [] };
  /**
   * The numbers of the operations that may have been in progress at the cut, by what is known about
   * its time.
   */
  const excused = (
    cutAtNs: number | null,
    paceNs = 1000,
    left: Partial<PowerCutFound> = { newest },
  ) =>
    rewrites
      .filter(({ place }) => {
        const found = withIllegible(place, left);
        const layout = { ...smallLayout, paceNs };
        const checked = checkMode(layout, powerCutMode("fsync"), last, found, cutAtNs);
        return checked.some(({ fate }) => fate === "inFlight");
      })
      .map(({ number }) => number);
  const upTo = (end: number) =>
    rewrites.filter(({ number }) => number <= end).map(({ number }) => number);

  it("if an operation that the pace allows before the cut, or the next operation, overwrites the record", () => {
    expect(excused(33_000)).toEqual(upTo(34));
    expect(excused(33_001)).toEqual(upTo(35));
    expect(excused(30_000)).toEqual(upTo(31));
  });

  it("if the very next operation overwrites the record, even if the cut seems older than the newest record", () => {
    expect(excused(20_000)).toEqual(upTo(31));
  });

  it("if the record is overwritten within as many operations as the file has positions, even if the cut came much later", () => {
    const all = upTo(last + smallLayout.slotCount);
    expect(all.length).toBeLessThan(rewrites.length);
    expect(excused(1_000_000)).toEqual(all);
  });

  it("if the record is overwritten within as many operations as the file has positions, even if cut time, newest record or pace is unknown", () => {
    const all = upTo(last + smallLayout.slotCount);
    expect(excused(null)).toEqual(all);
    expect(excused(31_000, 1000, { newest: null })).toEqual(all);
    expect(excused(31_000, 0)).toEqual(all);
    expect(excused(30_000, 0)).toEqual(all);
  });
});

describe("checkMode()", () => {
  const recordsOf = (slot: number, changes: Partial<PowerCutFound["slots"]>) => {
    const left = { ...whole, slots: { ...whole.slots, ...changes } };
    const checked = checkMode(smallLayout, powerCutMode("fsync"), last, left, null);
    const number = whole.slots.numbers[slot];
    return checked.find((one) => one.number === number);
  };

  it("returns the record with its order and time if the record position holds the expected record", () => {
    const number = whole.slots.numbers[0] ?? 0;
    expect(recordsOf(0, {})).toMatchObject({
      fate: "survived",
      record: { order: number + 1, elapsedNs: number * 1000 },
    });
  });

  it("returns no record if the record position holds a later or a broken record", () => {
    const later = whole.slots.numbers.map((number, place) => (place === 0 ? 99 : number));
    expect(recordsOf(0, { numbers: later })).toMatchObject({ fate: "survived", record: null });
    const broken = withIllegible(0, {}).slots;
    expect(recordsOf(0, broken)).toMatchObject({ record: null });
  });
});

it("nextInSlot() returns the next operation up to the given end that overwrites the record position, or null", () => {
  for (const { number, place } of rewrites) {
    expect(nextInSlot(smallLayout, true, place, last, 70)).toBe(number);
    expect(nextInSlot(smallLayout, true, place, last, number)).toBe(number);
    expect(nextInSlot(smallLayout, true, place, last, number - 1)).toBeNull();
    // The search begins after the given operation.
    expect(nextInSlot(smallLayout, true, place, number, 70)).toBeGreaterThan(number);
  }
  // Operation 2 is not the next one in slot 0: it appends to the log, at index 0 as well.
  expect(nextInSlot(smallLayout, true, 0, 1, 70)).toBe(7);
});

describe("isIllegible()", () => {
  const meeting = { number: 50, blocks: 1, next: 61 };
  const of = (...sectors: number[]) => isIllegible({ sectors }, meeting);

  it("returns true if a record position holds damaged or unreadable sectors and otherwise only sectors of the old and the new record", () => {
    expect(of(...Array<number>(8).fill(damaged))).toBe(true);
    expect(of(damaged, 50, 50, 50, 50, 50, 50, 50)).toBe(true);
    expect(of(61, 61, unreadable, 61, 50, 50, 50, 50)).toBe(true);
  });

  it("returns false if a record position holds no damaged sector, or zeros or a sector of a third record", () => {
    expect(of(61, 61, 61, 61, 50, 50, 50, 50)).toBe(false);
    expect(of(damaged, 40, 50, 50, 50, 50, 50, 50)).toBe(false);
    expect(of(damaged, zero, 50, 50, 50, 50, 50, 50)).toBe(false);
    expect(of(damaged, 62, 50, 50, 50, 50, 50, 50)).toBe(false);
  });

  it("ignores sectors behind the end of the record", () => {
    const behind = Array<number>(8).fill(7);
    expect(of(...Array<number>(8).fill(damaged), ...behind)).toBe(true);
    expect(of(50, 50, 50, 50, 50, 50, 50, 50, damaged)).toBe(false);
  });
});
