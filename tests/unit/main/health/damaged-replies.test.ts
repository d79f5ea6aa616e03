import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { conditionOf } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import { type Health, healthQuantities, healthSchema } from "#contract/health";
import { diskutilReadings } from "../../../../electron/main/health/diskutil-health";
import { pagesReadings } from "../../../../electron/main/health/health-pages";
import { ataReadings, nvmeReadings } from "../../../../electron/main/health/udisks-health";
import {
  ataCaptures,
  ataProperties,
  noPages,
  nvmeAttributes,
  nvmeCaptures,
  nvmeLogPage,
  nvmeProperties,
} from "../../../fixtures/health/captures";

const nowMs = Date.UTC(2026, 10, 20);

const health = (readings: HealthReadings | null): Health => healthOf(readings ?? {}, nowMs);

describe("an empty reply", () => {
  it.each([
    ["zeros", Array(512).fill(0)],
    ["ones", Array(512).fill(255)],
  ])("that contains only %s counts as impossible and yields no judgement", (_, page: number[]) => {
    for (const pages of [
      { ...noPages, nvmeHealth: page },
      { ...noPages, ataAttributes: page, predictsFailure: false },
    ]) {
      const found = health(pagesReadings(pages, nowMs));
      expect(found.impossible).toEqual([{ quantity: "page", value: null }]);
      expect(conditionOf(found)).toEqual({ state: "not-known", signs: [] });
      expect(newnessOf(found, 1e12)).toBe("not-known");
    }
  });

  it('of Windows still yields the sign "predicts-failure" if Windows predicts a failure', () => {
    const found = health(pagesReadings({ ...noPages, predictsFailure: true }, nowMs));
    expect(found).toMatchObject({ gap: null, impossible: [{ quantity: "page", value: null }] });
    expect(conditionOf(found).signs).toEqual(["predicts-failure"]);
    expect(pagesReadings({ ...noPages, predictsFailure: false }, nowMs).gap).toBe("no-report");
  });

  it("of zeros through UDisks is rejected as a page that no drive can report, except for its temperature", () => {
    const [capture] = nvmeCaptures;
    const zeros = capture && {
      ...capture,
      spare: 0,
      spareThreshold: 0,
      used: 0,
      unitsRead: 0,
      unitsWritten: 0,
      powerCycles: 0,
      powerOnHours: 0,
      unsafeShutdowns: 0,
      mediaErrors: 0,
    };
    const found = zeros && health(nvmeReadings(nvmeProperties(zeros), nvmeAttributes(zeros)));
    expect(found?.impossible).toEqual([{ quantity: "page", value: null }]);
    expect(found && conditionOf(found).state).toBe("not-known");
    // Although the other values are missing, the drive reported its temperature.
    expect(found?.temperatureCelsius).toBe(36);
  });

  it('of UDisks before its first query of the drive yields the gap "not-asked-yet"', () => {
    const [capture] = nvmeCaptures;
    const found = capture && health(nvmeReadings(nvmeProperties(capture, 0), null));
    expect(found).toMatchObject({ criticalWarnings: null, gap: "not-asked-yet" });
    expect(found && conditionOf(found).state).toBe("not-known");
  });

  it('that is missing or shorter than a page yields the gap "no-report"', () => {
    const gap = { gap: "no-report", temperatureCelsius: null, flushesTurnedOff: null };
    expect(pagesReadings({ ...noPages, nvmeHealth: Array(511).fill(1) }, nowMs)).toEqual(gap);
    expect(pagesReadings(noPages, nowMs)).toEqual(gap);
    expect(pagesReadings({ ...noPages, predictsFailure: false }, nowMs)).toEqual(gap);
  });
});

