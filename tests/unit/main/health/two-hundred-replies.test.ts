import { describe, expect, it } from "vitest";
import { newnessOf } from "#analysis/health/age";
import { conditionOf } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import { type Health, healthSchema } from "#contract/health";
import { diskutilReadings } from "../../../../electron/main/health/diskutil-health";
import { pagesReadings } from "../../../../electron/main/health/health-pages";
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

/** Replies of drives that are well, or that say nothing: none may alarm anybody. */

interface Reply {
  readonly name: string;
  readonly read: () => HealthReadings | null;
}

const nowMs = Date.UTC(2026, 10, 20);
const windows = (page: number[]) => pagesReadings({ ...noPages, nvmeHealth: page }, nowMs);

function byEachSystem(name: string, capture: NvmeCapture): Reply[] {
  return [
    {
      name: `UDisks: ${name}`,
      read: () => nvmeReadings(nvmeProperties(capture), nvmeAttributes(capture)),
    },
    {
      name: `UDisks before 2.10: ${name}`,
      read: () => nvmeReadings(nvmeProperties(capture), null),
    },
    { name: `Windows: ${name}`, read: () => windows(nvmeLogPage(capture)) },
    {
      name: `diskutil: ${name}`,
      read: () => diskutilReadings(diskutilInfo(capture), nowMs),
    },
  ];
}

const [first] = nvmeCaptures as [NvmeCapture];
/** A drive out of its box, so that one wrong figure would make the difference. */
const fresh: NvmeCapture = {
  ...first,
  ...{ unitsRead: 100_000, unitsWritten: 160_000, powerCycles: 31, powerOnHours: 14 },
  ...{ used: 0, unsafeShutdowns: 3, mediaErrors: 0 },
};

/** What the specification does not allow, or what nobody has filled in. */
const impossible: readonly (readonly [string, Partial<NvmeCapture>])[] = [
  ["a wear of 255 %", { used: 255 }],
  ["a wear of 100 % after 80 GB", { used: 100 }],
  ["a spare of 101 %", { spare: 101 }],
  ["a spare of 255 %", { spare: 255 }],
  ["a limit of 255 %", { spareThreshold: 255 }],
  ["no spare and no limit", { spare: 0, spareThreshold: 0 }],
  ["65 535 hours", { powerOnHours: 65_535 }],
  ["2³² - 1 hours", { powerOnHours: 0xffff_ffff }],
  ["hours before there were such drives", { powerOnHours: 400_000 }],
  ["65 535 cycles", { powerCycles: 65_535 }],
  ["2³² - 1 cycles", { powerCycles: 0xffff_ffff }],
  ["65 535 errors", { mediaErrors: 65_535 }],
  ["2³² - 1 errors", { mediaErrors: 0xffff_ffff }],
  ["more written than its hours allow", { unitsWritten: 2 ** 46 }],
  ["more read than its hours allow", { unitsRead: 2 ** 46 }],
  ["-273 °C", { celsius: -273 }],
  ["-18 °C, for a sensor that is none", { celsius: -273 + 255 }],
  ["527 °C", { celsius: 527 }],
  ["bits that mean nothing", { criticalWarning: 0xc0 }],
  ["all bits", { criticalWarning: 0xff }],
];

const dictionary = (fields: object) => JSON.stringify({ type: "a{sv}", data: [fields] });

/** Whole answers that are none. */
const senseless: readonly string[] = [
  ...["null", "0", "[]", "{}", '""', '"SmartFailing"', "true", "[[[[]]]]", '{"data":null}'],
  ...['{"type":"a{sv}","data":[]}', '{"type":"a{sv}","data":[[]]}', '{"type":"s","data":["no"]}'],
  dictionary({}),
  dictionary({ SmartUpdated: { type: "t", data: "yesterday" } }),
  dictionary({ SmartUpdated: { type: "t", data: 1_763_600_000 } }),
  dictionary({ SmartCriticalWarning: { type: "as", data: [["spare"]] } }),
  dictionary({ SmartCriticalWarning: { type: "as", data: "readonly" } }),
  dictionary({ SmartFailing: { type: "b", data: "true" } }),
  dictionary({ SmartFailing: { type: "b", data: true }, SmartUpdated: { type: "t", data: 0 } }),
  dictionary({ SmartPowerOnHours: { type: "t", data: "<img src=x onerror=alert(1)>" } }),
  dictionary({ SmartTemperature: { type: "q", data: { data: 300 } } }),
];

/** Rows of ATA attributes that say nothing of a failure. */
const oddRows: readonly unknown[] = [
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
  null,
  "five",
];

const whole = diskutilInfo(fresh);
const [wellAta] = ataCaptures as unknown as [(typeof ataCaptures)[number]];

const replies: readonly Reply[] = [
  ...nvmeCaptures
    .filter(({ mediaErrors }) => mediaErrors === 0)
    .flatMap((capture) => byEachSystem(`${capture.model}, ${capture.source}`, capture)),
  { name: "UDisks: SAMSUNG HM500JI", read: () => ataOf(ataAttributes(wellAta)) },
  { name: "Windows: SAMSUNG HM500JI", read: () => pagesReadings(ataPages(wellAta), nowMs) },
  ...impossible.flatMap(([name, changes]) => byEachSystem(name, { ...fresh, ...changes })),
  ...senseless.flatMap((answer): Reply[] => [
    { name: `UDisks, NVMe: ${answer}`, read: () => nvmeReadings(answer, answer) },
    { name: `UDisks, ATA: ${answer}`, read: () => ataReadings(answer, answer) },
    { name: `diskutil: ${answer}`, read: () => diskutilReadings(answer, nowMs) },
  ]),
  ...oddRows.map((row) => ({
    name: `UDisks, a row ${JSON.stringify(row)}`,
    read: () => ataOf(JSON.stringify({ type: "a(ysqiiixia{sv})", data: [[row]] })),
  })),
  ...[0, 1, 2, 16, 64, 256, 511, 513, 1024].map((bytes) => ({
    name: `Windows: a page of ${bytes} bytes`,
    read: () => windows(Array(bytes).fill(7)),
  })),
  ...[0, 1, 40, 200, whole.length - 1].map((length) => ({
    name: `diskutil: ${length} characters of its answer`,
    read: () => orNothing(() => diskutilReadings(whole.slice(0, length), nowMs)),
  })),
];

function ataOf(attributes: string): HealthReadings {
  return ataReadings(ataProperties(wellAta), attributes);
}

/** As whoever asks does with an answer that is no JSON. */
function orNothing(read: () => HealthReadings | null): HealthReadings | null {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return null;
  }
}

describe("the sample of replies of drives without a fault", () => {
  it("has at least two hundred rows", () => {
    expect(replies.length).toBeGreaterThanOrEqual(200);
  });

  it.each(replies.map(({ name, read }) => [name, read] as const))(
    "gives no warning in any row: %s",
    (_, read) => {
      const health: Health = healthOf(read() ?? {}, nowMs);
      expect(healthSchema.parse(JSON.parse(JSON.stringify(health)))).toEqual(health);
      expect(conditionOf(health).signs).toEqual([]);
      for (const { quantity } of health.impossible) {
        expect(quantity === "page" || health[quantity] === null).toBe(true);
      }
    },
  );

  it.each(impossible)("never makes a new drive a used one: %s", (_, changes) => {
    for (const { read } of byEachSystem("", { ...fresh, ...changes })) {
      const health = healthOf(read() ?? {}, nowMs);
      expect(["new", "not-known"]).toContain(newnessOf(health, 1e12));
    }
  });
});
