import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "#analysis/verdict";
import { type HeatedDrive, heatedDrive } from "../../../helpers/heated-drive";
import { verdictOn } from "../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";

const limitCelsius = 80;
const second = 1e9;
const full = 2e9;

const ordinary: HeatedDrive = {
  seconds: 120,
  startCelsius: 38,
  fullCelsius: 110,
  idleCelsius: 36,
  inertiaS: 40,
  fullBytesPerSecond: full,
  speed: () => full,
};

/** The codes of the findings about a long write on this drive. */
function codesOf(drive: Partial<HeatedDrive>, limit: number | null = limitCelsius): string[] {
  const whole = { ...ordinary, ...drive };
  const { speedAt, temperatures } = heatedDrive(whole);
  const report = sampleUnjudgedReport({
    sustained: { speedAt, slowNs: whole.seconds * second, fastBytes: null, startNs: 0 },
    report: { temperatures: [...temperatures], temperatureLimitCelsius: limit },
  });
  const about = ["throttled", "fast-cache-full", "sustained-steady"];
  return judge(report)
    .findings.map(({ code }) => code)
    .filter((code) => about.includes(code));
}

/** A drive that becomes slow at its limit of temperature and fast again some degrees below. */
const inTurns = (celsius: number, before: number) =>
  celsius >= limitCelsius ? full / 8 : celsius <= limitCelsius - 4 ? full : before;

const slowFromLimitOn = (times: number) => (celsius: number, before: number) =>
  celsius >= limitCelsius ? full / times : before;

/** A drive with a small fast cache that is full after half a minute. */
const fastPart = (_celsius: number, _before: number, ns: number) =>
  ns < 30 * second ? full : full / 4;

describe("the findings about the speed of a long write", () => {
  it.each([
    ["stays slow and hot from its limit on", { speed: slowFromLimitOn(2), fullCelsius: 125 }],
    ["slows down and recovers in turns", { speed: inTurns, seconds: 240 }],
  ] as const)("name throttling when the drive %s", (_shape, drive) => {
    expect(codesOf(drive)).toEqual(["throttled"]);
  });

  it.each([
    ["the drive stays cool", { speed: fastPart, fullCelsius: 55 }, limitCelsius],
    [
      "the drive stays a few degrees below its limit",
      { speed: fastPart, startCelsius: 76, fullCelsius: 78 },
      limitCelsius,
    ],
    ["the drive was as hot from the beginning", { speed: fastPart, startCelsius: 90 }, 80],
    [
      "the drive had been as hot and as fast for a minute",
      {
        startCelsius: 70,
        seconds: 240,
        speed: (_c: number, _b: number, ns: number) => (ns < 120 * second ? full : full / 4),
      },
      limitCelsius,
    ],
    ["the drive stays slow when it is cool again", { speed: slowFromLimitOn(4) }, limitCelsius],
    ["the drive names no limit", { speed: fastPart }, null],
  ] as const)("name a full cache instead of throttling when %s", (_why, drive, limit) => {
    expect(codesOf(drive, limit)).toEqual(["fast-cache-full"]);
  });

  it("deny a lasting fall if the speed only varies to the end, even if the drive is hot", () => {
    const noise = (ns: number) => 1 + 0.35 * Math.sin(ns / 3e9) * Math.cos(ns / 7e8);
    expect(codesOf({ speed: (_c, _b, ns) => full * noise(ns) })).toEqual(["sustained-steady"]);
  });
});

/**
 * A report of a write at full speed until `fallS` and at a quarter of it from then on, with these
 * temperatures.
 */
function reportOf(
  fallS: number,
  samples: readonly (readonly [seconds: number, celsius: number])[],
  { seconds = 600, limit = 84 as number | null, startS = 0 } = {},
) {
  const speedAt = (ns: number) => (ns < (fallS - startS) * second ? full : full / 4);
  return sampleUnjudgedReport({
    sustained: {
      speedAt,
      slowNs: (seconds - startS) * second,
      fastBytes: null,
      startNs: startS * second,
    },
    report: {
      temperatures: samples.map(([at, celsius]) => ({ ns: at * second, celsius })),
      temperatureLimitCelsius: limit,
    },
  });
}

const everyFive = (seconds: number, celsiusAt: (second: number) => number) =>
  Array.from({ length: seconds / 5 + 1 }, (_, index) => [index * 5, celsiusAt(index * 5)] as const);

function saidOf(report: ReturnType<typeof reportOf>): string {
  return verdictOn(report)
    .findings.filter(({ code }) => ["throttled", "fast-cache-full"].includes(code))
    .map(({ code, title, detail }) => `${code}: ${title} ${detail}`)
    .join(" ")
    .replaceAll("\u00a0", " ");
}

it("in a virtual machine, the finding about a fall in speed at the temperature limit does not mention the seller", () => {
  const samples = everyFive(600, (at) => Math.min(84, Math.round(60 + at * 0.4)));
  const report = reportOf(62, samples);
  expect(saidOf(report)).toContain("ask the seller whether it is cooled");
  const guest = { ...report, host: { ...report.host, virtualMachine: "KVM" } };
  expect(saidOf(guest)).toContain("Ask whoever looks after this computer");
  expect(saidOf(guest)).not.toContain("seller");
});

it("the finding about a long write names throttling only if a temperature around the fall was at the limit", () => {
  const samples = fc.array(fc.integer({ min: 40, max: 90 }), { minLength: 120, maxLength: 120 });
  fc.assert(
    fc.property(samples, fc.integer({ min: 10, max: 100 }), (all, fall) => {
      const cooler = all.map((celsius, index) =>
        index >= fall - 7 && index <= fall + 1 ? Math.min(celsius, 83) : celsius,
      );
      const report = reportOf(
        fall * 5,
        cooler.map((celsius, index) => [index * 5, celsius] as const),
      );
      expect(saidOf(report)).not.toContain("throttled");
    }),
    { numRuns: 60 },
  );
});

it("the finding about slower saves leaves open whether heat was the reason only near the limit, and not if fast saves were made at the same heat", () => {
  const slowing = [{ mode: "fdatasync", iops: 1400, slowsTo: 150, flushesPerSave: 1 }] as const;

  /** Five rounds of 2 s, 40 s apart; from the third round on saves have a tenth of the rate. */
  function savesOf(celsiusAt: (second: number) => number) {
    const startedAt = "2026-01-01T12:00:00.000Z";
    const report = sampleUnjudgedReport({ modes: slowing });
    const flushModes = report.flushModes.map((mode) => ({
      ...mode,
      rounds: mode.rounds.map((round) => ({
        ...round,
        startedAt: new Date(Date.parse(startedAt) + (20 + round.round * 40) * 1000).toISOString(),
      })),
    }));
    const temperatures = everyFive(600, celsiusAt).map(([at, celsius]) => ({
      ns: at * second,
      celsius,
    }));
    const heated = { startedAt, temperatures, temperatureLimitCelsius: limitCelsius };
    return verdictOn({ ...report, ...heated, flushModes });
  }
  const detailOf = (celsiusAt: (second: number) => number) =>
    savesOf(celsiusAt).findings.find(({ code }) => code === "saves-slowed")?.detail ?? "";
  const doubt = "whether heat was the reason";
  for (const celsius of [75, 79]) {
    expect(detailOf((at) => (at >= 85 ? celsius : 60))).toContain(doubt);
    expect(detailOf(() => celsius)).not.toContain(doubt);
  }
  expect(detailOf((at) => (at >= 85 ? 74 : 60))).not.toContain(doubt);
});
