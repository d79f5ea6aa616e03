import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { conditionOf } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import { type Health, healthQuantities, healthSchema } from "#contract/health";
import { diskutilReadings } from "../../../../electron/main/health/diskutil-health";
import { pagesReadings } from "../../../../electron/main/health/health-pages";
import { withoutBogusSectors } from "../../../../electron/main/health/sector-counts";
import { ataReadings, nvmeReadings } from "../../../../electron/main/health/udisks-health";
import {
  ataAttributes,
  ataCaptures,
  ataPages,
  ataProperties,
  diskutilInfo,
  type NvmeCapture,
  noPages,
  nvmeAttributes,
  nvmeCaptures,
  nvmeLogPage,
  nvmeProperties,
} from "../../../fixtures/health/captures";

const nowMs = Date.UTC(2026, 10, 20);

/** For each system, the function that reads the system's answer about an NVMe drive. */
const nvmeRoutes: readonly (readonly [string, (capture: NvmeCapture) => HealthReadings | null])[] =
  [
    ["UDisks", (capture) => nvmeReadings(nvmeProperties(capture), nvmeAttributes(capture))],
    [
      "Windows",
      (capture) => pagesReadings({ ...noPages, nvmeHealth: nvmeLogPage(capture) }, nowMs),
    ],
    ["diskutil", (capture) => diskutilReadings(diskutilInfo(capture), nowMs)],
  ];

const health = (readings: HealthReadings | null): Health => healthOf(readings ?? {}, nowMs);

describe("healthOf(), for published captures of healthy NVMe drives,", () => {
  const cases = nvmeCaptures.flatMap((capture) =>
    nvmeRoutes.map(([route, read]) => [capture.model, route, capture, read] as const),
  );

  it.each(cases)(
    "returns exactly the figures of %s, read through %s, and raises no false alarm",
    (_, _route, capture, read) => {
      const found = health(read(capture));
      expect(found).toMatchObject({
        percentageUsed: capture.used,
        availableSparePercent: capture.spare,
        spareThresholdPercent: capture.spareThreshold,
        bytesRead: capture.unitsRead * 512_000,
        bytesWritten: capture.unitsWritten * 512_000,
        powerOnHours: capture.powerOnHours,
        powerCycles: capture.powerCycles,
        unsafeShutdowns: capture.unsafeShutdowns,
        mediaErrors: capture.mediaErrors,
        temperatureCelsius: capture.celsius,
        criticalWarnings: [],
        impossible: [],
      });
      // One of the captures has seven media errors.
      expect(conditionOf(found)).toEqual(
        capture.mediaErrors > 0
          ? { state: "care", signs: ["media-errors"] }
          : { state: "well", signs: [] },
      );
      const fitsNew = capture.powerOnHours <= 100 && capture.unitsWritten * 512_000 <= 1e12;
      expect(fitsNew ? ["new"] : ["used", "heavily-used"]).toContain(newnessOf(found, 1e12));
    },
  );

  it("reports no fault of an Apple drive whose spare is below its threshold of 99 %", () => {
    const apple = nvmeCaptures.find(({ model }) => model.startsWith("APPLE"));
    for (const [, read] of nvmeRoutes) {
      const found = apple && health(read({ ...apple, spare: 98 }));
      expect(found && conditionOf(found)).toEqual({ state: "well", signs: [] });
    }
  });

  it('returns a critical warning added to a capture, and the condition "failing", through UDisks, Windows and diskutil', () => {
    const [capture] = nvmeCaptures;
    for (const [, read] of nvmeRoutes) {
      const found = capture && health(read({ ...capture, criticalWarning: 0b1100 }));
      expect(found?.criticalWarnings).toEqual(["degraded", "readonly"]);
      expect(found && conditionOf(found)).toEqual({
        state: "failing",
        signs: ["readonly", "degraded"],
      });
    }
  });
});

