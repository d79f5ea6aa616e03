import { planFor, withChanges } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { isSyncing } from "#contract/flush-mode";
import type { HistoryEntry } from "#contract/history";
import type { Report } from "#contract/report";
import { unknownDrive } from "#contract/volume";
import { workloadIds } from "#contract/workloads/index";
import { historyEntryOf } from "../../../electron/history-host/read-entry";
import { sampleHealth } from "../sample-health";
import { type SampleMode, sampleModes } from "../sample-modes";
import { directSample } from "../workloads/buffer-sweep";
import { sampleChunkedModes } from "../workloads/chunked-writes";
import { sampleVariants } from "../workloads/commits";
import { growingModes } from "../workloads/flush-modes";
import { ordinaryOf } from "../workloads/index";
import { lifelikeReport as report } from "./lifelike-report";
import { laptopComputer } from "./volumes";

export const goodReport = report("11111111-1111-4111-8111-111111111111", {
  volume: { encryption: "LUKS" },
  drive: {
    model: "Samsung SSD 990 PRO 1TB",
    serial: "S6Z1NJ0TA00001",
    firmware: "4B2QJXD7",
    capacityBytes: 1_000_204_886_016,
    link: {
      type: "pcie",
      gigatransfersPerSecond: 8,
      lanes: 4,
      most: { gigatransfersPerSecond: 16, lanes: 4 },
    },
    sectorBytes: { logical: 512, physical: 4096 },
    hostMemoryBuffer: false,
    disks: 1,
  },
  report: {
    computer: laptopComputer,
    health: sampleHealth(),
    purchase: "new",
  },
});

/** A drive whose flush is as slow as a hard disk's, with a mode refused and two warnings. */
export const slowReport = report("22222222-2222-4222-8222-222222222222", {
  drive: { model: "APPLE SSD AP0512Q" },
  host: { powerSource: "battery" },
  modes: [
    { mode: "none", iops: 412_000, flushesPerSave: 0 },
    { mode: "fsync", iops: 43.8, deviation: 0.12, flushesPerSave: 1.1, slowestNs: 410_000_000 },
    {
      mode: "fdatasync",
      iops: 46.2,
      deviation: 0.08,
      flushesPerSave: 1,
      disturbedRounds: [2],
      repeatedRounds: [2, 4],
    },
    { mode: "o_dsync", iops: 46.1, flushesPerSave: 1 },
    { mode: "o_sync", iops: 44.9, flushesPerSave: 1.1 },
    {
      mode: "o_direct",
      refusal: "open: EINVAL, Invalid argument",
    },
    {
      mode: "o_direct_dsync",
      refusal: "open: EINVAL, Invalid argument",
    },
  ],
  report: {
    warnings: [
      { code: "on-battery", message: "The computer ran on battery." },
      { code: "busy-drive", message: "Another program wrote 40 MB during round 3." },
    ],
  },
});

export const macReport = report("33333333-3333-4333-8333-333333333333", { os: "macos" });

export const windowsReport = report("44444444-4444-4444-8444-444444444444", { os: "windows" });

export const partialReport = report("55555555-5555-4555-8555-555555555555", {
  modes: sampleModes.linux.map((mode, index) => (index < 3 ? mode : { mode: mode.mode })),
  report: { partial: true, verification: null },
});

export const errorReport = report("66666666-6666-4666-8666-666666666666", {
  drive: {
    ...unknownDrive,
    model: "SanDisk Ultra USB 3.0",
    kind: "usb",
    bus: "usb",
    removable: true,
  },
  volume: { encryption: "none", writeCache: "unknown" },
  modes: sampleModes.linux.map((mode) => ({ ...mode, flushesPerSave: null })).slice(0, 4),
  report: {
    partial: true,
    verification: null,
    error: driveError(
      "drive-error",
      "The drive or its connection failed. Copy what is on it to another drive first.",
      { syscall: "fsync", osCode: 5, offset: 40_960 },
    ),
  },
});

/**
 * A USB stick that the kernel takes for a drive without a write cache: the verdict cannot tell
 * whether saves are safe.
 */
export const unknownReport = report("77777777-7777-4777-8777-777777777777", {
  drive: { ...unknownDrive, model: "Generic Flash Disk", kind: "usb", bus: "usb", removable: true },
  volume: { encryption: "none", writeCache: "write-through", fileSystem: "vfat" },
  modes: sampleModes.linux.map((mode) =>
    mode.iops === undefined
      ? mode
      : {
          ...mode,
          iops: Math.min(mode.iops, mode.mode === "none" ? 120_000 : 223),
          flushesPerSave: 0,
        },
  ),
});

const busyRounds = { disturbedRounds: [0, 1, 2, 3, 4], repeatedRounds: [1, 4] };

/**
 * Another program wrote during every round, both with a file that is rewritten and with one that
 * grows.
 */
export const busyReport = report("12121212-1212-4121-8121-121212121212", {
  drive: { model: "Samsung SSD 990 PRO 1TB" },
  modes: sampleModes.linux.map((mode) => ({ ...mode, ...busyRounds })),
  append: growingModes.map((mode) => ({ ...mode, ...busyRounds })),
});

/** All syncing modes have about the same rate, as in most virtual machines. */
const alike = (iops: number): readonly SampleMode[] =>
  sampleModes.linux.map((sample, index) =>
    isSyncing(sample.mode)
      ? { ...sample, iops: iops + 40 * index, deviation: 0.12, flushesPerSave: 1 }
      : sample,
  );

