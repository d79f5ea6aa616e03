import { noLatency } from "#analysis/statistics";
import { buildBufferSweep } from "#analysis/workloads/buffer-sweep/results";
import { buildChunked } from "#analysis/workloads/chunked-writes/results";
import {
  buildSyncInterval,
  type IntervalTrial,
  refusedSyncInterval,
  type SyncStrategy,
} from "#analysis/workloads/sync-interval/results";
import type { SequentialCounts } from "#contract/engine-counts";
import type { FlushModeId } from "#contract/flush-mode";
import type { BufferPlan, BufferSweep } from "#contract/workloads/buffer-sweep";
import type { Chunked, ChunkedPlan } from "#contract/workloads/chunked-writes";
import type { IntervalPlan, SyncInterval } from "#contract/workloads/sync-interval";
import { chunkedSteps } from "../../electron/engine-host/workloads/chunked-writes";
import { sampleTimeline } from "./sample-round";

/**
 * Sequential writes for tests: counts of an invented machine that go through the real arithmetic.
 * The defaults are an ordinary laptop: a call costs about a microsecond, memory takes 3 GB/s, the
 * drive 500 MB/s and 0.7 ms for a flush.
 */

const second = 1_000_000_000;

/** A step of 64 MiB in 1 MiB writes; everything can be changed. */
export function sampleCounts(changes: Partial<SequentialCounts> = {}): SequentialCounts {
  return {
    bytes: 67_108_864,
    writeCalls: 64,
    syncCalls: 0,
    backgroundSyncCalls: 0,
    elapsedNs: 30_000_000,
    settleNs: 130_000_000,
    cpuUserNs: 1_000_000,
    cpuSystemNs: 28_500_000,
    latency: noLatency,
    timeline: sampleTimeline(64, 30_000_000),
    endedBy: "complete",
    ...changes,
  };
}

