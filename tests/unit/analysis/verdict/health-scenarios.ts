import { unknownHealth } from "#analysis/health/readings";
import { type Health, healthGaps } from "#contract/health";
import { sampleHealth } from "../../../helpers/sample-health";
import type { SampleOptions } from "../../../helpers/sample-report";
import { promised, provenFair, provenGood, type Scenario } from "./scenario";

const given = (health: Health, more: SampleOptions["report"] = {}): SampleOptions => ({
  drive: { capacityBytes: 1e12, disks: 1 },
  report: { health, ...more },
});

/** The verdict's answer about saves on each system's ordinary laptop, beside its health. */
const systems = {
  linux: provenGood,
  macos: {
    saved: "Only when the program insists",
    honesty: "No evidence available",
    grade: "good",
  },
  windows: promised,
} as const;

/** A disk whose self-assessment has passed. */
const ata = (changes: Partial<Health>): Health => ({
  ...unknownHealth("not-shown"),
  gap: null,
  source: "udisks",
  protocol: "ata",
  selfAssessment: "passed",
  powerOnHours: 900,
  powerCycles: 86,
  ...changes,
});

/** A long write that becomes slower after 10 s, with temperatures as [second, degrees]. */
const heated = (
  samples: readonly (readonly [second: number, celsius: number])[],
): SampleOptions => ({
  sustained: { startNs: 30e9, fastBytes: 20e9, slowNs: 120e9 },
  report: {
    temperatures: samples.map(([at, celsius]) => ({ ns: at * 1e9, celsius })),
    temperatureLimitCelsius: 84,
  },
});

