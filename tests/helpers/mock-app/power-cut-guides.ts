import type { PowerCutGuide } from "#contract/power-cut/state";
import {
  type PowerCutModeResult,
  type PowerCutTest,
  powerCutLayout,
} from "#contract/power-cut/test";
import type { GuideWitness } from "#contract/power-cut/witness";
import { unknownDrive } from "#contract/volume";

/** States of a plug test at its stages, as the main process would send them. */

export function mockWitness(changes: Partial<GuideWitness> = {}): GuideWitness {
  return {
    kind: "page",
    phase: "ready",
    url: "http://192.168.1.23:24817/abcd-efgh-2345-wxyz/",
    isAtKnownAddress: true,
    file: null,
    systemCall: null,
    fault: null,
    ...changes,
    progress: {
      held: [],
      connections: 1,
      confirmationMs: 38,
      unconfirmedMs: 0,
      keeps: "storage",
      ...changes.progress,
    },
  };
}

export function mockGuide(changes: Partial<PowerCutGuide> = {}): PowerCutGuide {
  return {
    testId: "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11",
    subject: "Samsung SSD 990 PRO",
    drive: {
      ...unknownDrive,
      model: "Samsung SSD 990 PRO 1TB",
      kind: "nvme",
      bus: "nvme",
      removable: false,
    },
    folder: "/home/ada/DriveProof plug test",
    witnessLost: false,
    stage: "witness",
    live: true,
    modes: [
      { mode: "none", refusal: null },
      { mode: "fsync", refusal: null },
      { mode: "o_direct_dsync", refusal: null },
    ],
    witness: mockWitness(),
    held: [],
    acknowledged: [],
    operations: 0,
    progress: null,
    error: null,
    result: null,
    ...changes,
  };
}

export const heldByWitness = [
  { mode: "none", number: 91_234, elapsedNs: 45_000_000_000 },
  { mode: "fsync", number: 12_345, elapsedNs: 45_100_000_000 },
  { mode: "o_direct_dsync", number: 11_876, elapsedNs: 44_900_000_000 },
] as const;

const counts = {
  acknowledged: 12_345,
  replaced: 11_300,
  inFlight: 1,
  survived: 1044,
  lost: 0,
  stale: 0,
  torn: 0,
  corrupted: 0,
  misplaced: 0,
  unreadable: 0,
  nameMissing: 0,
  nameOld: 0,
  nameBoth: 0,
};

function modeResult(changes: Partial<PowerCutModeResult>): PowerCutModeResult {
  return {
    mode: "fsync",
    systemCall: "pwrite(4096) + fsync(fd)",
    nameCall: "fsync(folder)",
    refusal: null,
    nameRefusal: null,
    guarantee: "power-loss",
    verdict: "kept",
    doubt: null,
    lossExpected: false,
    counts,
    failed: 0,
    reordered: 0,
    unaided: 212,
    provenBy: "witness",
    windowNs: 31_000_000,
    lostSpanNs: null,
    ...changes,
  };
}

export function mockPowerCutTest(
  outcome: PowerCutTest["outcome"],
  changes: Partial<PowerCutTest> = {},
): PowerCutTest {
  const lost = outcome === "lost";
  const survived = { verdict: "not-proven", doubt: "control-survived", unaided: 0 } as const;
  return {
    testId: mockGuide().testId,
    startedAt: "2026-11-20T10:00:00.000Z",
    finishedAt: "2026-11-20T10:06:00.000Z",
    layout: powerCutLayout(1),
    cut: {
      evidence: "person",
      shown: null,
      deed: "power-button",
      computerRestarted: true,
      driveLost: false,
      unsafeShutdowns: null,
    },
    control: outcome === "not-proven" ? "kept" : "lost",
    outcome,
    readAroundCache: true,
    othersFlushesPerSecond: 1.4,
    modes: [
      modeResult({
        mode: "none",
        systemCall: "pwrite(4096)",
        guarantee: "none",
        verdict: "lost",
        lossExpected: true,
        failed: 530,
        windowNs: null,
        counts: { ...counts, acknowledged: 91_234, replaced: 90_189, survived: 514, lost: 530 },
        lostSpanNs: 4_200_000_000,
        ...(outcome === "not-proven" ? { ...survived, failed: 0, counts, lostSpanNs: null } : {}),
      }),
      modeResult(
        lost
          ? {
              verdict: "lost",
              failed: 17,
              reordered: 2,
              provenBy: "disk",
              counts: { ...counts, survived: 1027, stale: 12, torn: 5 },
              lostSpanNs: 38_000_000,
            }
          : outcome === "not-proven"
            ? survived
            : {},
      ),
      modeResult({
        mode: "o_direct_dsync",
        systemCall: "open(O_DIRECT|O_DSYNC) + pwrite(4096)",
        verdict: "unavailable",
        refusal: "open: EINVAL, invalid argument",
      }),
    ],
    ...changes,
  };
}
