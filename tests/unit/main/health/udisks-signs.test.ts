import { describe, expect, it } from "vitest";
import { conditionOf, isTemperatureAlone } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import { type Health, healthSchema } from "#contract/health";
import { ataReadings, nvmeReadings } from "../../../../electron/main/health/udisks-health";
import {
  ataAttributes,
  ataCaptures,
  ataProperties,
  type NvmeCapture,
  nvmeAttributes,
  nvmeCaptures,
  nvmeProperties,
} from "../../../fixtures/health/captures";

const nowMs = Date.UTC(2026, 10, 20);
const health = (readings: HealthReadings | null): Health => healthOf(readings ?? {}, nowMs);

describe("the number of failing attributes that UDisks counts", () => {
  const counted = (failing: unknown, selfAssessment: boolean | null, rows: string | null = null) =>
    conditionOf(
      health(
        ataReadings(
          JSON.stringify({
            type: "a{sv}",
            data: [
              {
                SmartUpdated: { data: 1_763_600_000 },
                ...(selfAssessment === null ? {} : { SmartFailing: { data: !selfAssessment } }),
                SmartNumAttributesFailing: { data: failing },
              },
            ],
          }),
          rows,
        ),
      ),
    );

  it("calls for care if it is above 0 and the attributes themselves were not read", () => {
    expect(counted(2, true)).toEqual({ state: "care", signs: ["attribute-below-limit"] });
    expect(counted(1, null)).toEqual({ state: "care", signs: ["attribute-below-limit"] });
    expect(counted(2, false)).toEqual({
      state: "failing",
      signs: ["predicts-failure", "attribute-below-limit"],
    });
  });

  it("is ignored if it is 0, unknown or invalid, and beside attributes that were read", () => {
    for (const failing of [0, -1, "2", null]) {
      expect(counted(failing, true)).toEqual({ state: "well", signs: [] });
    }
    const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
    expect(counted(2, true, ataAttributes(well))).toEqual({ state: "well", signs: [] });
  });
});

describe("the last self-test, which UDisks reports,", () => {
  const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
  const [capture] = nvmeCaptures as unknown as [NvmeCapture];
  const withStatus = (properties: string, status: unknown, updated?: number) => {
    const answer = JSON.parse(properties);
    Object.assign(answer.data[0], {
      SmartSelftestStatus: { type: "s", data: status },
      ...(updated === undefined ? {} : { SmartUpdated: { type: "t", data: updated } }),
    });
    return JSON.stringify(answer);
  };
  const ofAta = (status: unknown) =>
    conditionOf(health(ataReadings(withStatus(ataProperties(well), status), ataAttributes(well))));
  const ofNvme = (status: unknown) =>
    conditionOf(
      health(nvmeReadings(withStatus(nvmeProperties(capture), status), nvmeAttributes(capture))),
    );

  it.each([
    "fatal",
    ...["error_unknown", "error_electrical", "error_servo", "error_read", "error_handling"],
  ])("calls for care of an otherwise healthy disk if the self-test ended with %s", (status) => {
    expect(ofAta(status)).toEqual({ state: "care", signs: ["self-test-failed"] });
  });

  it.each(["fatal_error", "unknown_seg_fail", "known_seg_fail"])(
    "calls for care of an otherwise healthy NVMe drive if the self-test ended with %s",
    (status) => {
      expect(ofNvme(status)).toEqual({ state: "care", signs: ["self-test-failed"] });
    },
  );

  it.each([
    ...["success", "aborted", "interrupted", "inprogress", "ctrl_reset", "ns_removed"],
    ...["aborted_format", "aborted_unknown", "aborted_sanitize", "", "future", 7, null],
  ])("is no sign of a fault if it ended with %s", (status) => {
    expect(ofAta(status)).toEqual({ state: "well", signs: [] });
    expect(ofNvme(status)).toEqual({ state: "well", signs: [] });
  });
});

const [wellDisk] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
type Row = (typeof wellDisk)["attributes"][number];
const of = (rows: readonly Row[], isFailing = false) => {
  const capture = { ...wellDisk, isFailing, attributes: [...wellDisk.attributes, ...rows] };
  return health(ataReadings(ataProperties(capture), ataAttributes(capture)));
};

