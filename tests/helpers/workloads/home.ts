import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import type { Step, WorkloadId, WorkloadPlans, WorkloadResults } from "#contract/workloads/index";
import type * as registry from "./registry";

type Registry = typeof registry;

/**
 * `never` for a missing home, so that the compiler reports the home and not every sample report.
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

/** A workload's part of the tests, exported by `<id>.ts`. */
export interface Home<Id extends WorkloadId> {
  /** The options with which a sample report has this workload's results on an ordinary laptop. */
  readonly ordinary: WorkloadOptions;
  /** The workload's fields of a sample report; `null` if the options do not ask for them. */
  results(options: WorkloadOptions, on: On<Id>): Partial<WorkloadResults> | null;
  /** What the test of the whole window expects; `null` for a workload that runs only on request. */
  readonly inspected: Inspected | null;
}

/** Live states of a workload that goes step by step. */
export interface Stepwise<Id extends WorkloadId> {
  /** The workload's steps, in the order of the engine host. */
  steps(plan: WorkloadPlans[Id]): Step[];
  /** The workload's part of the live state after the first steps, `done`. */
  live(plan: WorkloadPlans[Id], done: readonly Step[]): Partial<LiveState>;
}

/** The plan and the computer of a sample report. */
export interface On<Id extends WorkloadId> {
  readonly plan: WorkloadPlans[Id];
  readonly os: OperatingSystem;
  readonly volume: VolumeFacts;
  readonly isVirtual: boolean;
}

/** What an inspection with only this workload leaves on the screen, in the files and on paper. */
export interface Inspected {
  /** Selector of a figure of the chart, running or finished. */
  readonly figure: string;
  /** How many figures the verdict shows. */
  figures(report: Report): number;
  /** Text of the PDF beside headline and title: calls, settings, sizes. */
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
