import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TimelinePart, timelinePoints, worstWindow } from "#analysis/timeline";

const ms = 1e6;

interface Operation {
  readonly endNs: number;
  readonly latencyNs: number;
}

/** The timeline that the engine would record for these operations of 4 KiB each. */
function part(operations: readonly Operation[], elapsedNs: number, round = 0): TimelinePart {
  const windowNs = 10 * ms;
  const windows = Math.floor(elapsedNs / windowNs) + 1;
  const timeline = {
    windowNs,
    operations: new Array<number>(windows).fill(0),
    bytes: new Array<number>(windows).fill(0),
    slowestNs: new Array<number>(windows).fill(0),
    slowestAtNs: new Array<number>(windows).fill(0),
  };
  for (const { endNs, latencyNs } of operations) {
    const window = Math.floor(endNs / windowNs);
    timeline.operations[window] = (timeline.operations[window] ?? 0) + 1;
    timeline.bytes[window] = (timeline.bytes[window] ?? 0) + 4096;
    if (latencyNs > (timeline.slowestNs[window] ?? 0)) {
      timeline.slowestNs[window] = latencyNs;
      timeline.slowestAtNs[window] = endNs - latencyNs;
    }
  }
  return { round, elapsedNs, timeline };
}

/** Operations with these latencies, one after the other. */
function chain(latenciesNs: readonly number[], round = 0): TimelinePart {
  let endNs = 0;
  const operations = latenciesNs.map((latencyNs) => {
    endNs += latencyNs;
    return { endNs, latencyNs };
  });
  return part(operations, endNs, round);
}

const steady = (count: number, latencyNs = 2 * ms) => new Array<number>(count).fill(latencyNs);

describe("worstWindow()", () => {
  it("returns a stall from its beginning to its end", () => {
    const stalled = chain([...steady(100), 1000 * ms, ...steady(100)], 3);
    expect(worstWindow([chain(steady(300), 2), stalled])).toEqual({
      round: 3,
      startNs: 200 * ms,
      elapsedNs: 1000 * ms,
      operations: 1,
      slowestNs: 1000 * ms,
    });
  });

  it("returns a window within the slow period if a drive slows down without a stall", () => {
    const worst = worstWindow([chain([...steady(250), ...steady(20, 20 * ms), ...steady(250)])]);
    expect(worst?.startNs).toBeGreaterThanOrEqual(500 * ms);
    expect(worst?.startNs).toBeLessThan(900 * ms);
    expect(worst).toMatchObject({ elapsedNs: 100 * ms, operations: 5, slowestNs: 20 * ms });
  });

  it("ignores the partial window at the end", () => {
    const worst = worstWindow([chain([...steady(100, 5 * ms), 3 * ms])]);
    expect(worst).toMatchObject({ elapsedNs: 100 * ms, slowestNs: 5 * ms });
    expect(worst?.operations).toBeGreaterThanOrEqual(19);
  });

  it("returns null if the operations do not fill a whole window", () => {
    expect(worstWindow([])).toBeNull();
    expect(worstWindow([chain(steady(3))])).toBeNull();
  });
});

describe("timelinePoints()", () => {
  it("keeps each round's operations, bytes, time and slowest latency in at most 240 points plus one per round", () => {
    const latencies = fc.array(fc.integer({ min: 1, max: 400 * ms }), {
      minLength: 1,
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.array(latencies, { minLength: 1, maxLength: 12 }), (rounds) => {
        const parts = rounds.map((round, index) => chain(round, index));
        const points = timelinePoints(parts);
        expect(points.length).toBeLessThanOrEqual(240 + rounds.length);
        rounds.forEach((round, index) => {
          const own = points.filter((point) => point.round === index);
          const total = (pick: (point: (typeof own)[number]) => number) =>
            own.reduce((sum, point) => sum + pick(point), 0);
          expect(total((point) => point.operations)).toBe(round.length);
          expect(total((point) => point.bytes)).toBe(round.length * 4096);
          expect(total((point) => point.elapsedNs)).toBe(parts[index]?.elapsedNs);
          expect(Math.max(...own.map(({ slowestNs }) => slowestNs ?? 0))).toBe(Math.max(...round));
          const [{ elapsedNs: wholeNs } = { elapsedNs: 0 }, ...later] = own;
          expect(later.every(({ elapsedNs }) => elapsedNs >= wholeNs)).toBe(true);
        });
      }),
    );
  });

  it("adds no point for the microseconds by which a round exceeds its time", () => {
    const points = timelinePoints([chain([...steady(10), 2.003 * ms])]);
    expect(points.map(({ operations }) => operations)).toEqual([4, 7]);
    expect(points.map(({ elapsedNs }) => elapsedNs)).toEqual([10 * ms, 12.003 * ms]);
  });

  it("sets the slowest latency of a point to null when no operation ended in that time", () => {
    const [first, second] = timelinePoints([chain([35 * ms])]);
    expect(first).toMatchObject({ operations: 0, slowestNs: null, slowestAtNs: null });
    expect(second).toMatchObject({ operations: 0, slowestNs: null });
  });
});
