import type { LiveState } from "#contract/live-state";
import type { Report } from "#contract/report";
import type { CsvRow } from "../csv";
import type { Table } from "../table";

/** A bar of the live view in a terminal. */
export interface LiveBar {
  readonly name: string;
  readonly absence: "unavailable" | "failed" | null;
  readonly isRunning: boolean;
  readonly perSecond: number | null;
}

/** A workload's part of the report's tables. `<id>.ts` exports it. */
export interface Home {
  /** The tables of the workload's results; empty if the run did not reach the workload. */
  tables(report: Report): Table[];
  /** The workload's rows of the CSV: one per measurement, and one per refusal. */
  csvRows(report: Report): CsvRow[];
  /** The terminal's bars during an inspection; empty while the workload has no rates. */
  liveBars?(live: LiveState): LiveBar[];
  /**
   * Whether the workload's CSV rows come after those of all workloads without this flag, because
   * programs may rely on that order.
   */
  readonly isLastInCsv?: boolean;
}
