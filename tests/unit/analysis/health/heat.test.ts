import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heatAt } from "../../../../electron/analysis/health/heat";
import { judge } from "../../../../electron/analysis/verdict";
import { type HeatedDrive, heatedDrive } from "../../../helpers/heated-drive";
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

/** The codes of the findings about a long write of this drive. */
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

/** Slow at the limit, fast again some degrees below it. */
const inTurns = (celsius: number, before: number) =>
  celsius >= limitCelsius ? full / 8 : celsius <= limitCelsius - 4 ? full : before;

/** A small fast part that is full after half a minute. */
const fastPart = (_celsius: number, _before: number, ns: number) =>
  ns < 30 * second ? full : full / 4;

describe("a long write that becomes slower", () => {
  it.each([
    [
      "stays slow from its limit on",
      { speed: (celsius: number, before: number) => (celsius >= limitCelsius ? full / 4 : before) },
    ],
    ["slows down and recovers in turns", { speed: inTurns, seconds: 240 }],
  ] as const)("is told as throttling where the drive %s", (_shape, drive) => {
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
    ["the drive names no limit", { speed: fastPart }, null],
  ] as const)("is not told as throttling where %s", (_why, drive, limit) => {
    expect(codesOf(drive, limit)).toEqual(["fast-cache-full"]);
  });

  it("is not told at all where the speed is uneven but lasts, however hot the drive is", () => {
    const noise = (ns: number) => 1 + 0.35 * Math.sin(ns / 3e9) * Math.cos(ns / 7e8);
    expect(codesOf({ speed: (_c, _b, ns) => full * noise(ns) })).toEqual(["sustained-steady"]);
  });
});

describe("heatAt", () => {
  const temperature = fc.record({
    ns: fc.integer({ min: 0, max: 600e9 }),
    celsius: fc.integer({ min: -20, max: 78 }),
  });

  it("never blames a drive that stayed two degrees below its limit", () => {
    fc.assert(
      fc.property(fc.array(temperature), fc.nat({ max: 600e9 }), (temperatures, fallNs) => {
        const sorted = [...temperatures].sort((a, b) => a.ns - b.ns);
        const known = { temperatures: sorted, temperatureLimitCelsius: limitCelsius };
        expect(heatAt(fallNs, known)).toBeNull();
      }),
    );
  });

  it("knows nothing without temperatures", () => {
    const unknown = { temperatures: null, temperatureLimitCelsius: limitCelsius };
    expect(heatAt(10 * second, unknown)).toBeNull();
  });
});

describe("saves that become slower", () => {
  const slowing = [{ mode: "fdatasync", iops: 1400, slowsTo: 150, flushesPerSave: 1 }] as const;

  function codesAt(hotSinceNs: number): string[] {
    const rounds = sampleUnjudgedReport({ modes: slowing }).flushModes[0]?.rounds ?? [];
    const begin = Date.parse(rounds[0]?.startedAt ?? "") - 20_000;
    const temperatures = Array.from({ length: 120 }, (_, index) => ({
      ns: index * 5 * second,
      celsius: index * 5 * second >= hotSinceNs ? limitCelsius : 60,
    }));
    const report = sampleUnjudgedReport({
      modes: slowing,
      report: {
        startedAt: new Date(begin).toISOString(),
        temperatures,
        temperatureLimitCelsius: limitCelsius,
      },
    });
    return judge(report).findings.map(({ code }) => code);
  }

  it("are told as throttling where the drive reached its limit as they did", () => {
    const codes = codesAt(20 * second);
    expect(codes).toContain("throttled");
    expect(codes).not.toContain("saves-slowed");
  });

  it("are told without a reason where it reached it minutes later", () => {
    const codes = codesAt(500 * second);
    expect(codes).toContain("saves-slowed");
    expect(codes).not.toContain("throttled");
  });
});
