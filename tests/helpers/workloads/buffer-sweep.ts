import { buildBufferSweep } from "#analysis/workloads/buffer-sweep/results";
import type { SequentialCounts } from "#contract/engine-counts";
import type { BufferPlan, BufferSweep } from "#contract/workloads/buffer-sweep";
import type { Step } from "#contract/workloads/index";
import { bufferSteps } from "../../../electron/engine-host/workloads/buffer-sweep";
import { sampleCounts } from "../sample-round";
import type { Inspected, On } from "./home";

/**
 * Write-size results for tests: counts of an invented machine that go through the real arithmetic.
 * A call costs about a microsecond, memory takes 3 GB/s, the drive 500 MB/s.
 */

const second = 1_000_000_000;

export interface SampleSweep {
  readonly callNs?: number;
  readonly memoryBytesPerSecond?: number;
  /** Bytes per second of the final flush; `null`: no final flush, as for a file in memory. */
  readonly driveBytesPerSecond?: number | null;
  /** Processor time of the writer as a share of the elapsed time. */
  readonly cpuShare?: number;
}

export function sampleSweepCounts(
  bufferBytes: number,
  totalBytes: number,
  sample: SampleSweep = {},
): SequentialCounts {
  const {
    callNs = 1100,
    memoryBytesPerSecond = 3e9,
    driveBytesPerSecond = 5e8,
    cpuShare = 0.98,
  } = sample;
  const bytes = Math.ceil(totalBytes / bufferBytes) * bufferBytes;
  const writeCalls = bytes / bufferBytes;
  const elapsedNs = Math.round(writeCalls * callNs + (bytes / memoryBytesPerSecond) * second);
  const settleNs =
    driveBytesPerSecond === null ? 0 : Math.round((bytes / driveBytesPerSecond) * second);
  return sampleCounts({
    bytes,
    writeCalls,
    elapsedNs,
    settleNs,
    cpuUserNs: Math.round(elapsedNs * cpuShare * 0.1),
    cpuSystemNs: Math.round(elapsedNs * cpuShare * 0.9),
  });
}

/**
 * A sample sweep. With `direct` (around the page cache) writes below a sector of 4 KiB are refused.
 */
export function sampleBufferSweep(
  plan: BufferPlan,
  sample: SampleSweep = {},
  direct = false,
): BufferSweep {
  const steps = plan.bufferBytes.flatMap((bufferBytes) =>
    Array.from({ length: plan.passes }, (_, pass) => ({
      bufferBytes,
      pass,
      ...(direct && bufferBytes < 4096
        ? { refusal: "pwrite: EINVAL, Invalid argument", counts: null }
        : { refusal: null, counts: sampleSweepCounts(bufferBytes, plan.maxStepBytes, sample) }),
    })),
  );
  const write = "pwrite(fd, buf, bufferBytes, end)";
  const systemCall = direct ? `open(O_RDWR|O_DIRECT), ${write}` : write;
  return buildBufferSweep(steps, systemCall, "fsync(fd)", direct);
}

/** Direct writes bypass the page cache, so every write waits for the drive. */
export const directSample = {
  callNs: 45_000,
  memoryBytesPerSecond: 9e8,
  driveBytesPerSecond: 4e9,
  cpuShare: 0.15,
} satisfies SampleSweep;

interface Options {
  readonly sweep?: SampleSweep;
  /** The sweep of write sizes with direct writes. */
  readonly direct?: SampleSweep;
}

export const ordinary: Options = { sweep: {}, direct: {} };

export function results({ sweep, direct }: Options, { plan }: On<"buffer-sweep">) {
  const sweeps = [
    ...(sweep ? [sampleBufferSweep(plan, sweep)] : []),
    ...(direct ? [sampleBufferSweep(plan, direct, true)] : []),
  ];
  return sweeps.length > 0 ? { bufferSweeps: sweeps } : null;
}

export function steps(plan: BufferPlan): Step[] {
  return [
    ...bufferSteps(plan),
    ...(plan.stream === null ? [] : [{ kind: "buffer-stream" as const }]),
  ];
}

export function live(plan: BufferPlan, done: readonly Step[]) {
  return {
    bufferSweeps: [
      ...sweepAfter(false, done, plan, {}),
      ...sweepAfter(true, done, plan, directSample),
    ],
  };
}

function sweepAfter(
  direct: boolean,
  done: readonly Step[],
  plan: BufferPlan,
  sample: SampleSweep,
): BufferSweep[] {
  const bufferBytes = plan.bufferBytes.filter((size) =>
    done.some(
      (step) => step.kind === "buffer-step" && step.direct === direct && step.bufferBytes === size,
    ),
  );
  return bufferBytes.length > 0
    ? [sampleBufferSweep({ ...plan, bufferBytes }, sample, direct)]
    : [];
}

export const inspected: Inspected = {
  figure: ".chart-field .dot-drive",
  figures: ({ plan }) => plan.workloads["buffer-sweep"].bufferBytes.length,
  printed: ({ bufferSweeps: [sweep] }) => [
    sweep?.systemCall ?? "missing",
    sweep?.settleSystemCall ?? "missing",
    "16 MiB",
  ],
  csvRows: ({ plan, stream }) =>
    plan.workloads["buffer-sweep"].bufferBytes.length + (stream === null ? 0 : 1),
};
