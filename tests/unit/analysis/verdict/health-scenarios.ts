import { unknownHealth } from "../../../../electron/analysis/health/readings";
import type { Health } from "../../../../electron/contract/health";
import { sampleHealth } from "../../../helpers/sample-health";
import type { SampleOptions } from "../../../helpers/sample-report";
import type { Scenario } from "./scenario";

const given = (health: Health, more: SampleOptions["report"] = {}): SampleOptions => ({
  drive: { capacityBytes: 1e12, disks: 1 },
  report: { health, ...more },
});
const usual = {
  saved: "Yes, as far as can be seen",
  honesty: "Evidence seen",
} as const;

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

/** What drives say of themselves, beside saves that are as they should be. */
export const healthScenarios: readonly Scenario[] = [
  {
    name: "a drive that is new and reports no fault",
    given: given(sampleHealth(), { purchase: "new" }),
    ...{ ...usual, grade: "good", required: ["health-well", "drive-new"] },
  },
  {
    name: "a drive that is failing by its own report",
    given: given(
      sampleHealth({
        criticalWarnings: ["spare", "degraded"],
        availableSparePercent: 2,
        mediaErrors: 31,
      }),
    ),
    ...{ ...usual, grade: "poor", required: ["health-failing"], forbidden: ["health-well"] },
  },
  {
    name: "a disk whose attribute is below its limit",
    given: given({
      ...unknownHealth("not-shown"),
      ...{ gap: null, source: "udisks", protocol: "ata", selfAssessment: "failing" },
      failingAttributes: [{ id: 5, value: 1, threshold: 5 }],
      ...{ badSectors: 1983, powerOnHours: 65_592, powerCycles: 86 },
    }),
    ...{ ...usual, grade: "poor", required: ["health-failing", "drive-used"] },
  },
  {
    name: "a worn drive sold as new",
    given: given(
      sampleHealth({
        ...{ percentageUsed: 104, powerOnHours: 21_000, powerCycles: 1800 },
        ...{ bytesWritten: 310e12, criticalWarnings: ["temperature"] },
      }),
      { purchase: "new" },
    ),
    ...{ ...usual, grade: "fair", required: ["health-care", "drive-heavily-used"] },
  },
  {
    name: "a drive sold as new that was used, with figures that cannot be true",
    given: given(
      sampleHealth({
        ...{ powerOnHours: 900, availableSparePercent: null },
        impossible: [
          { quantity: "availableSparePercent", value: 255 },
          { quantity: "temperatureCelsius", value: -273 },
        ],
      }),
      { purchase: "new" },
    ),
    ...{ ...usual, grade: "fair", required: ["health-well", "drive-used"] },
  },
  {
    name: "a used drive sold as used",
    given: given(sampleHealth({ powerOnHours: 900 }), { purchase: "used" }),
    ...{ ...usual, grade: "good", required: ["health-well", "drive-used"] },
  },
  {
    name: "a drive whose statements contradict each other",
    given: given(sampleHealth({ criticalWarnings: ["spare", "volatile_mem", "pmr_readonly"] })),
    ...{ ...usual, grade: "fair", required: ["health-care"] },
  },
  {
    name: "a drive the system shows nothing of",
    given: given(unknownHealth("not-shown", { temperatureCelsius: 41 })),
    ...{ ...usual, grade: "good", required: ["health-not-known"], forbidden: ["drive-new"] },
  },
  {
    name: "a volume on several drives",
    given: { report: { health: unknownHealth("several-drives") }, drive: { disks: 2 } },
    ...{ ...usual, grade: "good", required: ["health-not-known"] },
  },
  {
    name: "a drive whose page of health is blank",
    given: given({
      ...unknownHealth("not-shown"),
      ...{ gap: null, source: "windows", protocol: "nvme" },
      impossible: [{ quantity: "page", value: null }],
    }),
    ...{ ...usual, grade: "good", required: ["health-not-known"] },
  },
  {
    name: "a long write that becomes slower close to the drive's limit",
    given: heated([
      [30, 70],
      [40, 81],
      [50, 82],
    ]),
    ...{ ...usual, grade: "fair", required: ["fast-cache-full"], forbidden: ["throttled"] },
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
    ...{ ...usual, grade: "fair", required: ["fast-cache-full"], forbidden: ["throttled"] },
  },
  {
    name: "a long write that becomes slower at the drive's limit and stays so when it has cooled down",
    given: heated([
      [30, 70],
      [40, 84],
      [50, 80],
      [60, 70],
      [70, 60],
      [110, 60],
      [120, 60],
    ]),
    ...{ ...usual, grade: "fair", required: ["throttled"], forbidden: ["fast-cache-full"] },
  },
];
