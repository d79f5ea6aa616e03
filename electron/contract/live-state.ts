import type { DriveError } from "./drive-error";
import type { RunPhase } from "./engine-messages";
import type { FlushModeId, Guarantee } from "./flush-mode";
import type { RunPlan } from "./run-plan";
import type { LiveOfWorkloads, Step, WorkloadId } from "./workloads";

export interface LiveRun {
  readonly runId: string;
  readonly volumeId: string;
  readonly volumeName: string;
  /** What each flush mode promises on this volume. */
  readonly guarantees: Readonly<Record<FlushModeId, Guarantee>>;
  readonly plan: RunPlan;
  readonly phase: RunPhase;
  /** The running workload; `null` before the first workload and after the last. */
  readonly currentWorkload: WorkloadId | null;
  /** Completed steps of the current workload. */
  readonly stepsDone: number;
  /** All steps of the current workload. */
  readonly stepsTotal: number;
  /** The running measurement; `null` between measurements. */
  readonly step: Step | null;
  /** The last completed step of the current workload; `null` before its first. */
  readonly lastStep: Step | null;
  readonly bytesWritten: number;
  /** Completed share of the whole inspection, 0 to 1. */
  readonly progress: number;
  readonly remainingNs: number;
  readonly error: DriveError | null;
}

/**
 * State of the inspection for the window. A workload's results cover its completed steps and are
 * `null` before the first one; some workloads also show the running step.
 */
export type LiveState = LiveRun & Readonly<LiveOfWorkloads>;
