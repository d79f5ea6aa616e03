import type { DriveError } from "#contract/drive-error";
import type { WordedEvent } from "#contract/engine-messages";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { FreeChanges, PlanOptions } from "#contract/plan-options";
import type { UnwordedWarning } from "#contract/report";
import type { ProfileName } from "#contract/run-plan";
import type { Statement } from "#contract/statement";
import type { VolumeFacts } from "#contract/volume";
import type {
  EventOf,
  Step,
  WorkloadId,
  WorkloadPlans,
  WorkloadResults,
} from "#contract/workloads/index";
import type { Effort } from "../effort";
import type { Facts, UnjudgedReport } from "../verdict/facts";
import type { FindingDraft } from "../verdict/finding";

/** The analysis's side of a workload. `index.ts` in its folder exports it. */
export interface Home<Id extends WorkloadId> {
  /** Its plan in each profile, on each system. */
  readonly profiles: Readonly<Record<ProfileName, (os: OperatingSystem) => WorkloadPlans[Id]>>;
  /** The part of its plan that a person may change, as it is. */
  options?(plan: WorkloadPlans[Id]): Partial<PlanOptions>;
  /** Its plan with what a person has changed. */
  changed?(plan: WorkloadPlans[Id], changes: FreeChanges): WorkloadPlans[Id];
  /** Whether it may leave so little that other programs on the volume run out of room. */
  fillsVolume?(plan: WorkloadPlans[Id], freeBytes: number | null): boolean;
  /** Bytes of the largest file it makes; `copies`: how often rewritten data is stored at once. */
  fileBytes(plan: WorkloadPlans[Id], copies: number): number;
  /** What it will take on an ordinary drive. */
  estimate(plan: WorkloadPlans[Id], on: On): Effort;
  /** Remaining nanoseconds while a step runs; workloads of many steps are judged by their pace. */
  leftOfStepNs?(plan: WorkloadPlans[Id], running: Progress, stepsDone: number): number;
  /** Reduces the engine host's events to its fields of the report. */
  reduce(plan: WorkloadPlans[Id], around: Around): Reducer<EventOf<Id>>;
  /** Whether it measured anything; what was refused or not reached has no figures. */
  hasFigures(results: WorkloadResults): boolean;
  /** That it reads back what it wrote, and compares. */
  readonly readsBack?: boolean;
  /** Data that the drive confirmed and did not give back; `null`: none, as far as it was tested. */
  loss?(report: UnjudgedReport): Loss | null;
  /** Its findings, in any order: the verdict sorts them. */
  findings(facts: Facts): readonly FindingDraft[];
}

/** What the verdict says of lost data, in its headline and in two of its answers. */
export interface Loss {
  readonly headline: Statement;
  readonly saved: Statement;
  readonly honesty: Statement;
}

/** Where an estimate is for. */
export interface On {
  readonly os: OperatingSystem;
  /** How many of the system's modes the folder offers, if that is known. */
  readonly modeCount?: number | undefined;
  /** On the volume, if that is known. */
  readonly freeBytes?: number | null | undefined;
}

/** What is measured. */
export interface Around {
  readonly os: OperatingSystem;
  readonly volume: VolumeFacts;
  /** Drive or computer are simulated: somebody else answers for the drive. */
  readonly isVirtual: boolean;
}

export type Progress = Extract<WordedEvent, { type: "progress" }>;

/** Without a clock or I/O; times are nanoseconds since the run started, monotonic. */
export interface Reducer<Event> {
  /** `bytesBefore`: what the whole run had handed to the system before this event. */
  take(event: Event, bytesBefore: number): Taken;
  /** Counts of the running step, where its operations count. */
  takeProgress?(step: Step, progress: Progress, atNs: number): void;
  /** Its fields of the report. */
  results(): Partial<WorkloadResults>;
  /** Its fields of the live state; by default its results. */
  live?(step: Step | null, running: Progress | null): Partial<LiveState>;
  /** Warnings for the report. */
  warnings?(): readonly UnwordedWarning[];
  /** That rewriting its file, which was complete, found no room. */
  readonly noRoomError?: DriveError | null;
}

/** What an event means for the run. */
export interface Taken {
  /** A step has ended; the bytes written for it. */
  readonly endedWithBytes?: number;
  /** Steps that were announced and will not come. */
  readonly stepsLeftOut?: number;
}
