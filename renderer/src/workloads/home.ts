import type { ComponentType } from "react";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { PlanChanges, PlanOptions } from "#contract/plan-options";
import type { Report } from "#contract/report";
import type { RunPlan } from "#contract/run-plan";

/** What a person chooses by: all that the screen of the drives needs. `choice.ts` exports it. */
export interface Choice {
  /** What a person calls it. */
  name(): string;
  /** What it shows, in one line for somebody who has to choose. */
  purpose(): string;
  /** The most it writes, in a sentence, where it may end long before that. */
  limit?(plan: RunPlan): string;
  /** What a person must know before it runs on the drive that the system runs on. */
  onSystemDrive?(): string;
  /** What a person must know before it runs on a drive with files on it. */
  onUsedDrive?(usedBytes: number | null): string;
  /** Its group of "More options". */
  readonly Options?: ComponentType<OptionsProps>;
}

/** What every workload brings to the screens and the paper. `index.ts` in its folder exports it. */
export interface Home extends Choice {
  /** Heading of its chart, with the amounts of the plan. */
  title(plan: RunPlan): string;

  /** Bytes of the file that is written before it measures, 0 for none. Absent: there never is one. */
  fileBytes?(live: LiveState): number;
  /** What happens while it measures, in one sentence. */
  sentence(live: LiveState): string;
  /** How far it is, after its name; `null` says nothing. Absent: the number of the step. */
  place?(live: LiveState): string | null;
  /**
   * What a screen reader announces while it runs; `null` announces the sentence on the screen.
   * Absent: its name and sentence, once. With a step every second, each one would never fall silent.
   */
  announcement?(live: LiveState, os: OperatingSystem): string | null;
  /** Its chart and hidden table; rows, sizes and axes stand from the first moment on. */
  readonly LiveChart: ComponentType<LiveProps>;
  /** What stands under that chart. */
  readonly Lower: ComponentType<LiveProps>;

  /** Whether the report holds any figure of it. */
  hasFigures(report: Report): boolean;
  /** How much of it an interruption left, as a sentence. */
  kept?(report: Report): string;
  /** The card of its main chart, with a note and a hidden table; nothing where it was not reached. */
  readonly Figure: ComponentType<FigureProps>;
  /** Cards that follow the main one. */
  readonly FurtherFigures?: ComponentType<ReportProps>;
  /** What stands below the expert's tables, which electron/tables describes. */
  readonly BelowTables?: ComponentType<ReportProps>;
  /** The main chart alone, for the exported picture. */
  readonly Chart: ComponentType<FigureProps>;
  /** How to read the axes in that picture. Absent: they are logarithmic. */
  chartNote?(): string;
  /** What a short paper leaves out of its tables, because the chart beside them says it. */
  readonly inBrief?: InBrief;
  /** How it was measured, as the inside of a paragraph. */
  readonly Method: ComponentType<ReportProps>;
}

export interface InBrief {
  /** The chart writes out every figure: only the calls are left to be named. */
  readonly isDrawn?: boolean;
  /** Of a series of many steps each so many. */
  readonly every?: number;
}

export interface OptionsProps {
  /** What all groups have in common. */
  readonly group: {
    readonly className: string;
    readonly label: string;
    readonly isDisabled: boolean;
  };
  /** The options as they are now, those of the profile included. */
  readonly value: PlanOptions;
  readonly onChange: (changes: PlanChanges) => void;
  readonly os: OperatingSystem;
}

export interface LiveProps {
  readonly live: LiveState;
  readonly os: OperatingSystem;
}

export interface ReportProps {
  readonly report: Report;
}

export interface FigureProps extends ReportProps {
  /** Figures published for other drives are drawn beside those of this one. */
  readonly withPublished: boolean;
}