describe("an attribute that does not warn of a failure (flag 1 is not set)", () => {
  /** Attribute 184 as on Seagate drives: end-to-end errors. */
  const endToEnd = (value: number, threshold = 99): Row => [
    ...([184, "end-to-end-error", 50, value, 1, threshold, 207] as const),
  ];
  /** Attribute 190 as on Seagate drives: 100 minus the temperature. */
  const airflow: Row = [190, "airflow-temperature-celsius", 34, 40, 38, 45, 60];

  it("calls for care if its value is at its threshold, which smartctl calls FAILING_NOW", () => {
    const found = of([endToEnd(1)]);
    expect(conditionOf(found)).toEqual({ state: "care", signs: ["attribute-below-limit"] });
    expect(healthSchema.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
    expect(conditionOf(of([endToEnd(99)])).state).toBe("care");
  });

  it("is reported as too hot if it is the airflow temperature and its value is at its threshold", () => {
    expect(conditionOf(of([airflow]))).toEqual({ state: "care", signs: ["too-hot"] });
    expect(isTemperatureAlone(of([airflow]))).toBe(true);
    expect(conditionOf(of([airflow, endToEnd(1)])).signs).toEqual([
      ...["too-hot", "attribute-below-limit"],
    ]);
  });

  it('leaves "predicts-failure" the first sign if the drive predicts a failure', () => {
    for (const row of [airflow, endToEnd(1)]) {
      expect(conditionOf(of([row], true)).signs[0]).toBe("predicts-failure");
    }
  });

  it("is no sign of a fault if its value is above its threshold, or if its value or threshold is invalid", () => {
    for (const row of [endToEnd(100), endToEnd(0), ...[0, 254, 255].map((t) => endToEnd(1, t))]) {
      expect(conditionOf(of([row]))).toEqual({ state: "well", signs: [] });
    }
  });
});

describe("an attribute whose worst value was at its threshold", () => {
  /** Attribute 10 (spin retries), which predicts a failure: its flag 1 is set. */
  const retries = (value: number, worst: number, threshold = 51, flags = 19): Row => [
    ...([10, "spin-retry-count", flags, value, worst, threshold, 0] as const),
  ];

  it("calls for care if its current value is above the threshold again, which smartctl calls In_the_past", () => {
    const found = of([retries(100, 51)]);
    expect(found.onceFailingAttributes).toEqual([{ id: 10, worst: 51, threshold: 51 }]);
    expect(found.failingAttributes).toEqual([]);
    expect(conditionOf(found)).toEqual({ state: "care", signs: ["attribute-was-below-limit"] });
    expect(healthSchema.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
    expect(conditionOf(of([retries(52, 1)])).signs).toEqual(["attribute-was-below-limit"]);
  });

  it("counts as failing now, and not as having failed earlier, if its current value is still at the threshold", () => {
    const found = of([retries(51, 40)]);
    expect(found.onceFailingAttributes).toEqual([]);
    expect(found.failingAttributes).toEqual([{ id: 10, value: 51, threshold: 51 }]);
    expect(conditionOf(found).signs).toEqual(["assessment-contradicts"]);
  });

  it("is no sign of a fault if that value is one above the threshold or invalid, or if the attribute predicts no failure", () => {
    const rows = [
      retries(100, 52),
      ...[0, 254, 255].map((worst) => retries(100, worst)),
      ...[0, 254, 255].map((threshold) => retries(253, 1, threshold)),
      ...[0, 254, 255].map((value) => retries(value, 40)),
      // Seagate's airflow temperature (190) warns of no failure and often was at its threshold.
      retries(100, 40, 45, 34),
    ];
    for (const row of rows) {
      expect(conditionOf(of([row]))).toEqual({ state: "well", signs: [] });
    }
  });

  it("is listed as a second sign if the drive predicts a failure", () => {
    expect(conditionOf(of([retries(100, 51)], true))).toEqual({
      state: "failing",
      signs: ["predicts-failure", "attribute-was-below-limit"],
    });
    expect(conditionOf(of([], true)).signs).toEqual(["predicts-failure-alone"]);
  });
});

describe("the temperature of an ATA drive through UDisks", () => {
  const millikelvins = (celsius: number) => Math.round((celsius + 273.15) * 1000);
  const shown = (celsius: number, rows: readonly (readonly [number, number])[]) =>
    health(
      ataReadings(
        ataProperties({ ...wellDisk, celsius }),
        JSON.stringify({
          data: [
            rows.map(([id, degrees]) => [
              ...[id, "temperature", 34, 60, 50, 0, millikelvins(degrees), 4, {}],
            ]),
          ],
        }),
      ),
    ).temperatureCelsius;

  it("is that of attribute 194, or else of 190, without the upper bytes, and never that of 231 (life left)", () => {
    expect(
      shown(95, [
        [231, 95],
        [194, 33],
      ]),
    ).toBe(33);
    expect(shown(95, [[231, 95]])).toBeNull();
    // Attribute 190 is the temperature of the air, which is lower than the disk's.
    expect(
      shown(38, [
        [190, 31],
        [194, 38],
      ]),
    ).toBe(38);
    expect(shown(31, [[190, 31]])).toBe(31);
    // Only the lowest byte of the raw value is the temperature; the other bytes contain other
    // fields.
    expect(shown(31, [[194, 31 + 256 * 20]])).toBe(31);
  });

  it("is UDisks' figure if no attribute with a temperature was read", () => {
    expect(health(ataReadings(ataProperties(wellDisk), null)).temperatureCelsius).toBe(34);
    expect(shown(34, [])).toBe(34);
  });
});

describe("an attribute whose meaning UDisks does not know (unit 0)", () => {
  const shown = (unit: number) =>
    health(
      ataReadings(
        ataProperties({ ...wellDisk, badSectors: 7 }),
        JSON.stringify({
          data: [
            [5, 12, 187, 197, 198].map((id) => [
              id,
              `attribute-${id}`,
              50,
              100,
              100,
              0,
              0,
              unit,
              {},
            ]),
          ],
        }),
      ),
    );

  it("has no count, unlike one with unit 3, and UDisks' own sum of bad sectors is used", () => {
    const counts = { reallocatedSectors: 0, pendingSectors: 0, uncorrectableSectors: 0 };
    expect(shown(3)).toMatchObject({ ...counts, mediaErrors: 0, badSectors: 0 });
    expect(shown(0)).toMatchObject({
      reallocatedSectors: null,
      pendingSectors: null,
      uncorrectableSectors: null,
      mediaErrors: null,
      powerCycles: null,
      badSectors: 7,
      impossible: [],
    });
  });
});
