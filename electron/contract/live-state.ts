import type { DriveError } from "./drive-error";
import type { RunPhase, TestStep } from "./engine-messages";
import type { FlushModeId, Guarantee } from "./flush-mode";
import type { FlushModeResult } from "./flush-result";
import type { RunPlan, TestName } from "./run-plan";
import type {
  BufferSweep,
  Chunked,
  CommitResult,
  Sustained,
  SyncInterval,
} from "./workload-results";

/** What the window shows while an inspection runs; derived by main, drawn by the renderer. */
export interface LiveMode {
  readonly mode: FlushModeId;
  readonly systemCall: string;
  readonly guarantee: Guarantee;
  readonly status: "waiting" | "running" | "measured" | "unavailable" | "failed";
  readonly reason: string | null;
  /** Median of the finished rounds, or of the running one until one has finished. */
  readonly iops: number | null;
  readonly roundsDone: number;
}

/** One point of the strip of the last seconds of the running mode. */
export interface LiveSample {
  /** Time since the run started. */
  readonly atNs: number;
  readonly mode: FlushModeId;
  /** 0 where nothing completed in this interval: the drive was busy the whole time. */
  readonly iops: number;
}

/** How far the long write was at one moment; both count from its beginning. */
export interface LongWriteMark {
  readonly bytes: number;
  readonly elapsedNs: number;
}

export interface LiveState {
  readonly runId: string;
  readonly volumeId: string;
  readonly volumeName: string;
  readonly plan: RunPlan;
  readonly phase: RunPhase;
  /** The test that runs now, `null` before the first and after the last. */
  readonly currentTest: TestName | null;
  /** What the other tests have shown so far; `null` until the first step is done. */
  readonly appendModes: readonly FlushModeResult[] | null;
  readonly bufferSweep: BufferSweep | null;
  readonly bufferSweepDirect: BufferSweep | null;
  readonly syncInterval: SyncInterval | null;
  readonly syncIntervalOtherModes: readonly SyncInterval[];
  readonly chunked: Chunked | null;
  readonly commits: readonly CommitResult[] | null;
  readonly sustained: Sustained | null;
  /** The long write while it runs and afterwards, oldest first, at most 240. */
  readonly longWrite: readonly LongWriteMark[];
  /** Steps of the current test: done and all. */
  readonly stepsDone: number;
  readonly stepsTotal: number;
  /** What is being measured; `null` between two steps and outside of measuring. */
  readonly step: TestStep | null;
  /** The step of the current test that ended last; `null` before that. */
  readonly lastStep: TestStep | null;
  readonly modes: readonly LiveMode[];
  /** The last 30 seconds, at most 300 points, oldest first. */
  readonly samples: readonly LiveSample[];
  /** Latency of the running mode so far, `null` where too few operations were seen. */
  readonly p50Ns: number | null;
  readonly p99Ns: number | null;
  readonly bytesWritten: number;
  /** 0 to 1 over the whole inspection. */
  readonly progress: number;
  readonly remainingNs: number;
  readonly error: DriveError | null;
}
