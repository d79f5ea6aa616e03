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
import type { Facts, UnjudgedReport } from "../facts/facts";
import type { AnswerDraft, AnyFinding } from "../facts/finding";
import type { BrokenMode, FreeSpace, LongRead, LongWrite, Loss, Saves } from "../facts/told";
import type { HeatOfFall } from "../health/heat";

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
  /** Codes of its findings. */
  readonly findingCodes: readonly string[];
  /** Its findings, in any order: the verdict sorts them. */
  findings(facts: Facts): readonly AnyFinding[];

  // What the verdict asks all of them. Absent, or without an answer: it says nothing of that.

  /** The ways of saving the verdict speaks of. The first that answers speaks for all. */
  saves?(report: UnjudgedReport): Omit<Saves, "isPlanned">;
  /** Ways of saving that broke off in it. */
  brokenModes?(report: UnjudgedReport): readonly BrokenMode[];
  /** Data that the drive confirmed and did not give back; `null`: none, as far as it was tested. */
  loss?(report: UnjudgedReport): Loss | null;
  /** What it found where it wrote the free space. */
  freeSpace?(report: UnjudgedReport): FreeSpace | null;
  longRead?(report: UnjudgedReport): LongRead | null;
  longWrite?(report: UnjudgedReport): LongWrite | null;
  /**
   * In the fastest stretch of its plain writing around the system's memory or up to a flush: short
   * stretches only favour the drive. 0: it did none.
   */
  fastestBytesPerSecond?(report: UnjudgedReport): number;
  /** Flush commands for each of its confirmed saves, the fewest; `null`: they were not counted. */
  fewestFlushes?(report: UnjudgedReport): number | null;
  /** Its fall in speed at the drive's own limit of temperature. */
  throttled?(report: UnjudgedReport): Throttled | null;
  /** The answer to "How fast otherwise?". */
  plainSpeed?(facts: Facts): AnswerDraft | null;
  /** One sentence more for the answer about the speed of saves. */
  besideSafeSpeed?(facts: Facts): Statement | null;
  /** What its figures mean for programs that keep a database. */
  meaningForDatabases?(facts: Facts): Statement | null;
}

export interface Throttled {
  readonly seen: Statement;
  readonly heat: Extract<HeatOfFall, { state: "at-limit" }>;
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
  /** It is part of the plan; the others are asked for their empty fields of the report. */
  readonly isPlanned: boolean;
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
