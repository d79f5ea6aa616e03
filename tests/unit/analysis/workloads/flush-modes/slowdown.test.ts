import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSlowdown, type SlowdownPart } from "#analysis/workloads/flush-modes/slowdown";
import { slowdownSchema } from "#contract/mode-result";

const windowNs = 50_000_000;
const blockBytes = 4096;
const mebibyte = 2 ** 20;

/** A round with windows of 50 ms; `rates` has the saves per second of each. */
function part(round: number, rates: readonly number[], bytesBefore = 0): SlowdownPart {
  let due = 0;
  const operations = rates.map((rate) => {
    const from = Math.floor(due);
    due += (rate * windowNs) / 1e9;
    return Math.floor(due) - from;
  });
  const none = operations.map(() => 0);
  return {
    round,
    bytesBefore,
    elapsedNs: rates.length * windowNs,
    timeline: {
      windowNs,
      operations,
      bytes: operations.map((count) => count * blockBytes),
      slowestNs: none,
      slowestAtNs: none,
    },
  };
}

const steady = (windows: number, rate: number) => new Array<number>(windows).fill(rate);
const bytesOf = ({ timeline }: SlowdownPart) =>
  timeline.bytes.reduce((sum, bytes) => sum + bytes, 0);

describe("findSlowdown()", () => {
  it("returns the bytes written before a change within one round and the rates before and after the change", () => {
    const first = part(0, steady(40, 1900), 64 * mebibyte);
    const second = part(1, [...steady(20, 1900), ...steady(20, 45)], 70 * mebibyte);
    const third = part(2, steady(40, 45), 72 * mebibyte);
    const found = findSlowdown([first, second, third]);
    expect(slowdownSchema.parse(found)).toEqual(found);
    expect((found?.fastPerSecond ?? 0) / 1900).toBeCloseTo(1, 1);
    expect(Math.abs((found?.slowPerSecond ?? 0) / 45 - 1)).toBeLessThan(0.1);
    const trueBytes = 70 * mebibyte + 1900 * blockBytes;
    expect(found?.fastUntilBytes).toBe(found?.slowFromBytes);
    expect((found?.slowFromBytes ?? 0) / trueBytes).toBeCloseTo(1, 2);
  });

  it("computes the rates before and after the change without the time slice in which it happened", () => {
    const slow = steady(40, 25);
    const cases = [300, 1000].map((between) =>
      findSlowdown([
        part(0, steady(40, 1900)),
        part(1, [...steady(20, 1900), between, ...steady(19, 25)]),
        part(2, slow),
      ]),
    );
    for (const found of cases) {
      expect(Math.abs((found?.slowPerSecond ?? 0) / 25 - 1)).toBeLessThan(0.03);
      expect(Math.abs((found?.fastPerSecond ?? 0) / 1900 - 1)).toBeLessThan(0.005);
    }
  });

  it("finds a slowdown even if a busy computer made some of the saves before it slow", () => {
    const busy = steady(120, 0).map(
      (_, window) => [90, 250, 130, 1500, 80][((window / 10) % 5) | 0] ?? 0,
    );
    const found = findSlowdown([part(0, busy), part(1, steady(120, 22)), part(2, steady(120, 22))]);
    expect(found?.fastPerSecond).toBeGreaterThan(300);
    expect(found?.slowPerSecond).toBeLessThan(25);
  });

  it("returns a range of written bytes if the change happened between two rounds, during other writes", () => {
    const first = part(0, steady(40, 1900), 64 * mebibyte);
    const second = part(1, steady(40, 45), 500 * mebibyte);
    expect(findSlowdown([first, second])).toMatchObject({
      fastUntilBytes: 64 * mebibyte + bytesOf(first),
      slowFromBytes: 500 * mebibyte,
    });
  });

  it.each([
    ["a steady drive", [steady(40, 1900), steady(40, 1900), steady(40, 1900)]],
    ["a drive that becomes faster", [steady(40, 45), steady(40, 1900), steady(40, 1900)]],
    ["a fall to a half", [steady(40, 1900), steady(40, 950), steady(40, 950)]],
    ["a drive that recovers", [steady(40, 1900), steady(40, 45), steady(40, 1900)]],
    ["a drive that alternates", [40, 1900, 40, 1900, 40].map((rate) => steady(40, rate))],
    [
      "a fall at the end of the last round only",
      [steady(40, 1900), [...steady(20, 1900), ...steady(20, 45)]],
    ],
    ["a stall in every round", [1, 2, 3].map(() => [...steady(10, 1900), ...steady(100, 0)])],
    ["a drive that stops", [steady(40, 1900), steady(40, 0)]],
    ["a drive that stops after a slow moment", [steady(40, 9000), [300, ...steady(39, 0)]]],
    ["a fast moment at the start", [[...steady(3, 9000), ...steady(37, 900)], steady(40, 900)]],
    [
      "stalls after which the first saves are as quick as ever",
      [
        [...steady(8, 95), ...steady(20, 0)],
        [...steady(1, 400), ...steady(20, 0)],
        [...steady(1, 900), ...steady(20, 0)],
      ],
    ],
    ["less than two seconds of slow saves", [steady(40, 1900), steady(39, 45)]],
    ["a single round", [[...steady(20, 1900), ...steady(20, 45)]]],
    ["a run without rounds", []],
  ])("finds no slowdown in %s", (_, rounds) => {
    expect(findSlowdown(rounds.map((rates, round) => part(round, rates)))).toBeNull();
  });

  it("finds every fall of the rate to a fifth or less that lasts for at least a round", () => {
    const drive = fc.record({
      fast: fc.integer({ min: 600, max: 20_000 }),
      fall: fc.integer({ min: 5, max: 40 }),
      windows: fc.integer({ min: 40, max: 240 }),
      rounds: fc.integer({ min: 3, max: 12 }),
      at: fc.double({ min: 0.3, max: 0.6, noNaN: true }),
    });
    fc.assert(
      fc.property(drive, ({ fast, fall, windows, rounds, at }) => {
        const slow = Math.max(30, fast / fall);
        const from = Math.round(at * rounds * windows);
        const parts = Array.from({ length: rounds }, (_, round) =>
          part(
            round,
            steady(windows, 0).map((_, index) => (round * windows + index < from ? fast : slow)),
          ),
        );
        const found = findSlowdown(parts);
        expect((found?.fastPerSecond ?? 0) / fast).toBeGreaterThan(0.8);
        expect((found?.slowPerSecond ?? 0) / slow).toBeLessThan(1.6);
      }),
    );
  });

  it("finds no slowdown in rates that vary around one level, even if single time slices have no operation", () => {
    const factor = fc.oneof(
      { weight: 9, arbitrary: fc.double({ min: 0.6, max: 1.4, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(0) },
    );
    const round = fc.array(factor, { minLength: 20, maxLength: 60 });
    const rounds = fc.array(round, { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(rounds, fc.integer({ min: 20, max: 5000 }), (factors, rate) => {
        const parts = factors.map((each, number) =>
          part(
            number,
            each.map((value) => value * rate),
          ),
        );
        expect(findSlowdown(parts)).toBeNull();
      }),
    );
  });
});
