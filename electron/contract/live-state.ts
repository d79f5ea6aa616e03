import type { DriveError } from "./drive-error";
import type { RunPhase } from "./engine-messages";
import type { RunPlan } from "./run-plan";
import type { LiveOfWorkloads, Step, WorkloadId } from "./workloads";

/** How far a run is. */
export interface LiveRun {
  readonly runId: string;
  readonly volumeId: string;
  readonly volumeName: string;
  readonly plan: RunPlan;
  readonly phase: RunPhase;
  /** The workload that is running; `null` before the first and after the last. */
  readonly currentWorkload: WorkloadId | null;
  /** Steps of the current workload: done and total. */
  readonly stepsDone: number;
  readonly stepsTotal: number;
  /** What is being measured; `null` between steps and outside measuring. */
  readonly step: Step | null;
  /** The step of the current workload that ended last; `null` before that. */
  readonly lastStep: Step | null;
  readonly bytesWritten: number;
  /** 0 to 1 over the whole inspection. */
  readonly progress: number;
  readonly remainingNs: number;
  readonly error: DriveError | null;
}

/**
 * What the window shows during an inspection; derived by main, drawn by the renderer. Results cover
 * the steps that are done and are `null` until the first is; flush modes are shown as they run.
 */
export type LiveState = LiveRun & Readonly<LiveOfWorkloads>;
