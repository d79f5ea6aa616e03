import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { conditionOf } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import type { Health } from "#contract/health";
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