/** Expects that a damaged answer throws nothing, shows no impossible value and raises no alarm. */
function expectSober(found: Health): void {
  expect(healthSchema.safeParse(JSON.parse(JSON.stringify(found))).success).toBe(true);
  for (const { quantity } of found.impossible) {
    if (quantity !== "page") {
      expect(found[quantity]).toBeNull();
    }
  }
  for (const quantity of healthQuantities) {
    const value = found[quantity];
    expect(value === null || Number.isFinite(value)).toBe(true);
  }
  expect(found.availableSparePercent ?? 0).toBeLessThanOrEqual(100);
  expect(found.powerOnHours ?? 0).toBeLessThan(180_000);
  expect(found.temperatureCelsius ?? 20).toBeGreaterThan(-41);
  expect(found.temperatureCelsius ?? 20).toBeLessThan(151);
  newnessOf(found, 1e12);
  conditionOf(found);
}

describe("a damaged reply", () => {
  const numRuns = 400;
  const anyField = fc.oneof(
    fc.double(),
    fc.integer({ min: -300, max: 300 }),
    fc.constantFrom(-1, 255, 65_535, 2 ** 32, 2 ** 53, 2 ** 64, 1e300, null, "", "1e9", true),
    fc.string({ maxLength: 40 }),
    fc.array(fc.string({ maxLength: 10 }), { maxLength: 9 }),
    fc.object({ maxDepth: 1 }),
  );
  const names = [
    ...["SmartUpdated", "SmartCriticalWarning", "SmartPowerOnHours", "SmartTemperature"],
    ...["SmartFailing", "SmartEnabled", "SmartPowerOnSeconds", "SmartNumBadSectors"],
    ...["avail_spare", "spare_thresh", "percent_used", "total_data_read", "total_data_written"],
    ...["power_cycles", "unsafe_shutdowns", "media_errors", "__proto__", "constructor"],
  ];
  const fields = fc.dictionary(fc.constantFrom(...names), anyField).map((values) =>
    JSON.stringify({
      type: "a{sv}",
      data: [Object.fromEntries(Object.entries(values).map(([key, data]) => [key, { data }]))],
    }),
  );
  const anyJson = fc.oneof(fields, fc.json());
  const attributes = fc.oneof(
    fc
      .array(fc.array(anyField, { maxLength: 10 }), { maxLength: 40 })
      .map((rows) => JSON.stringify({ data: [rows] })),
    fc.json(),
  );

  it("of UDisks with random fields causes no exception and yields no impossible value", () => {
    fc.assert(
      fc.property(anyJson, fc.option(attributes), (properties, more) => {
        expectSober(health(nvmeReadings(properties, more)));
        expectSober(health(ataReadings(properties, more)));
      }),
      { numRuns },
    );
  });

  it("of diskutil with random fields causes no exception and yields no impossible value", () => {
    const keys = ["AVAILABLE_SPARE", "PERCENTAGE_USED", "TEMPERATURE", "CRITICAL_WARNING"];
    const counters = ["DATA_UNITS_READ", "DATA_UNITS_WRITTEN", "POWER_ON_HOURS", "POWER_CYCLES"];
    const all = [...keys, ...counters.flatMap((name) => [`${name}_0`, `${name}_1`])];
    const reply = fc.record({
      SMARTStatus: anyField,
      SMARTDeviceSpecificKeysMayVaryNotGuaranteed: fc.oneof(
        fc.dictionary(fc.constantFrom(...all), anyField),
        anyField,
      ),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          reply.map((one) => JSON.stringify(one)),
          fc.json(),
        ),
        (json) => {
          const readings = diskutilReadings(json, nowMs);
          if (readings !== null) {
            expectSober(health(readings));
          }
        },
      ),
      { numRuns },
    );
  });

  it("of 512 random bytes causes no exception and yields no impossible value", () => {
    const page = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 512, maxLength: 512 });
    fc.assert(
      fc.property(page, fc.option(fc.boolean()), (bytes, predictsFailure) => {
        expectSober(health(pagesReadings({ ...noPages, nvmeHealth: bytes }, nowMs)));
        const ata = { ...noPages, ataAttributes: bytes, predictsFailure };
        expectSober(health(pagesReadings(ata, nowMs)));
      }),
      { numRuns },
    );
  });

  it("that is genuine except for fields with impossible values raises no alarm", () => {
    const wrong = fc.record(
      {
        spare: fc.integer({ min: 101, max: 255 }),
        spareThreshold: fc.integer({ min: 101, max: 255 }),
        celsius: fc.constantFrom(-273, -18, 255 - 273, 800, 65_535 - 273),
        powerOnHours: fc.integer({ min: 200_000, max: 2 ** 40 }),
        unitsRead: fc.integer({ min: 2 ** 45, max: 2 ** 52 }),
        unitsWritten: fc.integer({ min: 2 ** 45, max: 2 ** 52 }),
        powerCycles: fc.integer({ min: 10_000_001, max: 2 ** 40 }),
        unsafeShutdowns: fc.integer({ min: 10_000_001, max: 2 ** 40 }),
        criticalWarning: fc.constantFrom(0xff, 0xc0, 0x40),
      },
      { requiredKeys: [] },
    );
    // A drive that has many power-on hours and has written much: if one of these figures is wrong,
    // the other one still shows use.
    const usedInTwoWays = nvmeCaptures.filter(
      ({ powerOnHours, unitsWritten, mediaErrors }) =>
        powerOnHours > 100 && unitsWritten * 512_000 > 1e12 && mediaErrors === 0,
    );
    fc.assert(
      fc.property(fc.constantFrom(...usedInTwoWays), wrong, (capture, changes) => {
        const pages = { ...noPages, nvmeHealth: nvmeLogPage({ ...capture, ...changes }) };
        const found = health(pagesReadings(pages, nowMs));
        expectSober(found);
        expect(conditionOf(found).signs).toEqual([]);
        expect(newnessOf(found, 1e12)).not.toBe("new");
      }),
      { numRuns },
    );
  });

  const dictionary = (fields: object) => JSON.stringify({ type: "a{sv}", data: [fields] });

  it.each([
    ...["null", "0", "[]", "{}", '""', "true", "[[[[]]]]", '{"data":null}'],
    ...['{"type":"a{sv}","data":[]}', '{"type":"a{sv}","data":[[]]}', '{"type":"s","data":["no"]}'],
    dictionary({}),
    dictionary({ SmartUpdated: { type: "t", data: "yesterday" } }),
    dictionary({ SmartCriticalWarning: { type: "as", data: [["spare"]] } }),
    dictionary({ SmartCriticalWarning: { type: "as", data: "readonly" } }),
    dictionary({ SmartFailing: { type: "b", data: "true" } }),
    dictionary({ SmartFailing: { type: "b", data: true }, SmartUpdated: { type: "t", data: 0 } }),
    dictionary({ SmartTemperature: { type: "q", data: { data: 300 } } }),
  ])("that has the wrong form raises no alarm: %s", (answer) => {
    for (const readings of [
      nvmeReadings(answer, answer),
      ataReadings(answer, answer),
      diskutilReadings(answer, nowMs),
    ]) {
      expect(conditionOf(health(readings)).signs).toEqual([]);
    }
  });

  it.each([
    [5, "name", 1, 1, 1, 0, 0, 0, {}],
    [5, "name", 1, 0, 0, 10, 0, 0, {}],
    [5, "name", 1, 254, 1, 254, 0, 0, {}],
    [5, "name", 1, 1, 1, 255, 0, 0, {}],
    [5, "name", 2, 11, 1, 10, 0, 0, {}],
    [-1, "name", 1, 1, 1, 10, 0, 0, {}],
    [1.5, "name", 1, 1, 1, 10, 0, 0, {}],
    [300, "name", 1, 1, 1, 10, 0, 0, {}],
    ["5", "name", 1, 1, 1, 10, 0, 0, {}],
    [5, "name", 1],
    [],
  ])("whose only attribute shows no failure or is invalid raises no alarm: %j", (...row) => {
    const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
    const attributes = JSON.stringify({ type: "a(ysqiiixia{sv})", data: [[row]] });
    expect(conditionOf(health(ataReadings(ataProperties(well), attributes))).signs).toEqual([]);
  });

  it("that is truncated fails to parse", () => {
    const [capture] = nvmeCaptures;
    const whole = capture === undefined ? "" : nvmeProperties(capture);
    for (let length = 0; length < whole.length; length += 7) {
      expect(() => nvmeReadings(whole.slice(0, length), null)).toThrow(SyntaxError);
    }
  });
});
