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
  /** The workload that is running; `null` before the first and after the last. */
  readonly currentWorkload: WorkloadId | null;
  /** Number of completed steps of the current workload. */
  readonly stepsDone: number;
  /** Number of all steps of the current workload. */
  readonly stepsTotal: number;
  /** The step that is being measured; `null` between steps and outside measuring. */
  readonly step: Step | null;
  /** The last completed step of the current workload; `null` before the first. */
  readonly lastStep: Step | null;
  readonly bytesWritten: number;
  /** Completed share of the whole inspection, 0 to 1. */
  readonly progress: number;
  readonly remainingNs: number;
  readonly error: DriveError | null;
}

/**
 * State of the inspection for the window. A workload's results cover its completed steps and are
 * `null` before the first one; some workloads also show the step that is running.
 */
export type LiveState = LiveRun & Readonly<LiveOfWorkloads>;
