import { describe, expect, it } from "vitest";
import { heatOfSaves, nsSince } from "#analysis/health/heat";
import { heatOfLongWrite } from "#analysis/workloads/sustained-write/heat";

/**
 * The bounds of what the verdict calls throttling: each test takes a value on either side of a
 * bound.
 */

const second = 1e9;
const limitCelsius = 84;
type Samples = readonly (readonly [second: number, celsius: number])[];
type Write = Parameters<typeof heatOfLongWrite>[0];

interface Options {
  readonly startS?: number;
  readonly seconds?: number;
  /** Gigabytes per second in each second of the write. */
  readonly rateAt?: (at: number) => number;
  /** The second of the write at which findCliff() found the cliff; by default that of the fall. */
  readonly cliffAt?: number;
}

/**
 * A write at 2 GB/s until `fallS` and at 0.5 GB/s from then on, with one measuring point per
 * second.
 */
function writeOf(fallS: number, samples: Samples, options: Options = {}): Write {
  const { startS = 0, seconds = 200, cliffAt = fallS - startS } = options;
  const { rateAt = (at: number) => (at < fallS - startS ? 2 : 0.5) } = options;
  return {
    temperatures: samples.map(([at, celsius]) => ({ ns: at * second, celsius })),
    temperatureLimitCelsius: limitCelsius,
    sustained: {
      systemCall: "pwrite",
      reason: null,
      startNs: startS * second,
      settleNs: null,
      bytes: 0,
      elapsedNs: seconds * second,
      bytesPerSecond: null,
      endedBy: "time",
      worstWindow: null,
      points: Array.from({ length: seconds }, (_, at) => ({
        startNs: at * second,
        elapsedNs: second,
        operations: 1,
        slowestNs: 0,
        bytes: rateAt(at) * 1e9,
      })),
      cliff: {
        afterBytes: 0,
        afterNs: cliffAt * second,
        fastBytesPerSecond: 2e9,
        slowBytesPerSecond: 0.5e9,
      },
    } as NonNullable<Write["sustained"]>,
  };
}
const heat = (...given: Parameters<typeof writeOf>) => heatOfLongWrite(writeOf(...given));

/** Temperatures sampled every five seconds. */
const sampled = (celsiusAt: (second: number) => number, until = 200): Samples =>
  Array.from({ length: until / 5 + 1 }, (_, index) => [index * 5, celsiusAt(index * 5)]);
/** Temperatures of 60 °C and, from `moment` on, of `celsius`. */
const from = (moment: number, celsius: number) => sampled((at) => (at >= moment ? celsius : 60));
const none = { state: "none" };
const near = (celsius: number) => ({ state: "near-limit", celsius, limitCelsius });
const atLimit = (celsius: number) => ({ state: "at-limit", celsius, limitCelsius });

