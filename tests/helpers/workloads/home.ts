import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import type { Step, WorkloadId, WorkloadPlans, WorkloadResults } from "#contract/workloads/index";
import type * as registry from "./registry";

type Registry = typeof registry;

/**
 * `never` if a workload has no sample module, so that the compiler reports that module and not
 * every sample report.
 */
type TakesOptions<Home> = string extends keyof Home
  ? never
  : Home extends { results(options: infer Options, on: never): unknown }
    ? (options: Options) => void
    : never;
type AnyTakesOptions = { [Id in WorkloadId]: TakesOptions<Registry[Id]> }[WorkloadId];
/**
 * The options of all workloads in a sample report. A union of functions takes the intersection of
 * their arguments.
 */
export type WorkloadOptions = AnyTakesOptions extends (options: infer Options) => void
  ? Options
  : never;

/** What `<id>.ts` exports for tests of the workload `<id>`. */
export interface Home<Id extends WorkloadId> {
  /**
   * The options with which a sample report contains this workload's results on an ordinary laptop.
   */
  readonly ordinary: WorkloadOptions;
  /** The workload's fields of a sample report; `null` if the options do not ask for them. */
  results(options: WorkloadOptions, on: On<Id>): Partial<WorkloadResults> | null;
  /**
   * What the test of a real inspection in the window expects; `null` for a workload that runs only
   * on request.
   */
  readonly inspected: Inspected | null;
}

/** Live states of a workload that goes step by step. */
export interface Stepwise<Id extends WorkloadId> {
  /** The workload's steps, in the order of the engine host. */
  steps(plan: WorkloadPlans[Id]): Step[];
  /** The workload's part of the live state after the steps in `done`. */
  live(plan: WorkloadPlans[Id], done: readonly Step[]): Partial<LiveState>;
}

/** The plan and the computer of a sample report. */
export interface On<Id extends WorkloadId> {
  readonly plan: WorkloadPlans[Id];
  readonly os: OperatingSystem;
  readonly volume: VolumeFacts;
  readonly isVirtual: boolean;
}

/**
 * What the report of an inspection with only this workload shows in the window, its CSV and its
 * PDF.
 */
export interface Inspected {
  /** CSS selector of a figure in the chart, both during the inspection and after it. */
  readonly figure: string;
  /** Number of figures that the verdict page shows in this workload's charts. */
  figures(report: Report): number;
  /** Texts that the PDF must contain beside headline and title: calls, settings, sizes. */
  printed(report: Report): readonly string[];
  csvRows(report: Report): number;
}

/** The beginning of a call: the end of a long call may be on the next line of a printed table. */
export function beginningOf({ systemCall }: { readonly systemCall: string }): string {
  return systemCall.slice(0, 20);
}

/** Number of CSV rows: one for each round, and one for a mode without rounds. */
export function rowsOf(
  measured: readonly { readonly rounds: readonly unknown[] }[] | null,
): number {
  return (measured ?? []).reduce((rows, { rounds }) => rows + Math.max(1, rounds.length), 0);
}
