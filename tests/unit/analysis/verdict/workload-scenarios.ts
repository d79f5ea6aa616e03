import { planFor } from "#analysis/plan";
import { type Capacity, capacityUntested } from "#contract/workloads/capacity";
import { planWith } from "../../../helpers/plan-with";
import { sampleCapacity } from "../../../helpers/sample-capacity";
import { accused, linux, lost, notMeasured, provenGood, type Scenario } from "./scenario";

const oldFiles = (changedBytes: number, ownBytes: number) => ({
  files: 12,
  sampledBytes: 1 << 20,
  changedFiles: changedBytes > 0 ? 1 : 0,
  changedBytes,
  ownBytes,
});

/** All of the free space is as written, but older files have changed. */
const withOldFiles =
  (result: Capacity["result"], changedBytes: number, ownBytes: number) => (): Capacity => ({
    ...sampleCapacity("whole"),
    result,
    oldFiles: oldFiles(changedBytes, ownBytes),
  });

/** Scenarios of the workloads beside the flush modes. */
export const workloadScenarios: readonly Scenario[] = [
  {
    ...provenGood,
    name: "every test on an ordinary laptop",
    given: { sweep: {}, interval: {}, chunked: "ordinary" },
    required: ["buffer-knee", "sync-interval-cost", "background-sync", "chunked-ratio"],
    forbidden: ["buffer-unclear", "sync-interval-cheap", "test-failed", "not-verified"],
  },
  {
    ...provenGood,
    name: "documents saved with and without confirmation",
    given: { documents: {} },
    required: ["document-saves"],
  },
  {
    ...provenGood,
    name: "documents whose folder cannot be flushed",
    given: { documents: { refusals: { fsync: "fsync: EINVAL, Invalid argument" } } },
    required: [],
    forbidden: ["document-saves"],
  },
  {
    ...provenGood,
    name: "several writers whose flushes the system merges",
    given: { parallel: {} },
    required: ["parallel-saves"],
  },
  {
    ...provenGood,
    name: "several writers that together save as often as one",
    given: { parallel: { unslowed: 1, flushesPerSave: null } },
    required: ["parallel-saves"],
  },
  {
    ...provenGood,
    name: "chunked writes whose passes in opposite orders disagree",
    given: {
      chunked: [
        ["fdatasync", [100_000, 100_000]],
        ["fsync", [400_000, 3_900_000]],
      ],
    },
    required: ["chunked-disagree"],
    forbidden: ["chunked-ratio"],
  },
  {
    ...provenGood,
    name: "chunked writes whose passes differ as much as the ways of saving",
    given: {
      chunked: [
        ["fsync", [1_000_000, 1_300_000]],
        ["fdatasync", [1_100_000, 900_000]],
        ["o_sync", [1_250_000, 1_350_000]],
        ["o_direct_dsync", [950_000, 1_000_000]],
      ],
    },
    required: ["chunked-ratio"],
    forbidden: ["chunked-disagree"],
  },
  {
    ...provenGood,
    name: "a second layout, a sweep around the cache and a second primitive",
    given: {
      append: [{ mode: "fdatasync", iops: 500, flushesPerSave: 2 }],
      sweep: {},
      direct: {},
      ladders: [
        ["fdatasync", {}],
        ["fsync", { syncNs: 2_000_000 }],
      ],
    },
    required: ["append-cost", "direct-writes", "sync-interval-cost", "sync-interval-modes"],
    forbidden: ["modes-unavailable", "mode-failed"],
  },
  {
    ...provenGood,
    name: "a save after a rest that takes longer than one of many",
    given: { spaced: { p50Ns: 2_900_000, flushesPerSave: 2 } },
    required: ["spaced-saves"],
  },
  {
    ...provenGood,
    name: "a save after a rest that takes as long as one of many",
    given: { spaced: { p50Ns: 1_500_000, flushesPerSave: 1.1 } },
    required: [],
    forbidden: ["spaced-saves"],
  },
  {
    ...provenGood,
    name: "plain writes that are slower after the file was filled in large pieces",
    given: { plainRatios: [2.8, 3.1] },
    required: ["plain-writes"],
  },
  {
    ...provenGood,
    name: "plain writes that do not depend on how the file was filled",
    given: { plainRatios: [1.05, 0.96] },
    required: ["plain-writes"],
  },
  {
    ...provenGood,
    name: "plain writes whose rounds do not agree",
    given: { plainRatios: [1.4, 3] },
    required: [],
    forbidden: ["plain-writes"],
  },
  {
    ...provenGood,
    name: "the verdict leaves out refused and unmeasured modes",
    given: {
      append: [{ mode: "fdatasync" }, { mode: "none", iops: 90_000 }],
      ladders: [
        ["fdatasync", {}],
        ["fsync", "fsync: EINVAL, Invalid argument"],
      ],
    },
    required: ["sync-interval-cost"],
    forbidden: ["append-cost", "direct-writes", "sync-interval-modes"],
  },
  {
    ...provenGood,
    name: "a processor that was not busy below the knee is not named as the limit",
    given: { sweep: { cpuShare: 0.6 } },
    required: ["buffer-unclear"],
    forbidden: ["buffer-knee"],
  },
  {
    ...provenGood,
    name: "a sweep that was cut after four sizes",
    given: {
      sweep: {},
      report: {
        plan: planWith(planFor("quick", "linux", ["flush-modes", "buffer-sweep"]), {
          "buffer-sweep": { bufferBytes: [512, 1024, 2048, 4096] },
        }),
      },
    },
    required: ["buffer-unclear"],
    forbidden: ["buffer-knee"],
  },
  {
    ...provenGood,
    name: "a long write that fills the drive's fast cache",
    given: { sustained: {} },
    grade: "good",
    required: ["fast-cache-full"],
    forbidden: ["sustained-steady"],
  },
  {
    ...provenGood,
    name: "a long write during which the drive reaches its own limit of temperature",
    given: {
      // The fast cache lasts for ten seconds of writing.
      sustained: { startNs: 60e9 },
      report: {
        temperatures: [
          { ns: 0, celsius: 41 },
          { ns: 60e9, celsius: 66 },
          { ns: 65e9, celsius: 78 },
          { ns: 70e9, celsius: 84 },
        ],
        temperatureLimitCelsius: 84,
      },
    },
    grade: "fair",
    required: ["throttled"],
    forbidden: ["fast-cache-full", "sustained-steady"],
  },
  {
    ...provenGood,
    name: "a long write whose speed does not fall",
    given: { sustained: { fastBytes: null } },
    required: ["sustained-steady"],
    forbidden: ["fast-cache-full"],
  },
  {
    ...provenGood,
    name: "a long write that the system refuses",
    given: { sustained: { refusal: "open: EINVAL, Invalid argument" } },
    required: [],
    forbidden: ["sustained-steady", "fast-cache-full"],
  },
  {
    ...provenGood,
    name: "a drive whose free space is all there",
    given: { capacity: "whole" },
    required: ["capacity-whole"],
    forbidden: ["capacity-false", "capacity-part"],
  },
  {
    name: "a drive that is smaller than it says",
    headline: /^Do not store anything on this drive: it is smaller than it says/,
    given: { capacity: "false" },
    ...accused,
    required: ["capacity-false"],
    forbidden: ["capacity-whole", "capacity-damaged"],
  },
  {
    name: "a drive that is smaller than it says, or badly damaged",
    headline: /^Do not store anything on this drive: it is smaller than it says, or badly damaged/,
    given: { capacity: "false-or-damaged" },
    ...accused,
    required: ["capacity-false-or-damaged"],
    forbidden: ["capacity-false", "capacity-whole", "capacity-damaged"],
  },
  {
    name: "a drive that lost some of the blocks written",
    given: { capacity: "damaged" },
    ...accused,
    required: ["capacity-damaged"],
    forbidden: ["capacity-false", "capacity-whole"],
  },
  {
    name: "a drive whose old files changed while its free space was filled",
    headline: /^Data is lost here: files that were there before/,
    given: { capacity: withOldFiles("damaged", 65_536, 0) },
    ...accused,
    required: ["capacity-old-files"],
    forbidden: ["capacity-damaged", "capacity-whole", "capacity-part"],
  },
  {
    name: "a drive whose old files hold what the test wrote elsewhere",
    headline: /^Do not store anything on this drive: it is smaller than it says and/,
    given: { capacity: withOldFiles("false", 8 * 65_536, 7 * 65_536) },
    ...accused,
    required: ["capacity-false", "capacity-old-files"],
    forbidden: ["capacity-whole", "capacity-part"],
  },
  {
    name: "a drive that lost much data and changed old files",
    given: {
      capacity: () => ({
        ...sampleCapacity("false-or-damaged"),
        oldFiles: oldFiles(8 * 65_536, 0),
      }),
    },
    ...accused,
    required: ["capacity-false-or-damaged", "capacity-old-files"],
    forbidden: ["capacity-whole", "capacity-part"],
  },
  {
    ...provenGood,
    name: "a drive that was half full, and whose files did not change",
    given: {
      capacity: () => ({
        ...sampleCapacity("whole"),
        result: "part",
        untested: ["in-use"],
        usedBytes: 8e7,
        oldFiles: oldFiles(0, 0),
      }),
    },
    required: ["capacity-part"],
    forbidden: ["capacity-whole", "capacity-false", "capacity-old-files"],
  },
  ...capacityUntested.map(
    (reason): Scenario => ({
      ...provenGood,
      name: `a drive whose free space was tested in part (${reason})`,
      given: {
        capacity: () => ({
          ...sampleCapacity("part"),
          untested: [reason],
          usedBytes: null,
          leftBytes: 5e7,
          ...(reason === "limit" ? { targetBytes: 67_108_864, filledBytes: 67_108_864 } : {}),
        }),
      },
      required: ["capacity-part"],
      forbidden: ["capacity-whole", "capacity-false"],
    }),
  ),
  {
    ...provenGood,
    name: "a drive whose free space was read back in part",
    given: { capacity: "part" },
    required: ["capacity-part"],
    forbidden: ["capacity-whole", "capacity-false"],
  },
  {
    ...provenGood,
    name: "a drive whose free space was filled and not read back",
    given: { capacity: "not-known" },
    required: ["capacity-not-known"],
    forbidden: ["capacity-whole", "capacity-false"],
  },
  {
    ...provenGood,
    name: "reads and writes around the cache on an ordinary laptop",
    given: { reading: {} },
    required: ["random-reads", "many-at-once", "large-files"],
    forbidden: ["reads-from-cache", "reading-unavailable"],
  },
  {
    ...provenGood,
    name: "reads without I/O counters",
    given: { reading: { deliveredShare: null } },
    required: ["random-reads"],
    forbidden: ["reads-from-cache", "reading-unavailable"],
  },
  {
    ...provenGood,
    name: "reads answered by a cache on the way",
    given: { reading: { deliveredShare: 0.3 } },
    required: ["reads-from-cache"],
    forbidden: ["random-reads", "many-at-once", "large-files", "reading-unavailable"],
  },
  {
    ...provenGood,
    name: "small reads that the system takes through its cache",
    given: { reading: { refusal: "fcntl(F_NOCACHE): EINVAL, Invalid argument" } },
    required: ["reading-unavailable", "large-files"],
    forbidden: ["random-reads", "many-at-once", "reads-from-cache"],
  },
  {
    ...provenGood,
    name: "a file system that refuses to go around the cache",
    given: { reading: { refusal: "open: EINVAL, Invalid argument", refusesAll: true } },
    required: ["reading-unavailable"],
    forbidden: ["random-reads", "many-at-once", "large-files"],
  },
  {
    name: "direct writes on a btrfs that buffers them",
    given: {
      direct: {},
      volume: { fileSystem: "btrfs" },
      host: { osVersion: "Debian GNU/Linux 13 (trixie), kernel 6.18.4" },
    },
    ...provenGood,
    required: ["direct-writes", "direct-writes-buffered"],
  },
  {
    name: "frequent saves in memory cost nothing, and the finding says why",
    given: {
      modes: linux(200_000, null),
      drive: { kind: "memory" },
      volume: { fileSystem: "tmpfs", writeCache: "unknown" },
      sweep: { driveBytesPerSecond: null },
      interval: { syncNs: 200, driveBytesPerSecond: 1e12, backgroundSyncs: 0 },
    },
    ...lost,
    required: ["memory-file-system", "sync-interval-cheap", "buffer-knee"],
    forbidden: ["sync-interval-cost", "background-sync"],
  },
  {
    ...provenGood,
    name: "one test failed, and the person stopped nothing",
    given: {
      report: {
        plan: planFor("quick", "linux"),
        partial: true,
        warnings: [{ code: "test-failed", message: "One test could not go on. No space left" }],
      },
    },
    grade: "fair",
    required: ["test-failed"],
    forbidden: ["inspection-stopped", "drive-error"],
  },
  {
    ...notMeasured,
    name: "a plan of the buffer sweep alone",
    given: {
      modes: [],
      sweep: {},
      report: { plan: planFor("quick", "linux", ["buffer-sweep"]), verification: null },
    },
    headline:
      /^This inspection tested (the speed of writes by their size|what saving more often costs);/,
    required: ["buffer-knee"],
    forbidden: ["not-verified", "no-evidence"],
  },
  {
    ...notMeasured,
    name: "a plan of the sync interval alone, without reading back",
    given: {
      modes: [],
      interval: {},
      report: { plan: planFor("quick", "linux", ["sync-interval"]), verification: null },
    },
    headline:
      /^This inspection tested (the speed of writes by their size|what saving more often costs);/,
    required: ["sync-interval-cost", "not-verified"],
  },
];