describe("the heat at a fall in speed", () => {
  it('has the state "none" without a fall, its time, a temperature trace or a limit, and "not-known" if the trace is empty', () => {
    const whole = writeOf(60, from(50, 84));
    expect(heatOfLongWrite(whole)).toEqual(atLimit(84));
    const sustained = whole.sustained as NonNullable<Write["sustained"]>;
    const parts: Partial<Write>[] = [
      { sustained: null },
      { sustained: { ...sustained, cliff: null } },
      { sustained: { ...sustained, startNs: null } },
      { sustained: { ...sustained, points: [] } },
      { temperatures: null },
      { temperatureLimitCelsius: null },
    ];
    for (const part of parts) {
      expect(heatOfLongWrite({ ...whole, ...part })).toEqual(none);
    }
    expect(heatOfLongWrite({ ...whole, temperatures: [] })).toEqual({ state: "not-known" });
    const early = { ...writeOf(20, from(0, 84)), temperatureLimitCelsius: null };
    expect(heatOfLongWrite(early)).toEqual(none);
  });

  it("is known only if a sample lies at most 12 s before the fall, or 2.4 usual sampling intervals if these are longer", () => {
    const without = (samples: Samples, after: number, until: number) =>
      samples.filter(([at]) => at <= after || at >= until);
    const hot = from(40, 84);
    expect(heat(57, without(hot, 45, 61))).toEqual(atLimit(84));
    expect(heat(58, without(hot, 45, 61))).toEqual({ state: "not-known" });
    const slowly = hot.filter(([at]) => at % 10 === 0);
    expect(heat(64, without(slowly, 40, 80))).toEqual(atLimit(84));
    expect(heat(65, without(slowly, 40, 80))).toEqual({ state: "not-known" });
    // The usual interval between samples is the median, wherever the long interval is.
    const middle = without(from(40, 84), 65, 80).filter(([at]) => at >= 40 && at <= 105);
    expect(heat(79, middle)).toEqual({ state: "not-known" });
    // Samples that begin after the fall say nothing about it.
    expect(
      heat(
        60,
        hot.filter(([at]) => at > 60),
      ),
    ).toEqual({ state: "not-known" });
    // The last sample before the fall counts even if no sample follows.
    expect(
      heat(
        62,
        hot.filter(([at]) => at <= 60),
      ),
    ).toEqual(atLimit(84));
  });

  it("is a possible reason for the fall only if a sample just before or after the fall is at most five degrees below the limit", () => {
    expect(heat(62, from(50, 79))).toEqual(near(79));
    expect(heat(62, from(50, 78))).toEqual(none);
    expect(heat(62, from(65, 79))).toEqual(near(79));
    expect(heat(62, from(65, 78))).toEqual(none);
    expect(heat(62, from(70, 84))).toEqual(none);
    // After a gap in the samples it is not known when the drive became hot.
    const gap = from(65, 84).filter(([at]) => at <= 60 || at > 72);
    expect(heat(62, gap)).toEqual(none);
    const next = (at: number) => [...gap.filter(([before]) => before <= 60), [at, 84]] as Samples;
    expect(heat(62, next(72))).toEqual(near(84));
    expect(heat(62, next(73))).toEqual(none);
  });

  it("is known, with samples 40 s apart, only if the sample that shows the heat lies at most 12 s from the fall", () => {
    const sparse: Samples = [0, 40, 80, 120, 160].map((at) => [at, at < 80 ? 60 : 84]);
    expect(heat(68, sparse)).toEqual(near(84));
    expect(heat(67, sparse)).toEqual({ state: "not-known" });
    expect(heat(45, sparse)).toEqual({ state: "not-known" });
  });

  it("counts as at the limit only if a recent sample or the rounded temperature at the fall reaches the limit", () => {
    const course = (before: number, after: number) =>
      heat(
        62,
        sampled((at) => (at < 55 ? 60 : at <= 60 ? before : after)),
      );
    // Temperatures are whole degrees: 83 may be 83.4 at the moment of the fall.
    expect(course(83, 84)).toEqual(near(84));
    expect(course(83, 85)).toEqual(atLimit(84));
    expect(course(84, 75)).toEqual(atLimit(84));
    expect(course(83, 83)).toEqual(near(83));
    // A sample at the moment of the fall counts as one before it.
    expect(heat(60, from(60, 84))).toEqual(atLimit(84));
    // The drive was at its limit at the last sample but one before the fall.
    const flickering = sampled((at) => (at < 55 ? 60 : at === 55 ? 84 : 83));
    expect(heat(62, flickering)).toEqual(atLimit(83));
    // The drive was at its limit long before this write began, and cool since then.
    const earlier = sampled((at) => (at === 10 ? 84 : at < 55 ? 60 : 83));
    expect(heat(62, earlier, { startS: 25 })).toEqual(near(83));
    expect(course(82, 82)).toEqual(near(82));
    // The drive reaches its limit only at the second sample after the fall: too late to explain the
    // fall.
    expect(
      heat(
        62,
        sampled((at) => (at < 55 ? 60 : at < 70 ? 83 : 84)),
      ),
    ).toEqual(near(83));
  });

  it("is the reason for the fall only if the drive became hot at most 30 s before it and at most 12 s after a cooler sample", () => {
    expect(heat(70, from(40, 84), { startS: 60 })).toEqual(atLimit(84));
    expect(heat(71, from(40, 84), { startS: 60 })).toEqual(near(84));
    // The drive was hot before the first sample.
    const early = from(0, 84);
    expect(heat(20, early)).toEqual(near(84));
    const twelve: Samples = [...from(50, 84).filter(([at]) => at <= 35), [38, 60]];
    expect(heat(62, [...twelve, [50, 84], [55, 84], [60, 84]])).toEqual(atLimit(84));
    expect(heat(62, [...twelve, [51, 84], [56, 84], [61, 84]])).toEqual(near(84));
    // The drive was hot after a gap in the samples, so it is not known for how long.
    const gap = from(40, 84).filter(([at]) => at < 20 || at > 35);
    expect(heat(50, gap)).toEqual(near(84));
    expect(
      heat(
        50,
        from(40, 84).filter(([at]) => at <= 30 || at > 35),
      ),
    ).toEqual(atLimit(84));
  });

  it("is not the reason for the fall if the same write was still fast at about this heat more than 30 s earlier", () => {
    // Temperatures that reach `celsius` only once, at `moment` while the write is fast, and are at
    // the limit from 90 s on.
    const once = (celsius: number, moment: number) =>
      sampled((at) => (at === moment ? celsius : at >= 90 ? 84 : 60));
    expect(heat(100, once(83, 40))).toEqual(none);
    expect(heat(100, once(82, 40))).toEqual(atLimit(84));
    expect(heat(100, once(84, 65))).toEqual(none);
    expect(heat(100, once(84, 70))).toEqual(atLimit(84));
    // Heat before the start of this write does not count.
    expect(heat(100, once(84, 40), { startS: 50 })).toEqual(atLimit(84));
    expect(heat(100, once(84, 50), { startS: 50 })).toEqual(none);
    // If the drive is below its limit at the fall, an equal temperature while the write was fast
    // suffices.
    const warm = (celsius: number) => sampled((at) => (at === 40 ? celsius : at >= 90 ? 80 : 60));
    expect(heat(100, warm(80))).toEqual(none);
    expect(heat(100, warm(79))).toEqual(near(80));
  });
});