describe("healthOf(), for published captures of ATA drives,", () => {
  const [old, failing] = ataCaptures;

  it("returns the figures of a disk from 2011 with 20 000 hours, and no sign of a fault", () => {
    const found = old && health(ataReadings(ataProperties(old), ataAttributes(old)));
    expect(found).toMatchObject({
      powerOnHours: 20_484,
      powerCycles: 3371,
      badSectors: 0,
      temperatureCelsius: 34,
      selfAssessment: "passed",
      failingAttributes: [],
      impossible: [],
    });
    expect(found && conditionOf(found).state).toBe("well");
  });

  it('returns the failing attribute with its threshold, the bad sectors and the condition "failing" of a failing disk', () => {
    const found = failing && health(ataReadings(ataProperties(failing), ataAttributes(failing)));
    expect(found?.failingAttributes).toEqual([{ id: 5, value: 1, threshold: 5 }]);
    expect(found && conditionOf(found)).toEqual({
      state: "failing",
      signs: ["predicts-failure", "sectors-pending", "sectors-replaced"],
    });
    expect(found).toMatchObject({ reallocatedSectors: 1975, pendingSectors: 8, badSectors: 1983 });
  });

  it("returns figures but no failing attributes through Windows, which passes on no thresholds", () => {
    const found = ataCaptures.map((capture) => health(pagesReadings(ataPages(capture), nowMs)));
    expect(found[0]).toMatchObject({
      powerOnHours: 20_497,
      powerCycles: 3371,
      badSectors: 0,
      temperatureCelsius: 34,
      failingAttributes: null,
    });
    expect(found[1]).toMatchObject({ powerOnHours: 65_592, badSectors: 1983 });
    expect(found.map((one) => conditionOf(one).state)).toEqual(["well", "failing"]);
  });

  it("returns null for the hours if a maker stores another counter in the upper bytes", () => {
    const odd = old && {
      ...old,
      attributes: [[9, "hours", 50, 100, 100, 0, 0x1_0000_0e5c] as const],
    };
    expect(odd && health(pagesReadings(ataPages(odd), nowMs)).powerOnHours).toBeNull();
  });
});

describe("a page of SMART attributes", () => {
  const pageOf = (bytes: readonly number[]) => ({
    ...noPages,
    predictsFailure: false,
    ataAttributes: [...bytes],
  });
  const found = (bytes: readonly number[]) => health(pagesReadings(pageOf(bytes), nowMs));
  const repeated = (...bytes: readonly number[]) =>
    Array.from({ length: 512 }, (_, at) => bytes[at % bytes.length] ?? 0);

  it.each([
    [repeated(0x55)],
    [repeated(0x05)],
    [repeated(0xc5)],
    [repeated(0xaa, 0x55)],
    [repeated(0x05, 0xc5, 0x12, 0x34)],
  ])(
    "that an adapter filled with one to four repeated bytes gives no figures and no judgement",
    (bytes) => {
      expect(found(bytes)).toMatchObject({
        reallocatedSectors: null,
        pendingSectors: null,
        selfAssessment: null,
        impossible: [{ quantity: "page", value: null }],
      });
      expect(conditionOf(found(bytes)).state).toBe("not-known");
    },
  );

  it("that contains a version but no attribute counts as impossible", () => {
    const impossible = [{ quantity: "page", value: null }];
    expect(found([16, ...Array<number>(511).fill(0)])).toMatchObject({ impossible });
  });

  it("is accepted if it has a single attribute or several that have different numbers", () => {
    const of = (...ids: readonly number[]) => {
      const page = Array<number>(512).fill(0);
      for (const [place, id] of ids.entries()) {
        page[2 + place * 12] = id;
        page[2 + place * 12 + 5] = 3;
      }
      return found(page).pendingSectors;
    };
    expect([of(197), of(5, 197)]).toEqual([3, 3]);
  });

  it("yields no uncorrectable sectors from attribute 198 of Indilinx and SandForce, but does from that of other drives", () => {
    const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
    const row = (id: number, raw: number) => [id, "name", 0, 100, 100, 0, raw] as const;
    const of = (...ids: readonly number[]) => {
      const attributes = [row(9, 8123), row(198, 5_213_444), ...ids.map((id) => row(id, 91))];
      const capture = { ...well, attributes };
      return [
        ataReadings(ataProperties(capture), ataAttributes(capture)),
        pagesReadings(ataPages(capture), nowMs),
      ].map(({ uncorrectableSectors }) => uncorrectableSectors);
    };
    expect(of(205, 206, 207, 208)).toEqual([null, null]);
    expect(of(206, 207, 208)).toEqual([5_213_444, 5_213_444]);
    expect(of(205, 206, 207)).toEqual([5_213_444, 5_213_444]);
    // With all three attributes the drive is one of SandForce, whose raw values hold errors in the
    // upper bits and sectors read in the lower ones.
    expect(of(195, 201, 204)).toEqual([null, null]);
    expect(of(195, 201)).toEqual([5_213_444, 5_213_444]);
    // With attribute 197 as well, the drive is an old Maxtor hard disk, whose raw values are plain
    // counts.
    expect(of(195, 197, 201, 204)).toEqual([5_213_444, 5_213_444]);
  });
});

