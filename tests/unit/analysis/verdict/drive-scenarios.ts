import { sampleModes } from "../../../helpers/sample-modes";
import {
  accused,
  linux,
  promised,
  provenFair,
  provenGood,
  type Scenario,
  unknown,
  unproven,
} from "./scenario";

/** A stick that writes at most 22 MB/s, which is some 5 400 blocks of 4 KiB per second. */
const slowStick: Scenario["given"] = {
  drive: { kind: "usb", bus: "usb", removable: true },
  sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 },
};

/** Scenarios of drives, caches and flush counters on Linux. */
export const driveScenarios: readonly Scenario[] = [
  {
    name: "Linux laptop, write-back cache, a flush per save",
    given: {},
    ...provenGood,
    safeSpeed: /^690 saves a second$/,
    headline: /690 times a second on this drive; that is as fast as a good laptop SSD\.$/,
    required: ["flushes-seen", "data-verified", "nearest-published"],
    forbidden: [
      "no-evidence",
      "flushes-missing",
      "slow-saves",
      "virtual-drive",
      "too-fast-for-cache",
    ],
  },
  {
    name: "force-unit-access writes without flushes are no ground for suspicion",
    given: { modes: sampleModes.linux.filter(({ mode }) => mode === "o_direct_dsync") },
    // Nothing is proven, because the ordinary save was not measured.
    ...unproven,
    required: ["no-evidence"],
    forbidden: ["flushes-missing", "flushes-seen"],
  },
  {
    name: "a flush for every save on the visible levels",
    given: { modes: linux(900, 1).map((mode) => ({ ...mode, partOfTheWay: true })) },
    ...promised,
    required: ["flushes-passed-on"],
    forbidden: ["no-evidence", "flushes-seen", "flushes-missing"],
  },
  {
    name: "no flush on the visible levels, with unknown levels below",
    given: {
      modes: linux(900, 0).map((mode) => ({ ...mode, partOfTheWay: true })),
      volume: { writeCache: "unknown" },
    },
    ...promised,
    required: ["no-evidence"],
    forbidden: ["flushes-passed-on", "flushes-missing"],
  },
  {
    name: "saves that become slow for good",
    given: { modes: linux(1900, 1).map((mode) => ({ ...mode, slowsTo: 45 })) },
    ...provenFair,
    safeSpeed: /^1 8\d0, then 46 saves a second$/,
    headline:
      /made 1 8\d0 times a second on this drive at first, and 46 times once between 3\d\d MB and 400 MB had been written; that is as slow as a hard disk\.$/,
    required: ["saves-slowed", "slow-saves"],
    forbidden: ["figures-vary"],
  },
  {
    name: "saves that become slow when the drive reaches its own limit of temperature",
    given: {
      modes: linux(1900, 1).map((mode) => ({ ...mode, slowsTo: 45 })),
      report: {
        // All rounds of a sample begin at noon.
        startedAt: "2026-01-01T11:59:40.000Z",
        temperatures: [
          { ns: 0, celsius: 41 },
          { ns: 10e9, celsius: 72 },
          { ns: 20e9, celsius: 84 },
        ],
        temperatureLimitCelsius: 84,
      },
    },
    ...provenFair,
    safeSpeed: /^1 8\d0, then 46 saves a second$/,
    headline:
      /made 1 8\d0 times a second on this drive at first, and 46 times once it had become hot; that is as slow as a hard disk\.$/,
    required: ["throttled", "slow-saves"],
    forbidden: ["figures-vary", "saves-slowed"],
  },
  {
    name: "write-back cache and no flush at all",
    given: { modes: linux(40_000, 0) },
    ...accused,
    safeSpeed: /^Not known$/,
    headline: /can be lost in a power cut/,
    required: ["flushes-missing"],
    // The missing flushes explain the high rate, so "too-fast-for-cache" must not appear as well.
    forbidden: ["flushes-seen", "too-fast-for-cache", "other-saves-unflushed"],
  },
  {
    name: "a plausible speed does not excuse missing flushes",
    given: { modes: linux(900, 0) },
    ...accused,
    required: ["flushes-missing"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "the ordinary save without flushes among honest ones",
    given: {
      modes: linux(900, 1).map((mode) =>
        mode.mode === "fsync" ? { ...mode, flushesPerSave: 0 } : mode,
      ),
    },
    ...accused,
    required: ["flushes-missing"],
    forbidden: ["flushes-seen"],
  },
  {
    name: "another save without flushes beside the ordinary one with them",
    given: {
      modes: linux(900, 1).map((mode) =>
        mode.mode === "fdatasync" ? { ...mode, flushesPerSave: 0 } : mode,
      ),
    },
    grade: "poor",
    saved: "Ordinary saves, as far as can be seen",
    honesty: "Evidence in part",
    required: ["flushes-seen", "other-saves-unflushed"],
    forbidden: ["flushes-missing"],
  },
  {
    name: "another save with half a flush beside the ordinary one with all",
    given: {
      modes: linux(900, 1).map((mode) =>
        mode.mode === "o_sync" ? { ...mode, flushesPerSave: 0.5 } : mode,
      ),
    },
    ...provenFair,
    saved: "Ordinary saves, as far as can be seen",
    honesty: "Evidence in part",
    required: ["flushes-seen", "other-saves-unflushed"],
    forbidden: ["flushes-missing", "flushes-too-few"],
  },
  {
    name: "half a flush per save",
    given: { modes: linux(900, 0.5) },
    grade: "unknown",
    saved: "Not known",
    honesty: "Suspicious",
    required: ["flushes-too-few"],
    forbidden: ["flushes-seen", "flushes-missing"],
  },
  {
    name: "no flush, and nothing known of the cache",
    given: { modes: linux(900, 0), volume: { writeCache: "unknown" } },
    ...unproven,
    required: ["flushes-not-seen"],
    forbidden: ["flushes-missing", "flushes-seen"],
  },
  {
    name: "server NVMe that reports no volatile cache",
    given: { modes: linux(33_000, 0), volume: { writeCache: "write-through" } },
    ...provenGood,
    headline: /as fast as a server drive with power-loss protection\.$/,
    required: ["no-volatile-cache"],
    forbidden: ["flushes-missing", "too-fast-for-cache", "no-evidence"],
  },
  {
    name: "USB stick taken for one without a cache",
    given: {
      modes: linux(223, 0),
      drive: { kind: "usb", bus: "usb", removable: true },
      volume: { writeCache: "write-through" },
    },
    ...unproven,
    headline: /but whether the saves are safe is not known\.$/,
    required: ["cache-state-assumed"],
    forbidden: ["no-volatile-cache", "flushes-missing"],
  },
  {
    name: "SATA SSD whose cache is reported as off",
    given: {
      modes: linux(1500, 0),
      drive: { kind: "sata-ssd", bus: "sata" },
      volume: { writeCache: "write-through" },
    },
    ...promised,
    required: ["cache-reported-off"],
    forbidden: ["no-volatile-cache", "cache-state-assumed"],
  },
  {
    name: "hard disk at the speed of its rotation",
    given: { modes: linux(82, 1), drive: { kind: "hard-disk", bus: "sata" } },
    ...provenGood,
    headline: /82 times a second on this drive; that is what hard disks do\.$/,
    required: ["flushes-seen", "slow-saves"],
    forbidden: ["faster-than-disk-turns"],
  },
  {
    name: "hard disk that confirms faster than any disk rotates, flushes seen",
    given: { modes: linux(900, 1), drive: { kind: "hard-disk", bus: "sata" } },
    ...unknown,
    headline: /whether this one is protected is not known\.$/,
    required: ["faster-than-disk-turns", "flushes-seen"],
    forbidden: ["slow-saves"],
  },
  {
    name: "hard disk that confirms faster than any disk rotates, cache reported off",
    given: {
      modes: linux(900, 0),
      drive: { kind: "hard-disk", bus: "sata" },
      volume: { writeCache: "write-through" },
    },
    ...unknown,
    required: ["faster-than-disk-turns"],
  },
  {
    name: "SSD with a volatile cache, flushes seen, faster than flash can be",
    given: { modes: linux(45_000, 1) },
    ...unknown,
    required: ["too-fast-for-cache", "flushes-seen"],
  },
  {
    name: "a stick that confirms more than it ever writes",
    given: { ...slowStick, modes: linux(12_500, 1) },
    ...unknown,
    required: ["saves-outpace-writing", "flushes-seen"],
    forbidden: ["too-fast-for-cache"],
  },
  {
    name: "a stick that confirms twice what it writes, which a fast part explains",
    given: { ...slowStick, modes: linux(10_000, 1) },
    ...provenGood,
    required: ["flushes-seen"],
    forbidden: ["saves-outpace-writing"],
  },
  {
    name: "Linux without flush counters",
    given: { modes: linux(1400, null) },
    ...promised,
    required: ["no-evidence"],
    forbidden: ["flushes-seen", "flushes-missing", "flushes-not-seen"],
  },
];
