import type { ComponentType } from "react";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { PlanChanges, PlanOptions } from "#contract/plan-options";
import type { Report } from "#contract/report";
import type { RunPlan } from "#contract/run-plan";
import type { Rich } from "#text/messages";
import type { TickChoice } from "../ui/tick";

/** The part of a workload that the screen of the drives needs. `choice.ts` exports it. */
export interface Choice {
  name(): string;
  /** The workload's purpose in one line, for a person who has to choose. */
  purpose(): string;
  /** A sentence on the most that the workload writes, if it may end long before that. */
  limit?(plan: RunPlan): string;
  /** A warning before the workload runs on the system drive. */
  onSystemDrive?(): string;
  /** A warning before the workload runs on a drive with files on it. */
  onUsedDrive?(usedBytes: number | null): string;
  readonly options?: Options;
}

/** The parts of a workload for the screens and the paper. `index.ts` in its folder exports them. */
export interface Home extends Choice {
  /** Heading of the workload's chart, with the sizes and counts from the plan. */
  title(plan: RunPlan): string;

  /** Size of the file that the workload writes before it measures, or 0. Absent: it writes none. */
  fileBytes?(live: LiveState): number;
  /** The running step, in one sentence. */
  sentence(live: LiveState): string;
  /** The workload's progress, after its name; `null` shows none. Absent: the step's number. */
  place?(live: LiveState): string | null;
  /**
   * What a screen reader announces; `null`: the sentence on the screen. By default the workload's
   * name and sentence, once: announcing a step every second would never end.
   */
  announcement?(live: LiveState, os: OperatingSystem): string | null;
  /** The live chart and its hidden table; rows, sizes and axes are complete from the start. */
  readonly LiveChart: ComponentType<LiveProps>;
  readonly Lower: ComponentType<LiveProps>;

  hasFigures(report: Report): boolean;
  /** How much of the workload was measured before an interruption, in one sentence. */
  kept?(report: Report): string;
  /** The main chart's card, note and hidden table; nothing if the run did not reach the workload. */
  readonly Figure: ComponentType<FigureProps>;
  readonly FurtherFigures?: ComponentType<ReportProps>;
  /** Shown below the expert's tables, which electron/tables describes. */
  readonly BelowTables?: ComponentType<ReportProps>;
  /** The main chart alone, for the exported picture. */
  readonly Chart: ComponentType<FigureProps>;
  /** How to read the axes in the exported picture. Absent: they are logarithmic. */
  chartNote?(): string;
  /** What a short paper omits from the tables, because the chart beside them shows it. */
  readonly inBrief?: InBrief;
  methodSentences(report: Report): MethodSentences;
}

/** Sentences with their system calls set apart; `null` is left out. */
export type MethodSentences = readonly (Rich<"call"> | null)[];

export interface InBrief {
  /** Whether the chart shows every figure, so that the tables name only the system calls. */
  readonly isDrawn?: boolean;
  /** As `isDrawn`, but only on a paper with so many charts that the tables have no room. */
  readonly givesWay?: boolean;
  /** Shows every n-th step of a long series. */
  readonly every?: number;
}

/** The workload's group in "More options". */
export interface Options {
  /** Whether the last ticked choice stays ticked. */
  readonly needsOne?: boolean;
  choices(os: OperatingSystem): readonly TickChoice[];
  ticked(options: PlanOptions): readonly string[];
  changes(ticked: readonly string[]): PlanChanges;
}

export interface LiveProps {
  readonly live: LiveState;
  readonly os: OperatingSystem;
}

export interface ReportProps {
  readonly report: Report;
}

export interface FigureProps extends ReportProps {
  /** Whether figures published for other drives are drawn beside those of this one. */
  readonly withPublished: boolean;
}
