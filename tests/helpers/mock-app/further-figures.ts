import { buildCommits, type CommitRun } from "#analysis/workloads/commits/results";
import type { FlushModeResult } from "#contract/mode-result";
import type { RunPlan } from "#contract/run-plan";
import type { CommitResult, CommitsPlan } from "#contract/workloads/commits";
import { commitSteps } from "../../../electron/engine-host/workloads/commits";
import { fakeNativeEngine } from "../fake-native-engine";
import { type SampleCommits, sampleCommitRuns, sampleVariants } from "../sample-commits";
import { type SampleMode, sampleModes, sampleUnjudgedReport } from "../sample-report";
import type { SampleSweep } from "../sample-workloads";

/** The further layouts, kinds and databases as the screens meet them, of an ordinary laptop. */

/** A longer file costs every mode that waits for the drive a second flush. */
export const growingModes: readonly SampleMode[] = sampleModes.linux.map((sample) => {
  const { iops = 0 } = sample;
  const isWaiting = iops < 10_000;
  return { ...sample, iops: iops * (isWaiting ? 0.47 : 0.6), flushesPerSave: isWaiting ? 2 : 0 };
});

export function appendResults(plan: RunPlan): FlushModeResult[] {
  return sampleUnjudgedReport({ append: growingModes, report: { plan } }).appendModes ?? [];
}

/** Around the page cache every write waits for the drive. */
export const directSample = {
  callNs: 45_000,
  memoryBytesPerSecond: 9e8,
  driveBytesPerSecond: 4e9,
  cpuShare: 0.15,
} satisfies SampleSweep;

/** The first `count` runs of the workload, in the order of the engine host. */
export function commitsAfter(
  count: number,
  plan: CommitsPlan,
  sample: SampleCommits = {},
): CommitResult[] {
  return buildCommits(commitRuns(plan, sample).slice(0, count));
}

/** The runs in the order in which the real engine host takes the steps. */
export function commitRuns(plan: CommitsPlan, sample: SampleCommits = {}): CommitRun[] {
  const runs = sampleCommitRuns(plan, sample);
  const commitVariants = (sample.variants ?? sampleVariants).map((variant) => ({
    ...variant,
    database: variant.engine,
    normalSettings: variant.normalSettings ?? null,
    refusal: variant.refusal ?? null,
  }));
  return plan.shapes.flatMap(({ recordsPerTransaction }, place) =>
    commitSteps(fakeNativeEngine({ commitVariants }), plan, place).flatMap(
      ({ variant, durability }) =>
        runs.filter(
          (run) =>
            run.recordsPerTransaction === recordsPerTransaction &&
            run.engine === variant.database &&
            run.variant === variant.variant &&
            (durability === null || run.durability === durability),
        ),
    ),
  );
}