describe("the limit reached between two samples", () => {
  const course = (fallS: number, earlier: number, before: number, after: number) =>
    heat(
      fallS,
      sampled((at) => (at < 55 ? 50 : at < 60 ? earlier : at === 60 ? before : after)),
    );

  it("counts as reached if the temperature interpolated at the fall rounds to the limit or more", () => {
    // Interpolated from 73 at 60 s to 88 at 65 s: 82 at 63 s, and 85 at 64 s.
    expect(course(63, 73, 73, 88)).toEqual(near(88));
    expect(course(64, 73, 73, 88)).toEqual(atLimit(85));
    // Interpolated from 79 to 84: exactly 83 at 64 s.
    expect(course(64, 79, 79, 84)).toEqual(near(84));
    expect(course(63, 79, 79, 84)).toEqual(near(84));
  });

  it("counts as reached if the earlier warming, continued to the fall, rounds to the limit that the next sample reaches", () => {
    // 72 at 55 s and 82 at 60 s are 2 degrees per second: 84 at 61 s.
    expect(course(61, 72, 82, 84)).toEqual(atLimit(84));
    expect(course(61, 72, 82, 90)).toEqual(atLimit(84));
    // 76 at 55 s and 81 at 60 s are 1 degree per second: 83 at 62 s, and 84 at 63 s.
    expect(course(62, 76, 81, 84)).toEqual(near(84));
    expect(course(63, 76, 81, 84)).toEqual(atLimit(84));
    expect(course(61, 76, 81, 84)).toEqual(near(84));
    expect(course(61, 72, 82, 83)).toEqual(near(83));
    // The drive reached its limit one sample later than the sample after the fall.
    const slower = sampled((at) => (at < 55 ? 50 : ({ 55: 72, 60: 82, 65: 83 }[at] ?? 84)));
    expect(heat(61, slower)).toEqual(near(83));
    // Without a sample before the one at the fall, the rate of warming is not known.
    const two = sampled((at) => (at === 60 ? 82 : 84)).filter(([at]) => at >= 60);
    expect(heat(61, two)).toEqual(near(84));
  });
});