/**
 * A report from a virtual machine with a long warning. Most modes are equally fast, so most table
 * rows name four other modes as not different.
 */
export const virtualReport = report("13131313-1313-4131-8131-131313131313", {
  drive: { model: null, kind: "virtual", bus: "virtio" },
  volume: { mountOptions: "rw,relatime,discard,resuid=65534,resgid=65534" },
  host: { virtualMachine: "KVM" },
  modes: alike(7100),
  append: alike(4700),
  report: {
    warnings: [
      {
        code: "virtual-drive",
        message:
          "This drive is made by software, a virtual machine or an image file; whether a save reaches a real drive is decided by what stands behind it.",
      },
    ],
  },
});

/**
 * The results of all workloads but the long write and the direct writes of the write-size sweep.
 */
const { sustained, direct, ...everyTest } = ordinaryOf();
const standard = planFor("standard", "linux", workloadIds);

/** Temperatures that rise with the long write and stay below the limit. */
const warmingUp = {
  temperatures: Array.from({ length: 57 }, (_, index) => ({
    ns: index * 5e9,
    celsius: Math.round(38 + (index < 48 ? index / 6 : 8 + (index - 48) * 2.5)),
  })),
  temperatureLimitCelsius: 84,
};

/** Every test, on an ordinary laptop; in the sweep small writes are limited by the processor. */
export const fullReport = report("88888888-8888-4888-8888-888888888888", {
  ...everyTest,
  chunked: sampleChunkedModes.linux.map(([mode, chunk]) =>
    mode === "o_direct" ? [mode, "open: EINVAL, Invalid argument"] : [mode, chunk],
  ),
  sustained: { startNs: 240e9 },
  drive: { model: "KINGSTON SNV2S1000G" },
  append: growingModes,
  direct: directSample,
  report: { plan: standard, ...warmingUp },
});

const comparing = withChanges(planFor("quick", "linux"), { syncModes: ["fsync", "fdatasync"] });

/** A report that compares two sync calls, made with an addon that was built without libmdbx. */
export const comparedReport = report("bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb", {
  ...everyTest,
  commits: {
    variants: sampleVariants.map((variant) =>
      variant.engine === "mdbx" ? { ...variant, refusal: "built without libmdbx" } : variant,
    ),
  },
  drive: { model: "WD Blue SN580" },
  ladders: [
    ["fsync", { syncNs: 1_300_000 }],
    ["fdatasync", {}],
  ],
  report: { plan: comparing },
});

/** A report of the database commits alone. */
export const commitsReport = report("cccccccc-cccc-4ccc-8ccc-cccccccccccc", {
  commits: {},
  modes: sampleModes.linux.map(({ mode }) => ({ mode })),
  drive: { model: "Crucial P3" },
  report: { plan: planFor("standard", "linux", ["commits"]), verification: null },
});

const sqliteVariants = sampleVariants.filter(({ engine }) => engine === "sqlite");

/** On macOS SQLite waits for the drive only with its setting fullfsync. */
const macVariants = [
  ...sampleVariants.filter(({ engine }) => engine === "append-log"),
  ...sqliteVariants.map((variant) => ({ ...variant, flushesPerCommit: 0.05 })),
  ...sqliteVariants.map(({ durableSettings, relaxedSettings, ...variant }) => ({
    ...variant,
    variant: `${variant.variant}-fullfsync`,
    durableSettings: `${durableSettings}, fullfsync=ON`,
    relaxedSettings: `${relaxedSettings}, fullfsync=ON`,
  })),
  ...sampleVariants.filter(({ engine }) => engine === "mdbx"),
];

/** A Mac whose drive flushes so slowly that the chunked writes are cut short. */
export const fullMacReport = report("99999999-9999-4999-8999-999999999999", {
  ...everyTest,
  os: "macos",
  interval: { syncNs: 20_000_000 },
  commits: { variants: macVariants, flushNs: 20_000_000, flushesSeen: null },
  drive: { model: "APPLE SSD AP1024Z" },
  host: { powerSource: "battery" },
  report: {
    plan: planFor("quick", "linux"),
    warnings: [
      { code: "on-battery", message: "The computer ran on battery." },
      { code: "busy-drive", message: "Another program wrote 40 MB during round 3." },
    ],
  },
});

/** A report of the write size alone. */
export const sweepReport = report("aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa", {
  sweep: { driveBytesPerSecond: 9e6, cpuShare: 0.2 },
  modes: sampleModes.linux.map(({ mode }) => ({ mode })),
  drive: {
    ...unknownDrive,
    model: "Intenso Rainbow Line",
    kind: "usb",
    bus: "usb",
    removable: true,
  },
  volume: { writeCache: "unknown", fileSystem: "vfat", encryption: "none" },
  report: { plan: planFor("standard", "linux", ["buffer-sweep"]), verification: null },
});

/** Reports of more workloads than the flush modes. */
export const workloadReports = [
  fullReport,
  fullMacReport,
  sweepReport,
  comparedReport,
  commitsReport,
];

export const allReports = [
  goodReport,
  slowReport,
  macReport,
  windowsReport,
  partialReport,
  errorReport,
  unknownReport,
];

export const historyEntries: readonly HistoryEntry[] = allReports.map(historyEntry);

export function historyEntry(item: Report, index: number): HistoryEntry {
  const finishedAt = new Date(Date.UTC(2026, 10, 21 - index, 9, 30 - index)).toISOString();
  return { ...historyEntryOf(item), finishedAt };
}
