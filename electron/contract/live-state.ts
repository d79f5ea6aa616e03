import type { DriveError } from "./drive-error";
import type { RunPhase } from "./engine-messages";
import type { FlushModeId, Guarantee } from "./flush-mode";
import type { BufferSweep, Chunked, SyncInterval } from "./report";
import type { RunPlan, TestName } from "./run-plan";

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

export interface LiveState {
  readonly runId: string;
  readonly volumeId: string;
  readonly volumeName: string;
  readonly plan: RunPlan;
  readonly phase: RunPhase;
  /** The test that runs now, `null` before the first and after the last. */
  readonly currentTest: TestName | null;
  /** What the other tests have shown so far; `null` until the first step is done. */
  readonly bufferSweep: BufferSweep | null;
  readonly syncInterval: SyncInterval | null;
  readonly chunked: Chunked | null;
  /** Steps of the current test: done and all. */
  readonly stepsDone: number;
  readonly stepsTotal: number;
  readonly currentMode: FlushModeId | null;
  /** Counted from 0. */
  readonly round: number;
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