describe("the doubt about heat as the reason for the fall", () => {
  /**
   * A drive at its limit from 50 s on whose speed falls at 60 s, with these temperatures after 65
   * s.
   */
  const cooling = (celsiusAt: (at: number) => number, options: Options = {}) =>
    heat(
      60,
      sampled((at) => (at < 50 ? 60 : at <= 65 ? 84 : celsiusAt(at))),
      options,
    );

  it("requires that the drive cooled down to more than ten degrees below its limit", () => {
    expect(cooling(() => 74)).toEqual(atLimit(84));
    expect(cooling(() => 73)).toEqual(near(84));
    expect(cooling((at) => (at < 100 ? 73 : 70 + (at % 10) / 5))).toEqual(near(84));
  });

  it("requires that the drive stayed cool to the end of the write", () => {
    expect(cooling((at) => (at === 150 ? 74 : 70))).toEqual(atLimit(84));
    expect(cooling((at) => (at < 100 ? 80 : 70))).toEqual(near(84));
    expect(cooling((at) => (at === 70 ? 68 : 72))).toEqual(near(84));
    expect(cooling((at) => (at < 150 ? 70 : 84), { seconds: 150 })).toEqual(atLimit(84));
    // Temperatures after the end of the write do not count.
    expect(cooling((at) => (at <= 150 ? 70 : 84), { seconds: 150 })).toEqual(near(84));
    expect(cooling((at) => (at <= 150 ? 70 : 60), { seconds: 150 })).toEqual(near(84));
  });

  it("requires that the drive wrote for at least 30 s after it had cooled down", () => {
    expect(cooling(() => 70, { seconds: 100 })).toEqual(near(84));
    expect(cooling(() => 70, { seconds: 99 })).toEqual(atLimit(84));
  });

  it("requires that the drive was slow on average from the time it had cooled down to the end of the write", () => {
    const rates = (share: number) => (at: number) =>
      at < 60 ? 2 : at < 70 ? 0.5 : at < 70 + 130 * share ? 2 : 0.5;
    // The bound is 1 GB/s, the geometric mean of the fast and the slow speed; these averages are
    // 0.95 and 1.1 GB/s.
    expect(cooling(() => 70, { rateAt: rates(0.3) })).toEqual(near(84));
    expect(cooling(() => 70, { rateAt: rates(0.4) })).toEqual(atLimit(84));
    // The speed while the drive was hot does not count; from 70 s on every measuring point counts.
    const cooled = (first: number, rest: number) => (at: number) =>
      at < 60 ? 2 : at < 70 ? 0.5 : at === 70 ? first : rest;
    expect(cooling(() => 70, { rateAt: cooled(1.01, 1.01) })).toEqual(atLimit(84));
    expect(cooling(() => 70, { rateAt: cooled(1, 1) })).toEqual(atLimit(84));
    expect(cooling(() => 70, { rateAt: cooled(0.5, 1) })).toEqual(near(84));
  });

  it("requires that at least one interval between two progress marks began while the drive was cool", () => {
    const write = writeOf(
      60,
      sampled((at) => (at < 50 ? 60 : at <= 65 ? 84 : 70)),
    );
    const sustained = write.sustained as NonNullable<Write["sustained"]>;
    const [last] = sustained.points.slice(60);
    const points = [...sustained.points.slice(0, 60), { ...last, elapsedNs: 140 * second }];
    const oneStretch = { ...write, sustained: { ...sustained, points } } as Write;
    expect(heatOfLongWrite(oneStretch)).toEqual(atLimit(84));
  });
});

