import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { exitCodes } from "#contract/exit-codes";
import type { WorkloadId } from "#contract/workloads/index";
import { eventInWords, reportInWords } from "#text/in-words";
import { endOf } from "../../../../electron/main/cli/inspect-command";
import { runnerOver } from "../../../helpers/fake-bench";
import { FakeCommitSession, fakeVariants } from "../../../helpers/fake-commit-session";
import { fakeNativeEngine } from "../../../helpers/fake-native-engine";
import { FakeParallelSession } from "../../../helpers/fake-parallel-session";
import { eio, FakeSession } from "../../../helpers/fake-session";
import { planWith } from "../../../helpers/plan-with";
import { recordOf } from "../../../helpers/sample-record";
import { sampleVolume } from "../../../helpers/sample-volume";

const enospc = { ...eio, code: "ENOSPC", osCode: 28, message: "No space left on device" };

/** The report of an inspection whose drive has no space for rewrites. */
async function inspect(
  tests: readonly WorkloadId[],
  fault: Partial<FakeSession>,
  fileSystem = "ext4",
) {
  const modes = ["fsync" as const];
  const plan = planWith(planFor("smoke", "linux", [...tests]), {
    "sync-interval": { modes },
    "parallel-saves": { modes },
  });
  const session = Object.assign(new FakeSession(), { fault: enospc, ...fault });
  const engine = fakeNativeEngine({
    modes: session.modes,
    commitVariants: fakeVariants,
    openCommitSession: () => new FakeCommitSession(),
    openSession: () => session,
    openParallelSession: () => new FakeParallelSession(session),
  });
  const { inspection, events } = runnerOver(engine, plan);
  await inspection.run();
  const volume = sampleVolume({ fileSystem });
  const report = reportInWords(
    recordOf(plan, events.map(eventInWords), { volume }).report("2026-01-01T00:00:00.000Z"),
  );
  return { report, codes: report.verdict.findings.map(({ code }) => code) };
}

describe('the error "volume-full"', () => {
  it.each([
    ["sync-interval", { faultAtSequential: 3 }, "16.8\u00a0MB"],
    ["chunked-writes", { faultAtSequential: 2 }, "16.8\u00a0MB"],
    ["reading", { faultAtConcurrent: 2 }, "67.1\u00a0MB"],
    ["parallel-saves", { faultAtMeasure: 2 }, "1.05\u00a0MB"],
  ] as const)(
    "causes the finding of a false capacity, instead of its own finding, if the test %s was rewriting its complete file",
    async (workload, fault, size) => {
      for (const tests of [[workload], [workload, "commits"]] as const) {
        const { report, codes } = await inspect(tests, fault);
        expect(codes).toContain("holds-less");
        expect(codes).not.toContain("volume-full");
        expect(report.error?.code).toBe("volume-full");
        expect(report.verdict.findings.find(({ code }) => code === "holds-less")?.detail).toContain(
          `A test file of ${size} lay complete on the volume`,
        );
        expect(endOf(report).exitCode).toBe(exitCodes.driveFault);
      }
    },
  );

  it("does not cause the finding of a false capacity on a file system that copies on write", async () => {
    const { codes, report } = await inspect(["sync-interval"], { faultAtSequential: 3 }, "btrfs");
    expect(codes).toContain("volume-full");
    expect(codes).not.toContain("holds-less");
    expect(endOf(report).exitCode).toBe(exitCodes.untestable);
  });

  it("does not cause the finding of a false capacity if the test was extending its file", async () => {
    const { codes } = await inspect(["buffer-sweep"], { faultAtSequential: 3 });
    expect(codes).toContain("volume-full");
    expect(codes).not.toContain("holds-less");
  });
});
