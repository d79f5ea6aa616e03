import fc from "fast-check";
import { planFor } from "#analysis/plan";
import { driveError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import { flushModesOf, operatingSystems } from "#contract/flush-mode";
import { driveKinds, writeCacheStates } from "#contract/volume-schema";
import { commitDatabases } from "#contract/workloads/commits";
import { workloadIds } from "#contract/workloads/index";
import { planWith } from "../../../helpers/plan-with";
import type { SampleMode } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import type { SampleOptions } from "../../../helpers/sample-report";

/** Generates any report that an inspection could make, including improbable ones. */

const rate = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 100 }),
  fc.constantFrom(82, 199, 320, 690, 1400, 4999, 21_000, 45_000, 400_000),
);
const flushes = fc.constantFrom(null, 0, 0.05, 0.5, 0.89, 1, 1.1, 2);

function anyMode(mode: SampleMode["mode"]): fc.Arbitrary<SampleMode[]> {
  const measured: fc.Arbitrary<SampleMode> = fc.record({
    mode: fc.constant(mode),
    iops: rate,
    flushesPerSave: flushes,
    deviation: fc.constantFrom(0.02, 0.3, 0.9),
    partOfTheWay: fc.boolean(),
  });
  const other: fc.Arbitrary<SampleMode> = fc.oneof(
    measured.map((each) => ({ ...each, slowsTo: Math.max(1, Math.round((each.iops ?? 0) / 20)) })),
    measured.map((each) => ({ ...each, slowestNs: 1_300_000_000 })),
    measured.map((each) => ({ ...each, disturbedRounds: [3] })),
    fc.constant({ mode, refusal: "Operation not supported (EOPNOTSUPP)" }),
    fc.constant({ mode }),
  );
  return fc.oneof(
    { weight: 5, arbitrary: measured.map((each) => [each]) },
    { weight: 2, arbitrary: other.map((each) => [each]) },
    { weight: 1, arbitrary: fc.constant<SampleMode[]>([]) },
  );
}

const modesOf = Object.fromEntries(
  operatingSystems.map((os) => [
    os,
    fc.tuple(...flushModesOf(os).map(anyMode)).map((lists) => lists.flat()),
  ]),
);

const blocks = 65_536;
type Verification = NonNullable<SampleOptions["report"]>["verification"];

const verification: fc.Arbitrary<NonNullable<Verification> | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    blocksChecked: fc.constantFrom(0, 5632, blocks),
    aroundCache: fc.boolean(),
    bytesRead: fc.constantFrom(null, blocks * 4096),
    deviceReadBytes: fc.constantFrom(null, 0, 5_200_000, blocks * 4096),
    mismatchCount: fc.constantFrom(0, 0, 0, 12),
    mismatches: fc.constant<NonNullable<Verification>["mismatches"]>([]),
    unreadable: fc.constantFrom<number[]>([], [], [4096, 8192]),
  }),
);

type LowerMounts = NonNullable<SampleOptions["volume"]>["lowerMounts"];

const volume = fc.record({
  fileSystem: fc.constantFrom("ext4", "btrfs", "tmpfs", "overlay", "zfs", "exfat", null),
  mountOptions: fc.constantFrom("rw", "rw,nobarrier", "rw,volatile", null),
  writeCache: fc.constantFrom(...writeCacheStates),
  lowerMounts: fc.constantFrom<NonNullable<LowerMounts> | null>(
    [],
    [],
    null,
    [{ fileSystem: "ext4", mountOptions: "rw" }],
    [{ fileSystem: "f2fs", mountOptions: "rw,fsync_mode=nobarrier" }],
  ),
});

const powerCut = fc.constantFrom(
  null,
  null,
  null,
  cuts(["kept"]),
  cuts(["kept", "kept", "kept"], counted),
  cuts(["kept", "lost"], counted),
  cuts(["not-proven"]),
);

const commits = fc.record({
  flushNs: fc.constantFrom(0, 20_000, 700_000, 24_000_000),
  flushesSeen: fc.constantFrom(null, 0, 0.5, 1, 3),
  lost: fc.constantFrom(0, 0, 0, 1),
});

const failedTest = {
  code: "test-failed",
  message: "One test could not go on. The volume ran full during the test.",
};

export const anyReport: fc.Arbitrary<SampleOptions> = fc
  .constantFrom(...operatingSystems)
  .chain((os) =>
    fc
      .record({
        modes: modesOf[os] as fc.Arbitrary<SampleMode[]>,
        kind: fc.constantFrom(...driveKinds),
        volume,
        isVirtual: fc.constantFrom(false, false, true),
        verification,
        ending: fc.oneof(
          { weight: 4, arbitrary: fc.constant("whole" as const) },
          { weight: 1, arbitrary: fc.constant("stopped" as const) },
          { weight: 1, arbitrary: fc.constant("one test failed" as const) },
          { weight: 2, arbitrary: fc.constantFrom(...driveErrorCodes) },
        ),
        pace: fc.constantFrom(null, null, 100),
        spacedNs: fc.constantFrom(null, 20_000, 800_000, 24_000_000),
        others: fc.boolean(),
        commits,
        engines: fc.subarray([...commitDatabases], { minLength: 1 }),
        powerCut,
      })
      .map(({ modes, kind, isVirtual, ending, pace, spacedNs, others, ...rest }) => {
        const isError = (driveErrorCodes as readonly string[]).includes(ending);
        const plan = planFor("quick", "linux", others ? workloadIds : ["flush-modes"]);
        const failed = ending === "one test failed";
        return {
          os,
          modes,
          drive: { kind },
          volume: rest.volume,
          host: isVirtual ? { virtualMachine: "KVM" } : {},
          ...(spacedNs === null || pace !== null
            ? {}
            : { spaced: { p50Ns: spacedNs, flushesPerSave: 2 } }),
          ...(others
            ? {
                sweep: {},
                direct: {},
                interval: {},
                chunked: "ordinary" as const,
                commits: rest.commits,
                reading: {},
                sustained: {},
              }
            : {}),
          report: {
            plan: planWith(plan, {
              "flush-modes": { paceOperationsPerSecond: pace },
              commits: { engines: rest.engines },
            }),
            verification: rest.verification,
            powerCut: rest.powerCut,
            partial: ending !== "whole",
            warnings: failed ? [failedTest] : [],
            error: isError ? driveError(ending as never, "Something happened.") : null,
          },
        };
      }),
  );