describe("the moment of the fall", () => {
  // The drive is at its limit from 60 s on: a fall at 58 s comes before that, one at 62 s after.
  const hot = from(60, 84);

  it("is the point at which the speed between progress marks falls, even if findCliff() returned another point", () => {
    for (const cliffAt of [55, 61, 70, 199]) {
      expect(heat(62, hot, { cliffAt })).toEqual(atLimit(84));
      expect(heat(52, hot, { cliffAt })).toEqual(none);
    }
  });

  it("does not lie at a short dip long before the lasting fall", () => {
    const dip = { rateAt: (at: number) => ((at >= 20 && at < 23) || at >= 62 ? 0.5 : 2) };
    expect(heat(62, hot, dip)).toEqual(atLimit(84));
  });

  it("is measured from the beginning of the write", () => {
    expect(heat(62, hot, { startS: 30, cliffAt: 38 })).toEqual(atLimit(84));
    expect(heat(52, hot, { startS: 30, cliffAt: 28 })).toEqual(none);
  });

  it("follows the last interval that was at least as fast as the geometric mean of the fast and the slow speed", () => {
    const middle = (rate: number) => ({
      rateAt: (at: number) => (at < 52 ? 2 : at < 62 ? rate : 0.5),
    });
    expect(heat(62, hot, middle(1))).toEqual(atLimit(84));
    expect(heat(62, hot, middle(0.99))).toEqual(none);
  });

  it('is unknown, so that the heat has the state "none", if the write was never fast or never slow', () => {
    expect(heat(62, hot, { rateAt: () => 2 })).toEqual(none);
    expect(heat(62, from(180, 84), { rateAt: () => 2 })).toEqual(none);
    expect(heat(62, hot, { rateAt: () => 0.5 })).toEqual(none);
    expect(heat(62, from(0, 84), { rateAt: () => 0.5 })).toEqual(none);
  });
});

describe("the heat at slower saves", () => {
  type Saves = Parameters<typeof heatOfSaves>;
  const begin = "2026-01-01T12:00:00.000Z";
  const later = (seconds: number) => new Date(Date.parse(begin) + seconds * 1000).toISOString();
  const report = (samples: Samples): Saves[2] => ({
    startedAt: begin,
    temperatures: samples.map(([at, celsius]) => ({ ns: at * second, celsius })),
    temperatureLimitCelsius: limitCelsius,
  });

  /** Rounds of 2 s every 20 s with one window per second; `operations` of each round's windows. */
  function savesOf(operations: readonly number[], more: object[] = []): Saves[0] {
    const rounds = operations.map((_, round) => ({ round, startedAt: later(10 + 20 * round) }));
    const timeline = operations.flatMap((count, round) =>
      [0, 1].map((at) => ({
        round,
        startNs: at * second,
        elapsedNs: second,
        operations: count,
        bytes: 0,
        slowestNs: 0,
      })),
    );
    return { rounds, timeline: [...timeline, ...more] } as unknown as Saves[0];
  }
  const slowdown = { fastUntilBytes: 0, slowFromBytes: 0, fastPerSecond: 1000, slowPerSecond: 100 };
  const saves = (samples: Samples, ...given: Parameters<typeof savesOf>) =>
    heatOfSaves(savesOf(...given), slowdown, report(samples));
  const falling = [1000, 1000, 1000, 100, 100];

  it("is the heat at the start of the first slow round", () => {
    // The rounds begin at 10, 30, 50, 70 and 90 s: the fall is at 70 s, and fast work ends at 52 s.
    expect(saves(from(70, 84), falling)).toEqual(atLimit(84));
    expect(saves(from(75, 84), falling)).toEqual(near(84));
    expect(saves(from(80, 84), falling)).toEqual(none);
    expect(saves(from(10, 84), falling)).toEqual(none);
    expect(saves(from(20, 84), falling)).toEqual(near(84));
  });

  it("is not the reason for slower saves if the drive was as hot during a fast round", () => {
    const once = (moment: number): Samples =>
      [...from(70, 84), [moment, 84] as const].sort(([one], [other]) => one - other);
    expect(saves(once(12), falling)).toEqual(none);
    expect(saves(once(13), falling)).toEqual(atLimit(84));
  });

  it("is found even if intervals of an unknown round or of zero length were measured", () => {
    const odd = [
      { round: 9, startNs: 0, elapsedNs: second, operations: 1 },
      { round: 0, startNs: 0, elapsedNs: 0, operations: 1e9 },
    ];
    expect(saves(from(70, 84), falling, odd)).toEqual(atLimit(84));
  });

  it("is found even if no save ended in the slow rounds", () => {
    expect(saves(from(70, 84), [1000, 1000, 1000, 0, 0])).toEqual(atLimit(84));
  });

  it("is not known if the computer slept, unless the drive was never near its limit or its limit or temperatures are missing", () => {
    const slept = { warnings: [{ code: "slept", message: "" }] };
    const asleep = (samples: Samples, limit: number | null = limitCelsius) =>
      heatOfSaves(savesOf(falling), slowdown, {
        ...report(samples),
        temperatureLimitCelsius: limit,
        ...slept,
      });
    // The clock of the temperatures stood still during the sleep, so the two clocks do not agree.
    expect(asleep(from(70, 84))).toEqual({ state: "not-known" });
    expect(asleep(from(10, 79))).toEqual({ state: "not-known" });
    expect(asleep(from(10, 78))).toEqual(none);
    expect(asleep(from(70, 84), null)).toEqual(none);
    expect(asleep([])).toEqual(none);
    const slow = [savesOf(falling), slowdown] as const;
    expect(heatOfSaves(...slow, { ...report([]), ...slept, temperatures: null })).toEqual(none);
    const other = { warnings: [{ code: "disturbed", message: "" }] };
    expect(heatOfSaves(...slow, { ...report(from(70, 84)), ...other })).toEqual(atLimit(84));
  });

  it('has the state "none" when there are no intervals to compare', () => {
    expect(saves(from(0, 84), [])).toEqual(none);
  });

  it("is only a possible reason if the saves stayed slow at a cooler temperature", () => {
    const cooled = sampled((at) => (at < 60 ? 60 : at <= 70 ? 84 : 70));
    expect(saves(cooled, [...falling, 100])).toEqual(near(84));
    expect(saves(cooled, [...falling])).toEqual(atLimit(84));
    expect(saves(cooled, [...falling, 1000])).toEqual(atLimit(84));
  });
});

