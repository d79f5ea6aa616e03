import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import { warningInWords } from "#text/in-words";
import { type SampleMode, sampleModes } from "../../../helpers/sample-modes";
import type { SampleOptions } from "../../../helpers/sample-report";
import { sampleVariants } from "../../../helpers/workloads/commits";
import { clean, linux, type Scenario } from "./scenario";

/**
 * Cases in which one condition of a finding holds and the next one does not, and values at which a
 * word changes. Only the resulting texts are recorded (sentences.test.ts).
 */
export type CornerCase = Pick<Scenario, "name" | "given">;

const stopped = { partial: true } as const;
const cheap = { syncNs: 200, driveBytesPerSecond: 1e12 };
const rounds = (deviation: number): SampleMode[] =>
  linux(1400, 1).map((mode) => ({ ...mode, deviation }));
const warning = (code: string, message: string) => ({ code, message });
const refusedTwice = [
  warning("test-failed", "One test could not go on. No space left"),
  warning("test-failed", "One test could not go on. The file is in use."),
  warning("noise", "Something else"),
];

const leftOut = [
  warningInWords("steps-left-out", [
    { code: "test-failed.left-out", params: { workload: "reading", count: 1 } },
    { code: "test-failed.left-out", params: { workload: "commits", count: 3 } },
  ]),
];

const errors: CornerCase[] = driveErrorCodes.flatMap((code) => [
  {
    name: `the error ${code}, in words alone`,
    given: { report: { error: driveError(code, "Something happened."), ...stopped } },
  },
  {
    name: `the error ${code}, with a call that its words do not name, and nothing read back`,
    given: {
      report: {
        error: driveError(code, "1.5 GB were left", { syscall: "pwrite", osCode: 5, offset: 0 }),
        verification: null,
        ...stopped,
      },
    },
  },
]);

const verifications: CornerCase[] = [
  { name: "no block was compared", verification: { ...clean, blocksChecked: 0 } },
  {
    name: "one block differs, and its place is not known",
    verification: { ...clean, mismatchCount: 1 },
  },
  { name: "one block could not be read", verification: { ...clean, unreadable: [4096] } },
  { name: "three blocks could not be read", verification: { ...clean, unreadable: [1, 2, 3] } },
  { name: "four blocks could not be read", verification: { ...clean, unreadable: [1, 2, 3, 4] } },
  {
    name: "one block differs and another could not be read",
    verification: { ...clean, mismatchCount: 1, unreadable: [4096] },
  },
  { name: "only the cache was compared", verification: { ...clean, aroundCache: false } },
].flatMap(({ name, verification }) => [
  { name, given: { report: { verification } } },
  {
    name: `${name}, in an inspection that was stopped`,
    given: { report: { verification, ...stopped } },
  },
]);

const endings: CornerCase[] = [
  { name: "stopped, with everything read back", given: { report: stopped } },
  {
    name: "stopped, with nothing read back",
    given: { report: { ...stopped, verification: null } },
  },
  {
    name: "nothing read back by a test that never reads back",
    given: { report: { plan: planFor("quick", "linux", ["chunked-writes"]), verification: null } },
  },
  {
    name: "two tests that failed",
    given: { report: { ...stopped, warnings: refusedTwice } },
  },
  {
    name: "steps of two tests that were left out because the computer slept",
    given: { report: { ...stopped, warnings: leftOut } },
  },
  {
    name: "a warning of another kind in an inspection that was stopped",
    given: { report: { ...stopped, warnings: refusedTwice.slice(2) } },
  },
  {
    name: "three modes that failed in three tests",
    given: {
      modes: [
        ...linux(1400, 1).slice(0, 3),
        { mode: "o_sync", failure: driveError("drive-error", "EIO") },
      ],
      append: [{ mode: "o_dsync", failure: driveError("drive-error", "EIO, too.") }],
    },
  },
];

const speeds: CornerCase[] = [
  ...[45, 119, 120, 121].map((iops) => ({
    name: `${iops} safe saves a second`,
    given: { modes: linux(iops, 1) },
  })),
  ...[45, 121].map((iops) => ({
    name: `${iops} safe saves a second on a hard disk`,
    given: { modes: linux(iops, 1), drive: { kind: "hard-disk" } } satisfies SampleOptions,
  })),
  ...[0.1, 0.101, 0.3333, 0.34].map((deviation) => ({
    name: `rounds that lie ${deviation} from the middle one`,
    given: { modes: rounds(deviation) },
  })),
  {
    name: "rounds that vary in modes that promise nothing",
    given: {
      modes: [
        { mode: "none", iops: 400_000, deviation: 0.5 },
        { mode: "write_through", iops: 7000, deviation: 0.4 },
      ],
      os: "windows",
    },
  },
  ...[499_999_999, 500_000_000, 2_000_000_000].map((slowestNs) => ({
    name: `one save of ${slowestNs} ns in each round`,
    given: { modes: linux(1400, 1).map((mode) => ({ ...mode, slowestNs })) },
  })),
  ...(["nvme", "virtual"] as const).flatMap((kind) =>
    [[], [0], [3], [0, 3]].map((disturbedRounds) => ({
      name: `saves that became slow on a drive of kind ${kind}, disturbed in rounds ${disturbedRounds}`,
      given: {
        drive: { kind },
        modes: [{ mode: "fdatasync", iops: 1900, slowsTo: 45, flushesPerSave: 1, disturbedRounds }],
      } satisfies SampleOptions,
    })),
  ),
  { name: "on battery", given: { host: { powerSource: "battery" } } },
  {
    name: "two refused modes",
    given: {
      modes: [
        ...linux(1400, 1).slice(0, 3),
        { mode: "o_sync", refusal: "open: EINVAL" },
        { mode: "o_direct", refusal: "open: EOPNOTSUPP" },
      ],
    },
  },
  {
    name: "modes of which none is always the fastest",
    given: {
      modes: [
        { mode: "fsync", iops: 1000, deviation: 0.2, flushesPerSave: 1 },
        { mode: "fdatasync", iops: 1010, deviation: 0.2, flushesPerSave: 1 },
        { mode: "o_dsync", iops: 100, flushesPerSave: 1 },
      ],
    },
  },
];