export interface SampleSweep {
  readonly callNs?: number;
  readonly memoryBytesPerSecond?: number;
  /** `null`: nothing is left to be settled, as in memory. */
  readonly driveBytesPerSecond?: number | null;
  /** Share of the elapsed time that the processor worked for the writer. */
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

/** Around the page cache (`direct`) what is smaller than a sector of 4 KiB is refused. */
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

export interface SampleInterval {
  /** One write into memory. */
  readonly writeNs?: number;
  /** One flush, beside the time its data takes. */
  readonly syncNs?: number;
  readonly driveBytesPerSecond?: number;
  /** How often the second thread came to flush in a trial, beside the flush at the end. */
  readonly backgroundSyncs?: number;
  /** A write that has to wait while the second thread flushes; 0.2 % of them do. */
  readonly besideNs?: number;
}

/** A text is the system's refusal. */
export function sampleSyncInterval(
  plan: IntervalPlan,
  mode: FlushModeId,
  sample: SampleInterval | string = {},
): SyncInterval | null {
  const systemCall = `pwrite(fd, buf, 4096, offset) + ${mode}(fd)`;
  if (typeof sample === "string") {
    return refusedSyncInterval({ mode, systemCall, refusal: sample }, plan);
  }
  const steps: { strategy: SyncStrategy; intervalBytes: number | null }[] = [
    { strategy: "never", intervalBytes: null },
    { strategy: "end", intervalBytes: null },
    { strategy: "background", intervalBytes: null },
    ...plan.intervalsBytes.map((intervalBytes) => ({ strategy: "every" as const, intervalBytes })),
  ];
  const trials = steps.flatMap((step) =>
    Array.from(
      { length: plan.trials },
      (_, trial): IntervalTrial => ({
        ...step,
        trial,
        mode: step.strategy === "never" ? "none" : mode,
        counts: trialCounts(step.strategy, step.intervalBytes, plan, sample),
      }),
    ),
  );
  return buildSyncInterval(trials, plan, systemCall);
}

function trialCounts(
  strategy: SyncStrategy,
  intervalBytes: number | null,
  plan: IntervalPlan,
  sample: SampleInterval,
): SequentialCounts {
  const { writeNs = 2500, syncNs = 700_000, driveBytesPerSecond = 5e8 } = sample;
  const { backgroundSyncs = 1, besideNs = 6000 } = sample;
  const between = intervalBytes ?? plan.totalBytes;
  const flushNs = syncNs + (between / driveBytesPerSecond) * second;
  const perIntervalNs =
    (between / plan.blockBytes) * writeNs + (strategy === "never" ? 0 : flushNs);
  const wanted = Math.ceil(plan.totalBytes / between);
  const done = Math.min(wanted, Math.max(1, Math.floor(plan.capNs / perIntervalNs)));
  const bytes = Math.min(plan.totalBytes, done * between);
  const writeCalls = bytes / plan.blockBytes;
  const slowCalls = strategy === "every" ? done : Math.ceil(writeCalls * 0.002);
  const slowNs = strategy === "every" ? Math.round(flushNs) : besideNs;
  return sampleCounts({
    bytes,
    writeCalls,
    syncCalls: strategy === "never" ? 0 : done,
    backgroundSyncCalls: strategy === "background" ? backgroundSyncs : 0,
    elapsedNs: Math.round(done * perIntervalNs),
    latency: {
      valuesNs: [writeNs, slowNs].sort((a, b) => a - b),
      counts:
        slowNs < writeNs
          ? [slowCalls, writeCalls - slowCalls]
          : [writeCalls - slowCalls, slowCalls],
      minNs: Math.min(writeNs, slowNs),
      maxNs: Math.max(writeNs, slowNs),
      sumNs: (writeCalls - slowCalls) * writeNs + slowCalls * slowNs,
    },
    endedBy: done < wanted ? "time" : "complete",
  });
}

/** Time of one chunk with its sync, the same in each pass or one for each; or the system's refusal. */
export type SampleChunked = readonly (readonly [
  FlushModeId,
  number | readonly number[] | string,
])[];

export const sampleChunkedModes: Readonly<Record<"linux" | "macos" | "windows", SampleChunked>> = {
  linux: [
    ["none", 340_000],
    ["fsync", 3_600_000],
    ["fdatasync", 2_900_000],
    ["o_dsync", 2_900_000],
    ["o_sync", 3_500_000],
    ["o_direct", 1_900_000],
    ["o_direct_dsync", 2_800_000],
  ],
  macos: [
    ["none", 250_000],
    ["fsync", 295_000],
    ["fdatasync", 293_000],
    ["o_dsync", 290_000],
    ["f_barrierfsync", 1_100_000],
    ["f_fullfsync", 24_000_000],
  ],
  windows: [
    ["none", 310_000],
    ["flush_file_buffers", 4_200_000],
    ["write_through", 1_900_000],
    ["no_buffering_write_through", 1_800_000],
    ["nt_flush_data_only", 3_900_000],
  ],
};

/** After so many steps, or all of them. */
export function sampleChunked(plan: ChunkedPlan, modes: SampleChunked, steps?: number): Chunked {
  const parts = chunkedSteps(plan, modes)
    .slice(0, steps)
    .map(({ mode: [mode, chunk], pass }) => ({
      mode,
      pass,
      systemCall: `${mode}()`,
      refusal: typeof chunk === "string" ? chunk : null,
      failure: null,
      counts: typeof chunk === "string" ? null : chunkedCounts(plan, ofPass(chunk, pass)),
    }));
  return buildChunked(parts, plan);
}

function ofPass(chunk: number | readonly number[], pass: number): number {
  return typeof chunk === "number" ? chunk : (chunk[pass] ?? 0);
}

function chunkedCounts(plan: ChunkedPlan, chunkNs: number): SequentialCounts {
  const wanted = plan.totalBytes / plan.chunkBytes;
  const done = Math.min(wanted, Math.max(1, Math.floor(plan.capNs / chunkNs)));
  return sampleCounts({
    bytes: done * plan.chunkBytes,
    writeCalls: done,
    syncCalls: done,
    elapsedNs: done * chunkNs,
    latency: {
      valuesNs: [chunkNs],
      counts: [done],
      minNs: chunkNs,
      maxNs: chunkNs,
      sumNs: done * chunkNs,
    },
    endedBy: done < wanted ? "time" : "complete",
  });
}