it("nsSince() returns the nanoseconds between two ISO times", () => {
  expect(nsSince("2026-01-01T12:00:00.000Z", "2026-01-01T12:00:01.500Z")).toBe(1.5e9);
});

describe("an implausible sensor or limit", () => {
  const reached = (limit: number, celsiusAt: (at: number) => number, kind = "nvme") =>
    heatOfLongWrite({
      ...writeOf(60, sampled(celsiusAt)),
      temperatureLimitCelsius: limit,
      volume: { drive: { kind } } as NonNullable<Write["volume"]>,
    });
  const warmsTo = (celsius: number) => (at: number) =>
    Math.min(celsius, celsius - 20 + Math.round(at / 2.75));

  it("gives no sign of heat when the limit is below 50 °C", () => {
    for (const limit of [1, 20, 30, 49]) {
      expect(reached(limit, warmsTo(limit))).toEqual(none);
    }
    expect(reached(50, warmsTo(50))).toMatchObject({ state: "at-limit" });
  });

  it("gives no sign of heat when the limit is that of a hard disk", () => {
    expect(reached(60, warmsTo(60), "hard-disk")).toEqual(none);
    expect(reached(60, warmsTo(60))).toMatchObject({ state: "at-limit" });
  });

  it('gives no sign of heat at 0 °C or 127 °C, and only the state "near-limit" after a jump of more than 25 degrees in five seconds', () => {
    expect(reached(84, (at) => (at >= 58 ? 127 : 50))).toEqual(none);
    expect(reached(84, () => 0)).toEqual(none);
    // The sensor was stuck, and it is not known how long the drive was hot before.
    expect(reached(84, (at) => (at >= 58 ? 85 : 60))).toMatchObject({ state: "at-limit" });
    expect(reached(84, (at) => (at >= 58 ? 85 : 59))).toMatchObject({ state: "near-limit" });
  });
});