const reasons: readonly (readonly [string, SampleOptions])[] = [
  ["memory", { drive: { kind: "memory" } }],
  ["syncs dropped", { volume: { fileSystem: "overlay", mountOptions: "volatile" } }],
  ["no barriers", { volume: { mountOptions: "rw,nobarrier" } }],
  ["a virtual drive", { drive: { kind: "virtual" } }],
  ["a virtual machine", { host: { virtualMachine: "KVM" } }],
  ["the network", { drive: { kind: "network" } }],
  ["write-through", { volume: { writeCache: "write-through" } }],
  ["a write-back cache", { volume: { writeCache: "write-back" } }],
  ["an unknown cache", { volume: { writeCache: "unknown" } }],
  ["macOS", { os: "macos" }],
  ["Windows", { os: "windows" }],
];

const workloads: CornerCase[] = reasons.flatMap(([name, given]) => [
  {
    name: `every test, ${name}`,
    given: {
      ...given,
      sweep: {},
      direct: {},
      interval: {},
      chunked: "ordinary",
      commits: {},
      sustained: {},
    },
  },
  {
    name: `saves that cost nothing, ${name}`,
    given: { ...given, interval: cheap, sustained: { fastBytes: null } },
  },
  ...[0, 0.05, 0.5, 0.95].map((flushesPerCommit) => ({
    name: `databases with ${flushesPerCommit} flushes for each commit, ${name}`,
    given: {
      ...given,
      commits: {
        variants: sampleVariants.map((variant) => ({ ...variant, flushesPerCommit })),
      },
    },
  })),
]);

const comparisons: CornerCase[] = [
  ...[1999, 2000, 4000].map((microseconds) => ({
    name: `chunked writes of ${microseconds} beside 1000 microseconds each`,
    given: {
      chunked: [
        ["fdatasync", 1_000_000],
        ["fsync", microseconds * 1000],
      ],
    } satisfies SampleOptions,
  })),
  {
    name: "chunked writes in which the ordinary flush of a Mac takes longest",
    given: {
      os: "macos",
      chunked: [
        ["fsync", 3_000_000],
        ["fdatasync", 1_000_000],
      ],
    },
  },
  {
    name: "chunked writes of a Mac whose passes disagree",
    given: {
      os: "macos",
      chunked: [
        ["fsync", [300_000, 3_000_000]],
        ["f_fullfsync", 24_000_000],
      ],
    },
  },
  ...[210, 319, 320, 321, 400, 500].flatMap((growing) =>
    ([null, 1, 2] as const).map((flushesPerSave) => ({
      name: `${growing} growing files beside 400 changes, with ${flushesPerSave} flushes`,
      given: {
        modes: [{ mode: "fdatasync", iops: 400, flushesPerSave: flushesPerSave && 1 }],
        append: [{ mode: "fdatasync", iops: growing, flushesPerSave }],
      } satisfies SampleOptions,
    })),
  ),
  {
    name: "growing files in memory",
    given: { drive: { kind: "memory" }, append: sampleModes.linux },
  },
  ...[0, 600_000, 2_000_000, 20_000_000].map((syncNs) => ({
    name: `a second primitive that takes ${syncNs} ns, on a Mac`,
    given: {
      os: "macos",
      ladders: [
        ["fsync", { syncNs: 500_000 }],
        ["f_fullfsync", { syncNs }],
      ],
    } satisfies SampleOptions,
  })),
  ...[0.5, 0.9, 0.95].map((cpuShare) => ({
    name: `a sweep with the processor at ${cpuShare}`,
    given: { sweep: { cpuShare }, direct: { cpuShare } } satisfies SampleOptions,
  })),
  {
    name: "a sweep on a virtual drive",
    given: { sweep: {}, direct: {}, drive: { kind: "virtual" } },
  },
  {
    name: "a sweep on a drive as fast as memory",
    given: { sweep: { driveBytesPerSecond: null } },
  },
];

export const cornerCases: readonly CornerCase[] = [
  ...errors,
  ...verifications,
  ...endings,
  ...speeds,
  ...workloads,
  ...comparisons,
];
