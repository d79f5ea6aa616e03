import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { operatingSystems } from "#contract/flush-mode";
import { driveKinds } from "#contract/volume-schema";
import { planWith } from "../../../helpers/plan-with";
import { type SampleMode, sampleModes } from "../../../helpers/sample-modes";
import type { SampleOptions } from "../../../helpers/sample-report";
import { sampleVariants } from "../../../helpers/workloads/commits";
import type { CornerCase } from "./corner-cases";
import { linux } from "./scenario";

/**
 * Corner cases of the modes: with a pace, after a rest, refused, and with each degree of evidence.
 */

const quick = planFor("quick", "linux", ["flush-modes"]);
const paced = { plan: planWith(quick, { "flush-modes": { paceOperationsPerSecond: 30 } }) };
const without = (os: "linux" | "macos" | "windows", ...modes: string[]): SampleMode[] =>
  sampleModes[os].filter(({ mode }) => !modes.includes(mode));

const paces: CornerCase[] = [
  ...operatingSystems.map((os) => ({ name: `a pace on ${os}`, given: { os, report: paced } })),
  {
    name: "a pace on a simulated drive",
    given: { drive: { kind: "virtual" }, report: paced },
  },
  {
    name: "a pace with saves that are not known to be safe",
    given: { modes: linux(30, 0.5), report: paced },
  },
  {
    name: "a pace without a measured safe save",
    given: { os: "windows", modes: [{ mode: "write_through", iops: 30 }], report: paced },
  },
  {
    name: "a pace of saves that vary, became slow and grow",
    given: {
      modes: [{ mode: "fsync", iops: 30, slowsTo: 2, deviation: 0.5, flushesPerSave: 1 }],
      append: [{ mode: "fsync", iops: 10 }],
      report: paced,
    },
  },
];

/** At 700 saves per second a save takes 1.43 ms. */
const rests: CornerCase[] = (
  [
    [200_000, null],
    [1_140_000, 1],
    [1_145_000, 1],
    [1_780_000, 2],
    [1_790_000, null],
    [1_790_000, 1.45],
    [1_790_000, 1.5],
    [1_790_000, 2],
  ] as const
).map(([p50Ns, flushesPerSave]) => ({
  name: `a save after a rest of ${p50Ns} ns with ${flushesPerSave} flushes, beside 700 a second`,
  given: { modes: linux(700, 1), spaced: { p50Ns, flushesPerSave } },
}));

const evidences: CornerCase[] = [
  ...driveKinds.flatMap((kind) =>
    ([null, 0, 0.09, 0.1, 0.89, 0.9] as const).map((flushesPerSave) => ({
      name: `${flushesPerSave} flushes for each save on a drive of kind ${kind} that reports write-through`,
      given: {
        modes: linux(900, flushesPerSave),
        drive: { kind },
        volume: { writeCache: "write-through" },
      } satisfies SampleOptions,
    })),
  ),
  ...(["write-back", "unknown"] as const).flatMap((writeCache) =>
    ([0, 0.09, 0.1, 0.89, 0.9] as const).map((flushesPerSave) => ({
      name: `${flushesPerSave} flushes for each save to a cache that is ${writeCache}`,
      given: { modes: linux(900, flushesPerSave), volume: { writeCache } } satisfies SampleOptions,
    })),
  ),
  ...([0.5, 0.89, 0.9] as const).map((flushesPerSave) => ({
    name: `${flushesPerSave} flushes for each save, counted on the visible levels`,
    given: { modes: linux(900, flushesPerSave).map((mode) => ({ ...mode, partOfTheWay: true })) },
  })),
  ...([1, 0.5, 0.05] as const).flatMap((ordinary) =>
    ([0.95, 0.5, 0.05] as const).map((other) => ({
      name: `${ordinary} flushes for each ordinary save, ${other} for each of another kind`,
      given: {
        modes: linux(900, ordinary).map((mode) =>
          mode.mode === "fdatasync" ? { ...mode, flushesPerSave: other } : mode,
        ),
      },
    })),
  ),
  ...[19_999, 20_000, 20_001].map((iops) => ({
    name: `${iops} saves a second by a drive with a cache`,
    given: { modes: linux(iops, 1) },
  })),
];