describe("the counts of bad sectors and errors of a disk", () => {
  const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
  /** The healthy disk with these raw values, as both systems report it. */
  const of = (raw: Readonly<Record<number, number>>) => {
    const rows = Object.entries(raw).map(
      ([id, count]) => [Number(id), "name", 50, 100, 100, 0, count] as const,
    );
    const capture = {
      ...well,
      attributes: [...well.attributes.filter(([id]) => !(id in raw)), ...rows],
    };
    return [
      health(ataReadings(ataProperties(capture), ataAttributes(capture))),
      health(pagesReadings(ataPages(capture), nowMs)),
    ];
  };
  const filler = 0xffff;

  it("are not judged if all 16, 32 or 48 bits of the raw value are one", () => {
    for (const raw of [filler, 2 ** 32 - 1, 2 ** 48 - 1]) {
      for (const found of of({ 5: raw, 197: raw, 198: raw })) {
        expect(found).toMatchObject({
          reallocatedSectors: null,
          pendingSectors: null,
          uncorrectableSectors: null,
          badSectors: null,
        });
        expect(conditionOf(found)).toEqual({ state: "not-known", signs: [] });
        expect(found.impossible.map(({ quantity }) => quantity)).toEqual([
          ...["reallocatedSectors", "pendingSectors", "uncorrectableSectors"],
        ]);
      }
    }
  });

  it("are not added up if all 16 bits of one of the two counts are one", () => {
    for (const found of [...of({ 5: filler, 197: 3 }), ...of({ 5: 3, 197: filler })]) {
      expect(found.badSectors).toBeNull();
      expect(found.impossible).toHaveLength(1);
      expect(conditionOf(found).signs).toHaveLength(1);
    }
    for (const found of of({ 5: 4, 197: 3 })) {
      expect(found.badSectors).toBe(7);
    }
  });

  it("are the lowest bits of a raw value that holds other figures too, and are unknown if those bits are 0", () => {
    for (const found of of({ 5: 23 * 2 ** 32 + 4, 197: 7 * 2 ** 32 })) {
      expect(found).toMatchObject({ reallocatedSectors: 4, pendingSectors: null });
    }
    for (const found of of({ 5: 9 * 2 ** 16 })) {
      expect(found.reallocatedSectors).toBeNull();
    }
  });

  it("omit a single pending sector of an MX500, but neither three of them nor a single one of another model", () => {
    const counts = { reallocatedSectors: 2, pendingSectors: 1, badSectors: 3 };
    const of = (model: string, changes = {}) =>
      withoutBogusSectors({ ...counts, ...changes }, model);
    expect(of("CT1000MX500SSD1")).toMatchObject({ pendingSectors: null, badSectors: 2 });
    expect(of("CT1000MX500SSD1", { pendingSectors: 3 })).toMatchObject({ pendingSectors: 3 });
    expect(of("CT500BX500SSD1")).toEqual(counts);
  });

  it("include 5 or 65 535 errors of attribute 187, but none if a maker packs other figures into it", () => {
    for (const found of of({ 187: 7 * 2 ** 32 })) {
      expect(found).toMatchObject({ mediaErrors: null, impossible: [] });
    }
    for (const raw of [7 * 2 ** 32 + 5, 3 * 2 ** 32 + 1, 2 ** 40 + 9]) {
      for (const found of of({ 187: raw })) {
        expect(found).toMatchObject({
          mediaErrors: null,
          impossible: [{ quantity: "mediaErrors", value: raw }],
        });
        expect(conditionOf(found)).toEqual({ state: "not-known", signs: [] });
      }
    }
    // The counter of failing Seagate disks stops at 65 535.
    for (const found of [...of({ 187: 5 }), ...of({ 187: filler })]) {
      expect(conditionOf(found)).toEqual({ state: "care", signs: ["media-errors"] });
    }
  });
});

describe("the warnings of an NVMe drive", () => {
  const [capture] = nvmeCaptures as unknown as [NvmeCapture];

  it.each([0b100_0000, 256, 512.5, 1e9])(
    "are not all known if the drive reports %d, which has a reserved bit or is not a byte",
    (criticalWarning) => {
      const found = health(diskutilReadings(diskutilInfo({ ...capture, criticalWarning }), nowMs));
      expect(found.unknownWarning).toBe(true);
      expect(conditionOf(found).state).toBe("not-known");
    },
  );

  it("include the failure that Windows predicts, even beside an empty log, unless another warning explains it", () => {
    const predicted = (nvmeHealth: number[], predictsFailure: boolean) =>
      conditionOf(health(pagesReadings({ ...noPages, nvmeHealth, predictsFailure }, nowMs)));
    const empty = Array<number>(512).fill(0);
    expect(predicted(empty, true).signs).toEqual(["predicts-failure"]);
    expect(predicted(empty, false).state).toBe("not-known");
    expect(predicted(nvmeLogPage(capture), true).signs).toEqual(["predicts-failure-alone"]);
    expect(predicted(nvmeLogPage(capture), false)).toEqual({ state: "well", signs: [] });
    // The drive warns of its temperature, which may be the only reason why Windows' driver predicts
    // a failure.
    const hot = nvmeLogPage({ ...capture, criticalWarning: 2 });
    expect(predicted(hot, true)).toEqual(predicted(hot, false));
    expect(predicted(hot, true).signs).not.toContain("predicts-failure");
  });
});

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