/** Scenarios of the drives' own health reports, beside saves without a fault. */
export const healthScenarios: readonly Scenario[] = [
  {
    name: "a drive that is new and reports no fault",
    given: given(sampleHealth(), { purchase: "new" }),
    ...provenGood,
    required: ["health-well", "drive-new"],
  },
  {
    name: "a drive that reports that it is failing",
    given: given(
      sampleHealth({
        criticalWarnings: ["spare", "degraded"],
        availableSparePercent: 2,
        mediaErrors: 31,
      }),
    ),
    ...provenGood,
    grade: "poor",
    required: ["health-failing"],
    forbidden: ["health-well"],
  },
  {
    name: "a disk whose attribute is below its limit",
    given: given({
      ...unknownHealth("not-shown"),
      gap: null,
      source: "udisks",
      protocol: "ata",
      selfAssessment: "failing",
      failingAttributes: [{ id: 5, value: 1, threshold: 5 }],
      badSectors: 1983,
      powerOnHours: 65_592,
      powerCycles: 86,
    }),
    ...provenGood,
    grade: "poor",
    required: ["health-failing", "drive-used"],
  },
  {
    name: "a worn drive sold as new",
    given: given(
      sampleHealth({
        percentageUsed: 104,
        powerOnHours: 21_000,
        powerCycles: 1800,
        bytesWritten: 310e12,
        criticalWarnings: ["temperature"],
      }),
      { purchase: "new" },
    ),
    ...provenFair,
    required: ["health-care", "drive-heavily-used"],
  },
  {
    name: "a drive sold as new that was used, with figures that cannot be true",
    given: given(
      sampleHealth({
        powerOnHours: 900,
        availableSparePercent: null,
        impossible: [
          { quantity: "availableSparePercent", value: 255 },
          { quantity: "temperatureCelsius", value: -273 },
        ],
      }),
      { purchase: "new" },
    ),
    ...provenGood,
    required: ["health-well", "drive-used"],
  },
  ...(["2021-03", "2025-03"] as const).map(
    (purchasedIn): Scenario => ({
      name: `a drive with 21 000 hours that was bought as new in ${purchasedIn}`,
      given: given(sampleHealth({ powerOnHours: 21_000 }), { purchase: "new", purchasedIn }),
      ...provenGood,
      required: ["health-well", "drive-used"],
    }),
  ),
  {
    name: "a heavily used drive with more hours than the time since it was bought as new",
    given: given(sampleHealth({ powerOnHours: 30_000, bytesWritten: 100e12 }), {
      purchase: "new",
      purchasedIn: "2025-01",
    }),
    ...provenGood,
    required: ["health-well", "drive-heavily-used"],
  },
  {
    name: "a drive that was bought as new and does not count its hours",
    given: given(sampleHealth({ powerOnHours: null, percentageUsed: 9 }), {
      purchase: "new",
      purchasedIn: "2024-01",
    }),
    ...provenGood,
    required: ["health-well", "drive-used"],
  },
  {
    name: "a used drive sold as used",
    given: given(sampleHealth({ powerOnHours: 900 }), { purchase: "used" }),
    ...provenGood,
    required: ["health-well", "drive-used"],
  },
  {
    name: "a drive whose statements contradict each other",
    given: given(sampleHealth({ criticalWarnings: ["spare", "volatile_mem", "pmr_readonly"] })),
    ...provenFair,
    required: ["health-care"],
  },
  {
    name: "a drive whose health the system does not show",
    given: given(unknownHealth("not-shown", { temperatureCelsius: 41 })),
    ...provenGood,
    required: ["health-not-known"],
    forbidden: ["drive-new"],
  },
  {
    name: "a volume on several drives",
    given: { report: { health: unknownHealth("several-drives") }, drive: { disks: 2 } },
    ...provenGood,
    required: ["health-not-known"],
  },
  {
    name: "a drive whose page of health is blank",
    given: given({
      ...unknownHealth("not-shown"),
      gap: null,
      source: "windows",
      protocol: "nvme",
      impossible: [{ quantity: "page", value: null }],
    }),
    ...provenGood,
    required: ["health-not-known"],
  },
  {
    name: "an NVMe drive with errors of its medium",
    given: given(sampleHealth({ mediaErrors: 100_000 })),
    ...provenFair,
    required: ["health-care"],
    forbidden: ["health-well", "drive-new"],
  },
  {
    name: "a disk with sectors that wait and sectors that were replaced",
    given: given(
      ata({
        pendingSectors: 3000,
        reallocatedSectors: 2000,
        uncorrectableSectors: 12,
        badSectors: 5000,
      }),
    ),
    ...provenFair,
    required: ["health-care"],
    forbidden: ["health-well"],
  },
  {
    name: "a disk with sectors that it has replaced",
    given: given(ata({ pendingSectors: 0, reallocatedSectors: 1, badSectors: 1 })),
    ...provenGood,
    required: ["health-noted"],
    forbidden: ["health-well"],
  },
  {
    name: "a disk whose bad sectors the system shows only as a sum",
    given: given(ata({ badSectors: 7 })),
    ...provenFair,
    required: ["health-care"],
    forbidden: ["health-well"],
  },
  {
    name: "a disk whose self-assessment predicts a failure that no attribute shows",
    given: given(ata({ selfAssessment: "failing", failingAttributes: [] })),
    ...provenFair,
    required: ["health-care"],
  },
  {
    name: "a disk with an attribute below its limit whose self-assessment has passed",
    given: given(ata({ failingAttributes: [{ id: 5, value: 1, threshold: 5 }] })),
    ...provenFair,
    required: ["health-care"],
  },
  ...[[], [184], [9, 184]].map(
    (ids): Scenario => ({
      name: `a disk with these at their limits, which warn of no failure: ${ids.join(", ")}`,
      given: given(
        ata({
          failingAttributes: ids.map((id) => ({ id, value: 1, threshold: 99, isAdvisory: true })),
          hasFailingAttributes: ids.length === 0,
        }),
      ),
      ...provenFair,
      required: ["health-care"],
      forbidden: ["health-well"],
    }),
  ),
  ...[[10], [1, 5, 10]].map(
    (ids): Scenario => ({
      name: `a disk of which this once was below its limit: ${ids.join(", ")}`,
      given: given(
        ata({ onceFailingAttributes: ids.map((id) => ({ id, worst: 1, threshold: 51 })) }),
      ),
      ...provenFair,
      required: ["health-care"],
      forbidden: ["health-well"],
    }),
  ),
  {
    name: "a drive with a predicted failure beside a blank page",
    given: given({
      ...unknownHealth("not-shown"),
      gap: null,
      source: "windows",
      protocol: "ata",
      selfAssessment: "failing",
      impossible: [{ quantity: "page", value: null }],
    }),
    ...provenGood,
    grade: "poor",
    required: ["health-failing"],
    forbidden: ["health-not-known"],
  },
  {
    name: "a drive with a warning that is not known here",
    given: given(sampleHealth({ unknownWarning: true })),
    ...provenGood,
    required: ["health-not-known"],
    forbidden: ["health-well"],
  },
  {
    name: "a drive that does not count its wear, with data written",
    given: given(sampleHealth({ percentageUsed: null, bytesWritten: 59e12, powerOnHours: 4000 })),
    ...provenGood,
    required: ["health-well", "drive-used"],
  },
  {
    name: "a hardly used drive that counts all of its life as used",
    given: given(
      sampleHealth({
        percentageUsed: null,
        impossible: [{ quantity: "percentageUsed", value: 255 }],
      }),
    ),
    ...provenGood,
    required: ["health-well"],
    forbidden: ["drive-new"],
  },
  {
    name: "a drive with more than all of its rated life used",
    given: given(sampleHealth({ percentageUsed: 255, powerOnHours: 30_000 })),
    ...provenFair,
    required: ["health-care", "drive-heavily-used"],
  },
  {
    name: "a SATA SSD whose wear is in an attribute of its maker",
    given: given(ata({ percentageUsed: 37, wearAttribute: { id: 177, value: 63, isLast: false } })),
    ...provenGood,
    required: ["health-well", "drive-used"],
    forbidden: ["drive-new"],
  },
  {
    name: "a worn-out SATA SSD whose attribute falls no further, sold as new",
    given: given(ata({ percentageUsed: 100, wearAttribute: { id: 233, value: 1, isLast: true } }), {
      purchase: "new",
      purchasedIn: "2026-11",
    }),
    ...provenFair,
    required: ["health-care", "drive-used"],
    forbidden: ["health-well"],
  },
  ...(
    [
      ["hardly used", { lifeTenths: 1, reserve: "normal" }, provenGood, ["health-well"]],
      [
        "half used",
        { lifeTenths: 5, reserve: "normal" },
        provenGood,
        ["health-well", "drive-used"],
      ],
      [
        "of a reserve not known",
        { lifeTenths: 2, reserve: null },
        provenGood,
        ["health-not-known"],
      ],
      ["worn out", { lifeTenths: 11, reserve: "normal" }, provenFair, ["health-care"]],
      ["short of spare blocks", { lifeTenths: 9, reserve: "warning" }, provenFair, ["health-care"]],
      [
        "at the end of its spare blocks",
        { lifeTenths: null, reserve: "urgent" },
        { ...provenGood, grade: "poor" },
        ["health-failing"],
      ],
    ] as const
  ).map(
    ([name, emmc, said, required]): Scenario => ({
      name: `eMMC memory that is ${name}`,
      given: given({ ...unknownHealth("not-shown"), gap: null, source: "sysfs", emmc }),
      ...said,
      required,
      forbidden: ["drive-new"],
    }),
  ),
  ...healthGaps
    .filter((gap) => gap !== "no-drive" && gap !== "several-drives")
    .map(
      (gap): Scenario => ({
        name: `a drive whose health is not known: ${gap}`,
        given: given({ ...unknownHealth(gap), disk: "sdb" }),
        ...provenGood,
        required: ["health-not-known"],
        forbidden: ["drive-new"],
      }),
    ),
  ...(
    [
      ["linux", "nvme1c0n1"],
      ["windows", "\\\\.\\PhysicalDrive12"],
      ["macos", "disk4"],
    ] as const
  ).map(
    ([os, disk]): Scenario => ({
      name: `a drive that is known as ${disk}, of which nothing is shown`,
      given: { ...given({ ...unknownHealth("not-shown"), disk }), os },
      ...systems[os],
      required: ["health-not-known"],
    }),
  ),
  {
    name: "a long write that becomes slower close to the drive's limit",
    given: heated([
      [30, 70],
      [40, 81],
      [50, 82],
    ]),
    ...provenGood,
    required: ["fast-cache-full"],
    forbidden: ["throttled"],
  },
  {
    name: "a long write that becomes slower between two samples far apart",
    given: heated([
      [0, 60],
      [5, 60],
      [10, 60],
      [70, 84],
      [75, 84],
    ]),
    ...provenGood,
    required: ["fast-cache-full"],
    forbidden: ["throttled"],
  },
  {
    name: "a long write that becomes slower at the drive's limit and stays slow after cooling down",
    given: heated([
      [30, 70],
      [40, 84],
      [50, 80],
      [60, 70],
      [70, 60],
      [110, 60],
      [120, 60],
    ]),
    ...provenGood,
    required: ["fast-cache-full"],
    forbidden: ["throttled"],
  },
];