const refusals: CornerCase[] = [
  {
    name: "a Mac whose file system refuses the full flush",
    given: {
      os: "macos",
      modes: [
        ...without("macos", "f_fullfsync"),
        { mode: "f_fullfsync", refusal: "fcntl: ENOTTY" },
      ],
    },
  },
  {
    name: "a Mac whose full flush was not reached",
    given: { os: "macos", modes: [...without("macos", "f_fullfsync"), { mode: "f_fullfsync" }] },
  },
  {
    name: "a Mac that refuses the ordinary flush",
    given: {
      os: "macos",
      modes: [...without("macos", "fsync"), { mode: "fsync", refusal: "fsync: EINVAL" }],
    },
  },
  {
    name: "a refused ordinary save, a refused mode and one that was not reached",
    given: {
      modes: [
        ...without("linux", "fsync", "o_sync", "o_direct"),
        { mode: "fsync", refusal: "fsync: EINVAL" },
        { mode: "o_sync" },
        { mode: "o_direct" },
      ],
    },
  },
  {
    name: "a Mac whose ordinary flush was not reached",
    given: { os: "macos", modes: without("macos", "fsync") },
  },
  {
    name: "only saves whose flushes were not counted",
    given: { modes: sampleModes.linux.filter(({ mode }) => mode === "o_direct_dsync") },
  },
  {
    name: "only writes that nothing confirms",
    given: { modes: sampleModes.linux.filter(({ mode }) => mode === "none") },
  },
  {
    name: "a plan without saves",
    given: { report: { plan: planFor("quick", "linux", ["buffer-sweep"]) } },
  },
  { name: "a run without figures", given: { modes: [] } },
  {
    name: "two databases that are refused, one of them twice, and one that was not reached",
    given: {
      commits: {
        variants: sampleVariants.map((variant) =>
          variant.engine === "mdbx"
            ? { ...variant, isReached: false }
            : variant.engine === "sqlite"
              ? { ...variant, refusal: "not built in" }
              : variant,
        ),
      },
    },
  },
  { name: "databases that lost a record each", given: { commits: { lost: 1 } } },
  {
    name: "a mode that failed beside a test that failed for lack of room",
    given: {
      modes: [
        ...without("linux", "o_sync"),
        { mode: "o_sync", failure: driveError("volume-full", "No room.") },
      ],
      report: { partial: true, warnings: [{ code: "test-failed", message: "No room" }] },
    },
  },
];

const mounts: CornerCase[] = (
  [
    ["ZFS", { volume: { fileSystem: "zfs" } }],
    ["ZFS below", { volume: { lowerMounts: [{ fileSystem: "zfs", mountOptions: "rw" }] } }],
    [
      "a file system without barriers and without a name",
      {
        volume: { fileSystem: null, mountOptions: "rw,barrier=0" },
      },
    ],
    [
      "one below without barriers",
      {
        volume: {
          fileSystem: "overlay",
          lowerMounts: [{ fileSystem: "f2fs", mountOptions: "rw,fsync_mode=nobarrier" }],
        },
      },
    ],
    [
      "an overlay that drops syncs over a file system without barriers",
      {
        volume: {
          fileSystem: "overlay",
          mountOptions: "rw,volatile",
          lowerMounts: [{ fileSystem: "ext4", mountOptions: "rw,nobarrier" }],
        },
      },
    ],
    ["a removable drive", { drive: { kind: "usb", removable: true } }],
    ["a memory card", { drive: { kind: "memory-card", removable: false } }],
  ] satisfies [string, SampleOptions][]
).map(([name, given]) => ({ name: `the volume: ${name}`, given }));

export const saveCornerCases: readonly CornerCase[] = [
  ...paces,
  ...rests,
  ...evidences,
  ...refusals,
  ...mounts,
];
