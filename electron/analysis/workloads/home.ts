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

/**
 * Changes a plan. The type of a method, because TypeScript compares a method's parameters in both
 * directions: so `homeOf` can return any workload's `Home` as one type.
 */
type Change<Plan, Value> = { of(plan: Plan, value: Value): Plan }["of"];

/** For each value that a person may change, a function that puts it into the workload's plan. */
export type Changes<Plan> = {
  readonly [Key in keyof FreeChanges]?: Change<Plan, NonNullable<FreeChanges[Key]>>;
};

/** What a workload does, exported by `plan.ts` in its folder. */
export interface Planned<Id extends WorkloadId> {
  readonly profiles: Readonly<Record<ProfileName, (os: OperatingSystem) => WorkloadPlans[Id]>>;
  /** The values of the workload's plan that a person may change. */
  options?(plan: WorkloadPlans[Id]): Partial<PlanOptions>;
  readonly changes?: Changes<WorkloadPlans[Id]>;
  /** The workload's plan, reduced to what the file system allows: FAT holds no 4 GiB file. */
  withinFileSystem?(plan: WorkloadPlans[Id], fileSystem: string | null): WorkloadPlans[Id];
  /** Whether the workload may fill the volume so far that other programs run out of space. */
  fillsVolume?(plan: WorkloadPlans[Id], freeBytes: number | null): boolean;
  /** Size of the workload's largest file; `copies`: copies of rewritten data stored at once. */
  fileBytes(plan: WorkloadPlans[Id], copies: number): number;
}

/** The time and bytes that a workload takes, exported by `estimate.ts` in its folder. */
export interface Estimated<Id extends WorkloadId> {
  /** The workload's duration and bytes on an ordinary drive. */
  estimate(plan: WorkloadPlans[Id], on: On): Effort;
  /**
   * Nanoseconds left of the running step; absent for a workload of many short steps, whose pace
   * shows the time left.
   */
  leftOfStepNs?(plan: WorkloadPlans[Id], running: Progress, stepsDone: number): number;
}

/** How a workload's results are built and judged, exported by `index.ts` in its folder. */
export interface Home<Id extends WorkloadId> {
  reduce(plan: WorkloadPlans[Id], around: Around): Reducer<EventOf<Id>>;
  /** Whether the workload measured anything; refused or unreached parts have no figures. */
  hasFigures(results: WorkloadResults): boolean;
  /** True if the workload reads its data back and compares it. */
  readonly readsBack?: boolean;
  /**
   * The size of a file that the workload rewrites once it is complete and flushed; absent if the
   * workload writes anything else, too.
   */
  rewrittenBytes?(plan: WorkloadPlans[Id]): number;
  /** `true` if the workload compares each round's last save; a difference ends the inspection. */
  readonly comparesRounds?: true;
  /** Codes of the workload's findings. Reports store them, so they never change. */
  readonly findingCodes: readonly string[];
  /** The workload's findings, in any order: the verdict sorts them. */
  findings(facts: Facts): readonly AnyFinding[];

  // The verdict asks every workload. A workload that lacks the method or returns `null` contributes
  // nothing.

  /** The modes that the verdict is based on. The first workload that answers decides. */
  saves?(report: UnjudgedReport): Omit<Saves, "isPlanned">;
  /** Modes that stopped with an error in this workload. */
  brokenModes?(report: UnjudgedReport): readonly BrokenMode[];
  /** Data that the drive confirmed but did not return; `null` if the test found no loss. */
  loss?(report: UnjudgedReport): Loss | null;
  /** The workload's results for the free space that it filled. */
  freeSpace?(report: UnjudgedReport): FreeSpace | null;
  longRead?(report: UnjudgedReport): LongRead | null;
  longWrite?(report: UnjudgedReport): LongWrite | null;
  /**
   * Bytes per second in the fastest stretch of plain writing, uncached or timed until a flush
   * returned; 0 if nothing was written so. The stretch may be short: too high a rate favours the
   * drive.
   */
  fastestBytesPerSecond?(report: UnjudgedReport): number;
  /** The lowest count of flush commands per confirmed save; `null` if not counted. */
  fewestFlushes?(report: UnjudgedReport): number | null;
  /**
   * Present if `fewestFlushes` is about ordinary saves, made one at a time so that none shares a
   * flush.
   */
  readonly savesOrdinarily?: true;
  /** The workload's fall in speed at the drive's own temperature limit. */
  throttled?(report: UnjudgedReport): Statement | null;
  /** The answer about writing without a sync; `null` if not measured. */
  plainSpeed?(facts: Facts): AnswerDraft | null;
  /** An additional sentence for the answer about the speed of saves. */
  besideSafeSpeed?(facts: Facts): Statement | null;
  /** What the workload's figures mean for programs that keep a database. */
  meaningForDatabases?(facts: Facts): Statement | null;
}

/** The system and folder that an estimate is made for. */
export interface On {
  readonly os: OperatingSystem;
  /** How many of the system's flush modes work in the tested folder, if known. */
  readonly modeCount?: number | undefined;
  readonly freeBytes?: number | null | undefined;
}

/** The measured system and volume. */
export interface Around {
  readonly os: OperatingSystem;
  readonly volume: VolumeFacts;
  /** Whether drive or computer is virtual, so that the host answers in place of the drive. */
  readonly isVirtual: boolean;
  /** Whether the workload is in the plan; if not, it supplies empty fields of the report. */
  readonly isPlanned: boolean;
}

export type Progress = Extract<WordedEvent, { type: "progress" }>;

/** Reduces a workload's events. Times are nanoseconds since the run started, monotonic. */
export interface Reducer<Event> {
  /** Takes an event; `bytesBefore`: what the whole run had written before the event. */
  take(event: Event, bytesBefore: number): Taken;
  /** Progress of the running step while its operations count, not during warm-up or draining. */
  takeProgress?(step: Step, progress: Progress, atNs: number): void;
  results(): Partial<WorkloadResults>;
  /** The workload's fields of the live state; by default its results. */
  live?(step: Step | null, running: Progress | null): Partial<LiveState>;
  warnings?(): readonly UnwordedWarning[];
  /** The error if the workload found no space to rewrite its complete file. */
  readonly noRoomError?: DriveError | null;
}

/** An event's effect on the run. */
export interface Taken {
  /** The bytes written by a step that has ended. */
  readonly endedWithBytes?: number;
  /** Number of announced steps that will not happen. */
  readonly stepsLeftOut?: number;
}
