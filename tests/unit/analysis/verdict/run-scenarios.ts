import { driveError } from "#contract/drive-error";
import { sampleModes } from "../../../helpers/sample-modes";
import {
  accused,
  clean,
  linux,
  lost,
  provenFair,
  provenGood,
  type Scenario,
  unknown,
} from "./scenario";

/** A run in which one mode had no space to rewrite; the other modes were measured before. */
function noRoom(fileSystem: string): Scenario["given"] {
  const error = driveError("volume-full", "The drive filled up.", {
    syscall: "pwrite",
    osCode: 28,
    offset: 8192,
  });
  return {
    modes: linux(1400, 1).map((mode) =>
      mode.mode === "o_direct" ? { mode: mode.mode, failure: error } : mode,
    ),
    volume: { fileSystem },
    report: { partial: true, error, verification: null },
  };
}

/** Scenarios of errors, partial runs and doubtful circumstances. */
export const runScenarios: readonly Scenario[] = [
  {
    name: "blocks that came back changed, on an otherwise good drive",
    given: {
      report: {
        verification: {
          ...clean,
          mismatchCount: 12,
          mismatches: [{ offset: 4096, expected: "a", found: "b" }],
        },
        error: driveError("wrong-data", "Blocks differ."),
        partial: true,
      },
    },
    ...accused,
    headline: /12 of 65 536 blocks differ/,
    required: ["data-differs"],
    forbidden: ["data-verified", "inspection-stopped", "drive-error"],
  },
  {
    name: "error of the drive, nothing measured",
    given: {
      modes: [],
      report: {
        partial: true,
        verification: null,
        error: driveError("drive-error", "A flush failed.", {
          syscall: "fdatasync",
          osCode: 5,
          offset: 8192,
        }),
      },
    },
    ...lost,
    safeSpeed: /^Not known$/,
    headline: /^Saving failed here/,
    required: ["drive-error"],
    forbidden: ["inspection-stopped", "data-verified", "not-verified"],
  },
  {
    name: "an unreadable block after readable ones",
    given: {
      report: {
        partial: true,
        verification: { ...clean, blocksChecked: 5632 },
        error: driveError("drive-error", "Reading failed.", { syscall: "pread", osCode: 5 }),
      },
    },
    grade: "poor",
    saved: "No",
    honesty: "Evidence seen",
    required: ["drive-error", "not-verified"],
    forbidden: ["data-verified"],
  },
  {
    name: "two unreadable blocks among many readable ones",
    given: {
      report: {
        partial: true,
        verification: { ...clean, unreadable: [4096, 8192] },
        error: driveError("drive-error", "Reading failed.", { syscall: "pread", osCode: 5 }),
      },
    },
    grade: "poor",
    saved: "No",
    honesty: "Evidence seen",
    required: ["drive-error", "not-verified"],
    forbidden: ["data-verified", "data-differs"],
  },
  {
    name: "a complete file could not be rewritten for lack of room",
    given: noRoom("ext4"),
    ...accused,
    headline: /^There is less room here than is shown/,
    required: ["holds-less"],
    forbidden: ["volume-full", "mode-failed"],
  },
  {
    name: "a rewrite that found no room on a file system that copies on write",
    given: noRoom("btrfs"),
    ...provenFair,
    required: ["volume-full"],
    forbidden: ["holds-less", "mode-failed"],
  },
  {
    name: "a growing file that found no room",
    given: { ...noRoom("ext4"), modes: linux(1400, 1) },
    ...provenFair,
    required: ["volume-full"],
    forbidden: ["holds-less"],
  },
  {
    name: "stopped while reading back",
    given: { report: { partial: true, verification: { ...clean, blocksChecked: 5632 } } },
    ...provenFair,
    required: ["inspection-stopped", "not-verified"],
    forbidden: ["data-verified"],
  },
  {
    name: "one mode failed, the others went on",
    given: {
      modes: [
        ...sampleModes.linux.filter(({ mode }) => mode !== "o_sync"),
        {
          mode: "o_sync",
          iops: 500,
          flushesPerSave: 1,
          failure: driveError("drive-error", "Input/output error."),
        },
      ],
    },
    grade: "poor",
    saved: "No",
    honesty: "Evidence seen",
    required: ["mode-failed", "flushes-seen"],
  },
  {
    name: "the drive was unplugged",
    given: {
      report: {
        partial: true,
        verification: null,
        error: driveError("volume-gone", "The drive was removed; nothing is said about it."),
      },
    },
    ...unknown,
    safeSpeed: /^Not known$/,
    headline: /^The drive was removed; nothing is said about it\.$/,
    required: ["volume-gone"],
    forbidden: ["drive-error", "not-verified", "flushes-seen", "nearest-published"],
  },
  {
    name: "a limit of the system: no word against the drive",
    given: {
      report: {
        partial: true,
        verification: null,
        error: driveError("system-limit", "Too few processes.", { syscall: "fork", osCode: 11 }),
      },
    },
    ...provenFair,
    required: ["inspection-broke-off"],
    forbidden: ["drive-error", "mode-failed"],
  },
  {
    name: "the engine died: no word against the drive",
    given: {
      report: {
        partial: true,
        verification: null,
        error: driveError("engine-died", "The measuring part ended unexpectedly."),
      },
    },
    ...provenFair,
    required: ["inspection-broke-off"],
    forbidden: ["drive-error", "volume-gone", "inspection-stopped"],
  },
  {
    name: "the volume ran full",
    given: {
      report: { partial: true, verification: null, error: driveError("volume-full", "No space.") },
    },
    ...provenFair,
    required: ["volume-full"],
    forbidden: ["drive-error"],
  },
  {
    name: "btrfs ran full of old and new data: no word against the drive",
    given: {
      volume: { fileSystem: "btrfs" },
      report: {
        partial: true,
        verification: null,
        error: driveError("volume-full", "No space.", { syscall: "pwrite", osCode: 28 }),
      },
    },
    ...provenFair,
    required: ["volume-full"],
    forbidden: ["drive-error", "holds-less"],
  },
  {
    name: "stopped by the person",
    given: { report: { partial: true, verification: null } },
    ...provenFair,
    required: ["inspection-stopped"],
    forbidden: ["data-verified", "not-verified"],
  },
  {
    name: "a read-back from a cache below, as the disk's counters show",
    given: { report: { verification: { ...clean, deviceReadBytes: 5_200_000 } } },
    ...provenGood,
    required: ["data-verified-partly"],
    forbidden: ["data-verified", "data-verified-uncounted"],
  },
  {
    name: "a read-back without I/O counters",
    given: { report: { verification: { ...clean, deviceReadBytes: null } } },
    ...provenGood,
    required: ["data-verified-uncounted"],
    forbidden: ["data-verified", "data-verified-partly"],
  },
  {
    name: "compared in memory only, on battery, with pauses and wild figures",
    given: {
      modes: linux(1400, 1).map((mode) => ({ ...mode, deviation: 0.6, slowestNs: 1_300_000_000 })),
      host: { powerSource: "battery" },
      report: { verification: { ...clean, aroundCache: false } },
    },
    ...provenFair,
    required: ["data-verified-in-memory", "on-battery", "long-pauses", "figures-vary"],
    forbidden: ["data-verified"],
  },
  {
    name: "finished without reading back",
    given: { report: { verification: null } },
    ...provenFair,
    required: ["not-verified"],
    forbidden: ["data-verified", "figures-vary", "long-pauses", "on-battery"],
  },
];
